import type { TimedText } from "../protocol/values/timed-text.ts";
import { restartingAllReason } from "../simulation/status/phase.ts";
import { containerWords, failedEnd, graceWords, loopWords, nextOfPod, podWords, stopOfRun } from "./describe.ts";
import type { KubeletModel } from "./objects/kubelet-model.ts";
import type { ObservedContainer } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { isStartFailure, type ObservedRun, restartsOf } from "./objects/runs.ts";
import { deletionHold, firstSentence, schedulingHold } from "./stuck.ts";
import { type NextTry, nextTry, runsOf } from "./windows/next-try.ts";
import { nextTryWords } from "./words.ts";

/** A pod in the width of a view, what matters first: `40s–1m13s · ↻5 · exit 1`, `ready · ↻3 2h ago · OOM kill`. */
export function shortPodWords(model: KubeletModel, look: PodSnapshot): TimedText {
  const { pod } = look;
  const next = nextOfPod(model, look);
  const parts: TimedText[] = [next === undefined ? stateOf(model, look) : nextWords(next.next, next.container)];
  const count = restartsOf(pod);
  const last = lastRestart(look);
  const isOver = pod.phase === "Succeeded" || pod.phase === "Failed";
  const age: TimedText = last === undefined || next !== undefined || isOver ? [] : [" ", { sinceMs: last }];
  if (count > 0) parts.push([`↻${count}`, ...age]);
  const end = lastExitText(model, look);
  if (end !== undefined) parts.push([end]);
  return parts.flatMap((part, index) => (index === 0 ? part : [" · ", ...part]));
}

/** What ended the run of a pod that matters: `exit 1`, `OOM kill`, `liveness kill`. Undefined if nothing was restarted, and nothing failed. */
export function lastExitText(model: KubeletModel, look: PodSnapshot): string | undefined {
  const { pod } = look;
  const failed = pod.phase === "Failed" ? pod.containers.find(({ name }) => name === failedEnd(pod)?.name) : undefined;
  const next = nextOfPod(model, look);
  const ended = failed ?? next?.container ?? mostRestarted(look);
  const end = ended && lastEndText(model, look, ended);
  return restartsOf(pod) > 0 || next !== undefined || failed !== undefined ? end : undefined;
}

/** Describes one container in the same way. */
export function shortContainerWords(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): TimedText {
  const next = nextTry(model, look, container);
  const [state] = next.is === "none" ? containerWords(model, look, container) : [];
  const first: TimedText =
    next.is === "none" ? (state === undefined || isWindow(state) ? [] : [state]) : nextWords(next, container);
  const { restartCount } = container;
  const end = restartCount > 0 || next.is !== "none" ? lastEndText(model, look, container) : undefined;
  return [...first, ...(restartCount > 0 ? [` · ↻${restartCount}`] : []), ...(end === undefined ? [] : [` · ${end}`])];
}

/** When the last run ended that was followed by another one, or will be. Ms since 1970; undefined if there is none, or nobody knows. */
export function lastRestart({ pod: { containers } }: PodSnapshot): number | undefined {
  const times = containers.flatMap(({ lastState, restartCount }) =>
    restartCount === 0 ? [] : (lastState?.finishedAt?.nominalMs ?? []),
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

/** When a pod that failed did. Ms since 1970; undefined if it has not, or nobody knows. */
export function failedSince({ pod: { phase, containers, conditions } }: PodSnapshot): number | undefined {
  if (phase !== "Failed") return undefined;
  const ends = containers.flatMap(({ state }) =>
    state.is === "terminated" ? (state.finishedAt?.nominalMs ?? []) : [],
  );
  const decided = conditions.flatMap(({ since }) => since?.nominalMs ?? []);
  const times = [...ends, ...decided];
  return times.length === 0 ? undefined : Math.max(...times);
}

function stateOf(model: KubeletModel, look: PodSnapshot): TimedText {
  const { pod } = look;
  if (pod.phase === "Succeeded") return ["completed"];
  if (pod.phase === "Failed") return [pod.reason ? `failed (${pod.reason})` : "failed"];
  const deletion = deletionHold(look);
  if (deletion !== undefined)
    return ["deleting", ...graceWords(deletion), ...(deletion.heldBy ? [`, ${deletion.heldBy}`] : [])];
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  if (ready?.status === "True") {
    const [looping] = loopWords(model, look) ?? [];
    return [looping ?? "ready"];
  }
  const unscheduled = schedulingHold(look);
  if (unscheduled !== undefined)
    return [
      `pending (${unscheduled.isGated ? "scheduling gates" : firstSentence(unscheduled.why ?? "not scheduled")})`,
    ];
  // What events tell of kills follows in other words.
  const [first] = podWords(model, look);
  if (typeof first === "string") return [first.split(", killed by ")[0] ?? first];
  return first === undefined || isWindow(first) ? ["not ready"] : [first];
}

function isWindow(part: TimedText[number]): boolean {
  return typeof part !== "string" && "window" in part;
}

function nextWords(next: NextTry, { state }: ObservedContainer): TimedText {
  const waits = state.is === "waiting" ? state.reason : undefined;
  switch (next.is) {
    case "start":
      return [{ what: "", window: next.window }];
    case "reset":
      return ["restart of all ", { what: "", window: next.window }];
    case "pull":
      return [`${waits ?? "image pull"} `, ...shortPull(next)];
    case "polled":
      return [next.reason];
    case "none":
      return [next.reason];
  }
}

function shortPull(next: Extract<NextTry, { is: "pull" }>): TimedText {
  if (next.window === undefined) return ["(retried)"];
  const [whole] = nextTryWords(next);
  const afterwards =
    typeof whole === "object" && "window" in whole && whole.afterwards !== undefined ? "(retried)" : undefined;
  return [{ what: "", window: next.window, ...(afterwards !== undefined && { afterwards }) }];
}

function mostRestarted({ pod: { containers } }: PodSnapshot): ObservedContainer | undefined {
  return containers.toSorted((one, other) => other.restartCount - one.restartCount)[0];
}

/** What ended the last run that is over: `exit 1`, `OOM kill`, `liveness kill`. Undefined if none is over. */
function lastEndText(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): string | undefined {
  const run = runsOf(look, container).runs.findLast(({ end }) => end !== undefined);
  return run && runEndText(model, look, { container, run });
}

function runEndText(
  model: KubeletModel,
  look: PodSnapshot,
  { container, run }: { readonly container: ObservedContainer; readonly run: ObservedRun },
): string | undefined {
  const { end } = run;
  if (end === undefined) return undefined;
  if (end.reason === restartingAllReason) return "restart of all";
  const stop = stopOfRun(model, look, { container, run });
  if (stop?.by === "liveness" || stop?.by === "startup") return `${stop.by} kill`;
  if (end.reason === "OOMKilled") return "OOM kill";
  return isStartFailure(end) ? "failed start" : `exit ${end.exitCode}`;
}
