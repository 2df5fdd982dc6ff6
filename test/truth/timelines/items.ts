import { allContainers, type DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { KubernetesEvent, TimelineEntry } from "../../../shared/simulation/index.ts";
import { isPullEnd, pullRequests } from "./pulls.ts";
import type { RecordedCri, RecordedEvent, RecordedRun } from "./recording.ts";

/** Something that both the kubelet's recording and the engine's timeline have, in one form. `lane`: entries of one lane keep their order. */
export interface Item {
  readonly tMs: number;
  readonly lane: string;
  readonly text: string;
  /** A process that the kubelet does not steer: it follows from the script. */
  readonly container: string | undefined;
  /** When it was over. */
  readonly endMs?: number;
}

/** What the runtime says of its own in messages, against the engine's words for it. */
const runtimeWords: readonly (readonly [RegExp, string])[] = [
  [/(scripted\/(?:missing(?:-x\d+)?|slow-\d+s)):[^" ]*[^" :]/g, "$1:POD"],
  [/scripted: cannot be created/, "failed to create container"],
  [/scripted: cannot be started/, "failed to start container"],
  [/rpc error: code = NotFound desc = /g, ""],
  [/(errored and resulted in unknown state|errored): .*/, "$1"],
  [/(probe failed): (?!command timed out).*/, "$1"],
  [/(Successfully pulled image "[^"]*").*/, "$1"],
  [/(lifecycle hook .* for Container "[^"]*") in Pod "[^"]*" failed.*/, "$1 failed"],
  [/pod [a-z0-9-]+_cadence\(UID\)/, "pod POD"],
  [/pod=[a-z0-9-]+_cadence\(UID\)/, "pod=POD"],
  [/pod pod_default\(UID\)/, "pod POD"],
  [/pod=pod_default\(UID\)/, "pod=POD"],
];

export function plainMessage(message: string): string {
  return runtimeWords.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
}

/** Facts of the runtime and events, in order. Statuses are compared apart. */
export function recordedItems(run: RecordedRun, pod: DefaultedPod): readonly Item[] {
  const requests = pullRequests(run);
  return withoutRetries(run.entries).flatMap((entry) => {
    if (entry.kind === "event") return [eventItem(entry)];
    // When a pull really begins: the event says when it was asked for.
    if (entry.kind !== "cri" || entry.op === "pull" || isOldSandbox(entry, run)) return [];
    if (isWithoutKubelet(entry, requests.get(entry), run)) return [];
    const endMs = cutMs(entry, run, pod);
    return [endMs === undefined ? criItem(entry) : cutItem(entry, endMs)];
  });
}

type Entry = RecordedRun["entries"][number];

/** The scripted runtime brings an image for a kubelet that stopped meanwhile; a real one gives the pull up. */
function isWithoutKubelet(end: RecordedCri, request: RecordedCri | undefined, { entries }: RecordedRun): boolean {
  if (!isPullEnd(end)) return false;
  const sinceMs = request?.tMs ?? Number.NEGATIVE_INFINITY;
  return entries.some(
    (entry) => entry.kind === "node" && entry.op === "kubelet-stopped" && entry.tMs >= sinceMs && entry.tMs <= end.tMs,
  );
}

/** A sandbox that another one has replaced is nobody's any more: the garbage collection that comes once a minute removes it. */
function isOldSandbox({ op, restart = 0 }: RecordedCri, { entries }: RecordedRun): boolean {
  if (op !== "sandbox-removed") return false;
  return entries.some(
    (entry) => entry.kind === "cri" && entry.op === "sandbox-ready" && (entry.restart ?? 0) > restart,
  );
}

/** The prober tries three times what the runtime cannot run: that is one attempt, with the answer of the last one. */
function withoutRetries(entries: readonly Entry[]): readonly Entry[] {
  const kept: Entry[] = [];
  const tries = new Map<string, number>();
  for (const entry of entries) {
    // Few entries of a long loop are checks.
    const isCheck = entry.kind === "cri" && entry.op === "check";
    const index = isCheck ? kept.findLastIndex((other) => isRetry(other, entry)) : -1;
    const before = kept[index];
    const name = entry.kind === "cri" ? `${entry.check} of ${entry.container}` : "";
    const count = before === undefined ? 1 : (tries.get(name) ?? 1) + 1;
    if (isCheck) tries.set(name, count > 3 ? 1 : count);
    if (before?.kind !== "cri" || entry.kind !== "cri" || count > 3) kept.push(entry);
    else kept[index] = { ...entry, tMs: before.tMs, tookMs: entry.tMs + (entry.tookMs ?? 0) - before.tMs };
  }
  return kept;
}

/** On a busy machine. */
const retryMs = 300;

function isRetry(before: Entry, { tMs, ...entry }: Entry): boolean {
  if (before.kind !== "cri" || entry.kind !== "cri" || before.op !== "check" || before.message !== "broken")
    return false;
  const isSame = entry.op === "check" && entry.check === before.check && entry.container === before.container;
  // A hook is not tried again; that of the next container may come at once.
  const isOfSameRun = entry.restart === before.restart;
  return isSame && isOfSameRun && tMs - before.tMs - (before.tookMs ?? 0) <= retryMs;
}

/** When a preStop hook's time was over: it went on when its container was told to stop, and nobody waited for its end. */
function cutMs(
  { op, tMs, container, check, message, tookMs = 0 }: RecordedCri,
  run: RecordedRun,
  pod: DefaultedPod,
): number | undefined {
  const hook = allContainers(pod).find(({ name }) => name === container)?.preStop;
  if (op !== "check" || hook?.type !== "exec" || hook.command[0] !== check) return undefined;
  const endMs = tMs + tookMs;
  const stop = run.entries.find(
    (other) =>
      other.kind === "cri" &&
      other.op === "stop" &&
      other.container === container &&
      other.tMs > tMs &&
      (other.tMs < endMs || (other.tMs <= endMs + wholeMs && message === "failed" && !isToldBefore(run, other, tMs))),
  );
  return stop?.tMs;
}

/** Begin and length of a check are cut to milliseconds, each for itself. */
const wholeMs = 1;

/** A hook that fails by itself is told before its container is stopped; what the end of the container cut short, after that. */
function isToldBefore({ entries }: RecordedRun, stop: RecordedCri, sinceMs: number): boolean {
  return entries
    .slice(0, entries.indexOf(stop))
    .some(
      (entry) =>
        entry.kind === "event" &&
        entry.reason === "FailedPreStopHook" &&
        entry.container === stop.container &&
        entry.tMs >= sinceMs,
    );
}

function cutItem({ tMs, container, check, restart = 0 }: RecordedCri, endMs: number): Item {
  return { tMs, lane: `check ${check} of ${container}`, text: `cut, run ${restart}`, container, endMs };
}

function criItem(entry: RecordedCri): Item {
  const { op, container, restart, code, reason, check } = entry;
  if (op === "check") {
    const lane = `check ${check} of ${container}`;
    const endMs = entry.tMs + (entry.tookMs ?? 0);
    return { tMs: entry.tMs, lane, text: checkText(entry.message, restart), container, endMs };
  }
  if (op.startsWith("pull-") || op === "pulled")
    return { tMs: entry.tMs, lane: `pull ${plainMessage(entry.message ?? "")}`, text: op, container };
  const end = op === "exited" ? ` ${code} ${reason}` : "";
  const grace = op === "stop" ? ` ${entry.message}` : "";
  const number = op.startsWith("sandbox") ? "" : ` #${restart}`;
  return { tMs: entry.tMs, lane: laneOf(container, op, restart), text: `${op}${number}${end}${grace}`, container };
}

/** Removal is the work of another goroutine: its place among the others is open. */
function laneOf(container: string | undefined, op: string, restart = 0): string {
  if (op === "removed") return `removal of ${container} #${restart}`;
  return op === "sandbox-removed" ? "removal of the sandbox" : `runtime ${container ?? "sandbox"}`;
}

function eventItem({ tMs, container, type, reason, message }: RecordedEvent | KubernetesEvent): Item {
  const lane = eventLane(reason, message, container);
  return { tMs, lane, text: `${type} ${reason} ${plainMessage(message)}`, container };
}

/** A probe and a hook that is cut short tell of themselves: their place among the other events is open. */
function eventLane(reason: string, message: string, container: string | undefined): string {
  if (reason === "Unhealthy") return `unhealthy ${message.split(" ")[0]} of ${container}`;
  return reason === "FailedPreStopHook" ? `hook of ${container}` : `events of ${container}`;
}

export function eventOf(event: KubernetesEvent): Item {
  return eventItem(event);
}

/** Undefined: an entry that the recording has no counterpart of. */
export function itemOf(entry: TimelineEntry, pod: DefaultedPod): Item | undefined {
  const { tMs, container, data } = entry;
  const op = runtimeOps[entry.kind];
  if (op !== undefined) {
    const number = op.startsWith("sandbox") ? "" : ` #${entry.restartCount ?? 0}`;
    const end = op === "exited" ? ` ${data.exitCode} ${data.reason}` : "";
    const grace = op === "stop" ? ` grace ${(data.graceMs ?? 0) / 1000}s` : "";
    return { tMs, lane: laneOf(container, op, entry.restartCount), text: `${op}${number}${end}${grace}`, container };
  }
  if (entry.kind === "image-pulled" || entry.kind === "image-pull-failed") {
    const image = imageOf(pod, container);
    return { tMs, lane: `pull ${plainMessage(image)}`, text: pullOps[entry.kind] ?? "", container: undefined };
  }
  return checkOf(entry, pod);
}

/** A probe or a hook that the runtime was asked to run. What was asked of a dead container it did not record. */
function checkOf({ kind, tMs, container, restartCount, data }: TimelineEntry, pod: DefaultedPod): Item | undefined {
  const spec = [...pod.initContainers, ...pod.containers].find(({ name }) => name === container);
  const probe = data.probe === undefined ? undefined : spec?.probes[data.probe]?.handler;
  const handler = {
    "probe-attempt": probe,
    "post-start-done": spec?.postStart,
    "pre-stop-done": spec?.preStop,
    "pre-stop-cut": spec?.preStop,
  }[String(kind)];
  if (handler?.type !== "exec" || data.tookMs === undefined) return undefined;
  const askedMs = kind === "probe-attempt" ? tMs : tMs - data.tookMs;
  if (kind === "pre-stop-cut")
    return {
      tMs: askedMs,
      lane: `check ${handler.command[0]} of ${container}`,
      text: `cut, run ${restartCount}`,
      container,
      endMs: tMs,
    };
  const answer = data.isCanceled === true ? "cancelled" : answers[data.answer ?? "success"];
  const lane = `check ${handler.command[0]} of ${container}`;
  return { tMs: askedMs, lane, text: checkText(answer, restartCount), container, endMs: askedMs + data.tookMs };
}

function checkText(answer: string | undefined, restart = 0): string {
  return `${answer}, run ${restart}`;
}

const answers = { success: "ok", failure: "failed", timeout: "timeout", error: "broken" } as const;

export function imageOf(pod: DefaultedPod, container: string | undefined): string {
  const image = [...pod.initContainers, ...pod.containers].find(({ name }) => name === container)?.image ?? "";
  return /:[^/]*$/.test(image) ? image : `${image}:latest`;
}

const runtimeOps: Partial<Record<TimelineEntry["kind"], string>> = {
  "sandbox-ready": "sandbox-ready",
  "sandbox-stopped": "sandbox-stopped",
  "sandbox-removed": "sandbox-removed",
  "container-created": "created",
  "container-create-failed": "create-failed",
  "container-started": "started",
  "container-start-failed": "start-failed",
  "container-stopping": "stop",
  "container-exited": "exited",
  "container-removed": "removed",
};

const pullOps: Partial<Record<TimelineEntry["kind"], string>> = {
  "image-pulled": "pulled",
  "image-pull-failed": "pull-failed",
};
