import { expect, test } from "vitest";
import type { Timeline } from "../../../shared/simulation/index.ts";
import { type PlayOptions, play } from "./play.ts";

// Models pkg/controller/nodelifecycle/node_lifecycle_controller.go and pkg/controller/tainteviction/taint_eviction.go (v1.37.1).

function lost(options: PlayOptions & { readonly spec?: string; readonly events?: string } = {}): Timeline {
  const { spec = "", events = "", ...others } = options;
  const text = `# cadence: at 5m node is lost\n${events}${spec}containers: [{name: app}]\n`;
  return play(text, others).timeline;
}

/** What happens from the loss on, in seconds. */
function story({ entries }: Timeline): readonly string[] {
  return entries
    .filter(({ tMs }) => tMs >= 300_000)
    .map(({ tMs, kind, data: { condition, status, exitCode } }) =>
      [tMs / 1000, kind, condition, status, exitCode].filter((part) => part !== undefined).join(" "),
    );
}

const eviction = ["condition-changed DisruptionTarget True", "pod-deleted"];

test("the API shows the pod as ready until the node is missed, and marks it for deletion 5 minutes later", () => {
  const timeline = lost();
  expect(story(timeline)).toEqual([
    "300 node-lost",
    "300 container-exited 255",
    "350 node-not-ready",
    "350 condition-changed Ready False",
    ...eviction.map((what) => `650 ${what}`),
  ]);
  const status = timeline.statuses.at(-1)?.status;
  expect([status?.phase, status?.deletingSeconds, status?.containerStatuses[0]?.state.is]).toEqual([
    "Running",
    30,
    "running",
  ]);
  expect(timeline.counts.readyMs).toBe(350_000);
});

test("before 1.32, a node is missed 10 seconds sooner", () => {
  expect(story(lost({ kubernetes: "1.31" }))).toContain("340 condition-changed Ready False");
});

const unreachable = "key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute";

test.each([
  ["a time", `tolerations: [{${unreachable}, tolerationSeconds: 60}]\n`, [410]],
  ["no time", `tolerations: [{${unreachable}}]\n`, []],
])("a pod that tolerates it with %s", (_, spec, seconds) => {
  expect(lost({ spec }).entries.flatMap(({ kind, tMs }) => (kind === "pod-deleted" ? [tMs / 1000] : []))).toEqual(
    seconds,
  );
});

test("the object goes where it is deleted without a grace period, by somebody or by its own", () => {
  const forced = lost({ events: "# cadence: at 12m pod is deleted with grace 0s\n" });
  expect(story(forced).slice(-2)).toEqual(["720 pod-deleted", "720 pod-removed"]);
  expect(story(lost({ spec: "terminationGracePeriodSeconds: 0\n" })).at(-1)).toBe("650 pod-removed");
});

test("a lost node does not restart, nor does its kubelet", () => {
  const events = "# cadence: at 6m node reboots\n# cadence: at 7m kubelet restarts\n# cadence: at 8m node is lost\n";
  expect(story(lost({ events }))).toEqual(story(lost()));
});

test("a container that has completed on the node has no second end", () => {
  const timeline = lost({ events: "# cadence: app: completes after 1m\n", spec: "restartPolicy: Never\n" });
  expect(story(timeline).filter((line) => !line.includes("removed"))).toEqual(["300 node-lost", "350 node-not-ready"]);
});

test("what a seed draws lies in the bounds: NotReady after 39-55s, evicted within 200ms of 5 minutes", () => {
  const seen = Array.from({ length: 40 }, (_, seed) => {
    const { entries } = lost({ seed, timing: "kubelet" });
    const at = (kind: string): number => entries.find((entry) => entry.kind === kind)?.tMs ?? 0;
    return { unready: at("node-not-ready") - 300_000, evicted: at("pod-deleted") - at("node-not-ready") - 300_000 };
  });
  expect(seen.every(({ unready }) => unready >= 39_600 && unready <= 55_000)).toBe(true);
  expect(seen.every(({ evicted }) => evicted >= 0 && evicted <= 200)).toBe(true);
  expect(new Set(seen.map(({ unready }) => unready)).size).toBeGreaterThan(20);
});
