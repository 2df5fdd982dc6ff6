import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod/mini";
import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatPath } from "../../../shared/basics/path.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatSpan } from "../../../shared/basics/span-words.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import {
  addPod,
  contradictions,
  inferScenario,
  kubeletModelOf,
  nextOfPod,
  nextTry,
  type ObservedPod,
  type PodHistory,
  type PodSnapshot,
  podText,
  readEvent,
  readPod,
  restartsOf,
} from "../../../shared/observation/index.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
import { assume } from "../simulation/play.ts";

const node = z.object({
  kubernetes: z.optional(z.string()),
  featureGates: z.optional(z.record(z.string(), z.boolean())),
});
const event = z.object({
  reason: z.string(),
  message: z.string(),
  count: z.optional(z.number()),
  first: z.optional(z.string()),
  last: z.string(),
});
const cases = z.array(
  z.strictObject({
    name: z.string(),
    node: z.optional(node),
    metadata: z.optional(z.record(z.string(), z.unknown())),
    spec: z.unknown(),
    looks: z.optional(z.array(z.unknown())),
    status: z.unknown(),
    events: z.optional(z.array(event)),
    is: z.string(),
    restarts: z.optional(z.number()),
    "back-off": z.optional(z.string()),
    scenario: z.optional(z.array(z.string())),
    notes: z.optional(z.array(z.string())),
    contradictions: z.optional(z.array(z.string())),
  }),
);
type Case = z.infer<typeof cases>[number];

const nowMs = Date.UTC(2026, 10, 21, 12, 10);
const text = readFileSync(new URL("cases.yaml", import.meta.url), "utf8");

describe("what is said of an observed pod", () => {
  it.each(cases.parse(parse(text)).map((each) => [each.name, each] as const))("%s", (_, each) => {
    const pod = podOf(each, each.status);
    const { kubernetes = "1.37", featureGates = {} } = each.node ?? {};
    const facts = kubeletModelOf(pod, assume({ kubernetes, featureGates }));
    if (facts === undefined) throw new Error("no spec");
    const look: PodSnapshot = { pod, history: historyOf(each), events: (each.events ?? []).map(eventOf) };
    expect(podText(facts, look, nowMs)).toBe(each.is);
    if (each.restarts !== undefined) expect(restartsOf(pod)).toBe(each.restarts);
    if (each["back-off"] !== undefined) expect(backOffText(nextOfPod(facts, look)?.next)).toBe(each["back-off"]);
    const { lines, notes } = inferScenario(facts, look);
    if (each.scenario !== undefined)
      expect(lines.map(({ container, text: line }) => `${container}: ${line}`)).toEqual(each.scenario);
    if (each.notes !== undefined) expect(notes).toEqual(each.notes);
    expect(parseScenario(textsOfLines(lines), allContainers(facts.pod)).problems).toEqual([]);
    const found = contradictions(facts, look, nowMs);
    expect(found.map(({ kind, path }) => `${kind} ${formatPath(path)}`)).toEqual(each.contradictions ?? []);
    for (const { message } of found.filter(({ kind }) => kind === "overdue"))
      expect(`overdue by ${/at least (.+) ago/.exec(message)?.[1]}`).toBe(/overdue by .+/.exec(each.is)?.[0]);
  });
});

const endedAt = "2026-11-21T12:09:50Z";
const crash = { exitCode: 1, reason: "Error" };
const first = { ...crash, startedAt: "2026-11-21T12:08:00Z", finishedAt: "2026-11-21T12:09:00Z" };
const second = { ...crash, startedAt: "2026-11-21T12:09:01Z", finishedAt: endedAt };
const message = "back-off 10s restarting failed container=app pod=web_default(UID)";
const runs = { state: { running: { startedAt: second.startedAt } }, lastState: { terminated: first } };
const ended = { state: { terminated: second }, lastState: { terminated: first } };
const waits = { state: { waiting: { reason: "CrashLoopBackOff", message } }, lastState: { terminated: second } };

// A kubelet that was away tells late, and shows an end again that its predecessor had refused to go on from.
it.each<[what: string, before: object, told: object, seenSeconds: number, expected: string]>([
  ["an end that is told at once", runs, ended, 1, "10s–17s"],
  ["an end that is told late", runs, ended, 9, "0s–17s"],
  ["a wait that goes on", waits, waits, 9, "10s–17s"],
  ["a wait that a new kubelet forgot", waits, ended, 9, "0s–17s"],
  ["a wait that a new kubelet forgot, long after it was over", waits, ended, 60, "0s–1m1s"],
])("%s", (_, before, told, seenSeconds, expected) => {
  const spec = { containers: [{ name: "app", image: "a:1" }] };
  const statusOf = (status: object) => ({
    phase: "Running",
    containerStatuses: [{ name: "app", restartCount: 1, ...status }],
  });
  const looks = [before, told].map((each) => podOf({ name: "", is: "", spec, status: {} }, statusOf(each)));
  const seenMs = Date.parse(endedAt) + seenSeconds * 1000;
  const history = looks.reduce<PodHistory | undefined>((sofar, pod) => addPod(sofar, pod, { seenMs }), undefined);
  const [, pod] = looks;
  const facts = pod && kubeletModelOf(pod, assume({ kubernetes: "1.37" }));
  const [app] = pod?.containers ?? [];
  if (pod === undefined || facts === undefined || app === undefined) throw new Error("no pod");
  const next = nextTry(facts, { pod, history, events: [] }, app);
  if (next.is !== "start") throw new Error(next.is);
  const since = (ms: number): string => formatDuration(Math.floor((ms - Date.parse(endedAt)) / 1000) * 1000);
  expect(`${since(next.window.earliestMs)}–${since(next.window.latestMs)}`).toBe(expected);
});

it("a container that is given another image in its back-off is started without it, and its next crash is its first", () => {
  const nextAfter = (
    looks: readonly (readonly [image: string, restartCount: number, status: object])[],
    seenSeconds = 9,
  ) => {
    let history: PodHistory | undefined;
    let pod: ObservedPod | undefined;
    for (const [image, restartCount, status] of looks) {
      const spec = { containers: [{ name: "app", image }] };
      const statuses = { phase: "Running", containerStatuses: [{ name: "app", restartCount, ...status }] };
      pod = podOf({ name: "", is: "", spec, status: {} }, statuses);
      history = addPod(history, pod, { seenMs: Date.parse(endedAt) + seenSeconds * 1000 });
    }
    const facts = pod && kubeletModelOf(pod, assume({ kubernetes: "1.37" }));
    const [app] = pod?.containers ?? [];
    if (pod === undefined || facts === undefined || app === undefined) throw new Error("no pod");
    const found = contradictions(facts, { pod, history, events: [] }, Date.parse(endedAt) + 9000);
    const next = nextTry(facts, { pod, history, events: [] }, app);
    if (next.is !== "start") throw new Error(next.is);
    const since = (ms: number): number => Math.floor((ms - Date.parse(endedAt)) / 1000);
    const { earliestMs, latestMs } = next.window;
    return [next.backOff.delaysMs, since(earliestMs), since(latestMs), found.map(({ kind }) => kind)];
  };
  const minute = message.replace("10s", "1m20s");
  const waiting = { ...waits, state: { waiting: { reason: "CrashLoopBackOff", message: minute } } };
  const third = { ...crash, startedAt: "2026-11-21T12:10:00Z", finishedAt: "2026-11-21T12:10:10Z" };
  const crashed = { state: { terminated: third }, lastState: { terminated: second } };
  const killed = { state: { terminated: { ...second, exitCode: 143 } } };
  const runsFirst = { state: { running: { startedAt: second.startedAt } } };
  const again = { state: { terminated: third }, lastState: killed.state };
  const [one, other] = ["a:1", "a:2"];
  const changed = [
    [one, 1, waiting],
    [other, 1, waiting],
  ] as const;
  expect(
    nextAfter([
      [one, 1, waiting],
      [one, 1, waiting],
    ]),
  ).toEqual([[80_000], 80, 112, []]);
  expect(nextAfter(changed)).toEqual([[0], 0, 40, []]);
  expect(nextAfter([...changed, [other, 1, waiting]])).toEqual([[0], 0, 40, []]);
  expect(nextAfter([...changed, [other, 2, crashed]])).toEqual([[10_000], 30, 37, []]);
  // A kubelet that kills a container for the change looks for one that died before, and finds none.
  const underRun = [
    [one, 0, runsFirst],
    [other, 0, runsFirst],
    [other, 0, killed],
    [other, 1, again],
  ] as const;
  expect(nextAfter(underRun, -1)).toEqual([[0, 10_000], 20, 37, []]);
});

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions (v1.36.4, v1.37.1)
it.each([
  ["1.28", "5–23s"],
  ["1.36", "1m10s–1m44s"],
  ["1.37", "5–13s"],
])("a crashed container of %s beside a crashed sidecar starts in %s", (kubernetes, expected) => {
  const crashed = (name: string, delay: string, finishedAt: string) => ({
    name,
    restartCount: 4,
    state: {
      waiting: {
        reason: "CrashLoopBackOff",
        message: `back-off ${delay} restarting failed container=${name} pod=web_default(UID)`,
      },
    },
    lastState: { terminated: { exitCode: 1, reason: "Error", startedAt: "2026-11-21T12:08:40Z", finishedAt } },
  });
  const { value: pod } = readPod({
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      initContainers: [{ name: "side", image: "a:1", restartPolicy: "Always" }],
      containers: [{ name: "app", image: "a:1" }],
    },
    status: {
      phase: "Running",
      initContainerStatuses: [crashed("side", "1m20s", "2026-11-21T12:09:50Z")],
      containerStatuses: [crashed("app", "10s", "2026-11-21T12:09:55Z")],
    },
  });
  const featureGates = kubernetes === "1.28" ? { SidecarContainers: true } : {};
  const facts = pod && kubeletModelOf(pod, assume({ kubernetes, featureGates }));
  const app = pod?.containers.find(({ name }) => name === "app");
  if (pod === undefined || facts === undefined || app === undefined) throw new Error("no pod");
  const next = nextTry(facts, { pod, history: undefined, events: [] }, app);
  expect(next.is === "start" && formatSpan(fromNow(next.window))).toBe(expected);
});

function fromNow({ nominalMs, earliestMs, latestMs }: Span): Span {
  return { nominalMs: nominalMs - nowMs, earliestMs: earliestMs - nowMs, latestMs: latestMs - nowMs };
}

function podOf({ metadata, spec }: Case, status: unknown): ObservedPod {
  const { value, problems } = readPod({ kind: "Pod", metadata: { name: "web", ...metadata }, spec, status });
  expect(problems).toEqual([]);
  if (value === undefined) throw new Error("no pod");
  return value;
}

/** Undefined where there is but one look. */
function historyOf(each: Case): PodHistory | undefined {
  if (each.looks === undefined) return undefined;
  return [...each.looks, each.status]
    .map((status) => podOf(each, status))
    .reduce<PodHistory | undefined>((history, pod) => addPod(history, pod), undefined);
}

function eventOf({ first, last, ...rest }: z.infer<typeof event>) {
  const { value } = readEvent({
    ...rest,
    involvedObject: { kind: "Pod", name: "web", fieldPath: "spec.containers{app}" },
    firstTimestamp: first ?? last,
    lastTimestamp: last,
  });
  if (value === undefined) throw new Error("no event");
  return value;
}

function backOffText(next: NonNullable<ReturnType<typeof nextOfPod>>["next"] | undefined): string {
  if (next?.is !== "start") return "none";
  return `${next.backOff.delaysMs.map(formatDuration).join(" ")} by ${next.backOff.source}`;
}
