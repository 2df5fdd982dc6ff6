import { describe, expect, it } from "vitest";
import { groupText, PodList, shortGroupText, worstLook } from "../../../client/cluster/pod-list.ts";
import type { PodRow } from "../../../shared/protocol/cluster.ts";

const nowMs = Date.parse("2026-11-22T10:00:00Z");

/** `team/Deployment/web/web-1 failing 3`; a pod that nobody controls has `-` for kind and name of its owner. */
function row(text: string): PodRow {
  const [path = "", look = "ready", restarts = "0"] = text.split(" ");
  const [namespace = "", kind = "", owner = "", name = ""] = path.split("/");
  const workload = kind === "-" ? {} : { workload: { kind, name: owner } };
  const looks = ["failing", "waiting", "unready", "ready", "done"] as const;
  const appearance = looks.find((each) => each === look) ?? "ready";
  const shown = { state: [look], short: [look], restarts: Number(restarts), look: appearance };
  return { uid: name, namespace, name, ...workload, ...shown, about: [], containers: [] };
}

const cluster = [
  "team/Deployment/web/web-2 failing 3",
  "team/Deployment/web/web-1",
  "team/-/-/alone ready 1",
  "default/Job/backup/backup-x done",
];

function list(rows = cluster): PodList {
  const pods = new PodList();
  pods.apply(rows.map(row), []);
  return pods;
}

function drawn(pods: PodList, onlyRestarts = false): readonly string[] {
  return pods
    .groups(onlyRestarts, nowMs)
    .flatMap((group) => [
      `${group.namespace}/${group.workload?.kind ?? "Pod"}/${group.workload?.name ?? ""} ${worstLook(group, nowMs)}: ${groupText(group)}`,
      ...pods.rowsOf(group, onlyRestarts, nowMs).map(({ name }) => `  ${name}`),
    ]);
}

describe("the list of pods", () => {
  it("has what is in trouble first, then sorts by namespace and by what people wrote", () => {
    expect(drawn(list())).toEqual([
      "team/Deployment/web failing: 2 pods, 3 restarts",
      "  web-2",
      "  web-1",
      "team/Pod/ ready: 1 pod, 1 restart",
      "  alone",
      "default/Job/backup done: 1 pod, 0 restarts",
      "  backup-x",
    ]);
  });

  it("has pods that failed long ago behind those that are not ready, and shows a loop that runs as one", () => {
    const failed = { ...row("a/-/-/evicted failing"), failedMs: nowMs - 3_600_000 };
    const justFailed = { ...row("a/-/-/failed failing"), failedMs: nowMs - 60_000 };
    const turn = { text: "crash loop, running now", untilMs: nowMs + 1000, afterwards: "ready" };
    const looping = { ...row("a/-/-/looping ready 4"), state: [turn], restartedMs: nowMs - 30_000 };
    const pods = new PodList();
    pods.apply([row("a/-/-/ready"), failed, row("a/-/-/slow unready"), looping, justFailed], []);
    const shown = pods.groups(false, nowMs).map((group) => [...group.rows.values()].map(({ name }) => name).join());
    expect(shown).toEqual(["failed", "looping", "slow", "evicted", "ready"]);
    const looks = (atMs: number) => pods.groups(false, atMs).map((group) => worstLook(group, atMs));
    expect(looks(nowMs)).toEqual(["failing", "waiting", "unready", "failing", "ready"]);
    expect(looks(nowMs + 2000)[1]).toBe("ready");
  });

  it("shows only what was restarted, if that is wanted", () => {
    expect(drawn(list(), true)).toEqual([
      "team/Deployment/web failing: 2 pods, 3 restarts",
      "  web-2",
      "team/Pod/ ready: 1 pod, 1 restart",
      "  alone",
    ]);
  });

  it("leaves a pod of a loop in its place while it runs, until its back-off is forgotten", () => {
    const looping = { ...row("team/-/-/looping ready 5"), restartedMs: nowMs };
    const pods = list([]);
    pods.apply([row("team/-/-/a ready"), looping], []);
    const names = (atMs: number) =>
      pods.groups(false, atMs).flatMap(({ rows }) => [...rows.values()].map(({ name }) => name));
    expect(names(nowMs + 60_000)).toEqual(["looping", "a"]);
    expect(names(nowMs + 601_000)).toEqual(["a", "looping"]);
  });

  it("says of a group how much of it is ready first, then how often it restarted", () => {
    const texts = (rows: string[]) => list(rows).groups(false, nowMs).map(shortGroupText);
    expect(texts(cluster)).toEqual(["1/2 ready · ↻3", "1/1 ready · ↻1", "done"]);
  });

  it.each<[about: string, rows: string[], gone: string[], isOther: boolean, groups: string[]]>([
    ["a pod changes", ["team/Deployment/web/web-1 failing 1"], [], false, ["web"]],
    ["a pod comes to a group", ["team/Deployment/web/web-3"], [], false, ["web"]],
    ["a group comes", ["team/Deployment/api/api-1"], [], true, ["api"]],
    ["a pod goes", [], ["web-1"], false, ["web"]],
    ["the last pod of a group goes", [], ["backup-x"], true, ["backup"]],
    ["the owner of a pod becomes known", ["default/CronJob/backups/backup-x done"], [], true, ["backups"]],
    ["nobody knows what goes", [], ["never there"], false, []],
  ])("says what is to be drawn anew when %s", (_, rows, gone, isOther, groups) => {
    const change = list().apply(rows.map(row), gone);
    expect({ isOther: change.isOther, groups: [...change.groups].map(({ workload }) => workload?.name) }).toEqual({
      isOther,
      groups,
    });
  });

  it("finds a pod by its name, in its namespace or in any", () => {
    expect([
      list().find("web-1", "team")?.uid,
      list().find("web-1", undefined)?.uid,
      list().find("web-1", "x"),
    ]).toEqual(["web-1", "web-1", undefined]);
  });
});
