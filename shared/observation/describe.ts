import { formatRecorded } from "../basics/span-words.ts";
import type { TimedText } from "../protocol/values/timed-text.ts";
import { type ObservedStop, stopOf } from "./inference/causes.ts";
import type { KubeletModel } from "./objects/kubelet-model.ts";
import { specOf } from "./objects/kubelet-model.ts";
import type { ObservedCondition, ObservedContainer, ObservedEnd, ObservedPod } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { isStartFailure, type ObservedRun, stopsOf } from "./objects/runs.ts";
import { type NextTry, nextTry, runsOf } from "./windows/next-try.ts";
import { nextTryWords, timedTextAt } from "./words.ts";

/** What a container does at `nowMs`, in words: `ready`, `waiting after crash, next try in 1m12s–1m43s`. */
export function containerText(
  model: KubeletModel,
  look: PodSnapshot,
  container: ObservedContainer,
  nowMs: number,
): string {
  return timedTextAt(containerWords(model, look, container), nowMs);
}

export function containerWords(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): TimedText {
  const kills = killsText(look, container);
  const text = stateWords(model, look, container);
  return kills === undefined ? text : [...text, `, ${kills}`];
}

/** The same for a pod: what is most wrong with it, or that all is well. */
export function podText(model: KubeletModel, look: PodSnapshot, nowMs: number): string {
  return timedTextAt(podWords(model, look), nowMs);
}

export function podWords(model: KubeletModel, look: PodSnapshot): TimedText {
  const { pod } = look;
  if (pod.deletionAt !== undefined) return ["is being deleted"];
  if (pod.phase === "Succeeded") return [withCause("completed", pod)];
  if (pod.phase === "Failed") return [withCause("failed", pod)];
  const worst = pod.containers
    .map((container) => ({ container, rank: rankOf(nextTry(model, look, container), container) }))
    .sort((one, other) => one.rank - other.rank)[0];
  if (worst === undefined) return [notStartedText(pod)];
  if (worst.rank < restRank || pod.containers.length === 1) return containerWords(model, look, worst.container);
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  return ready?.status === "True" ? ["ready"] : containerWords(model, look, worst.container);
}

/** For a pod without container statuses. */
function notStartedText({ conditions }: ObservedPod): string {
  const scheduled = conditions.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status !== "False") return "starting";
  const { reason, message } = scheduled;
  return withCause("pending, not scheduled", { reason: message ? undefined : reason, message });
}

/** `failed, Evicted: The node was low on resource: memory`. */
function withCause(what: string, { reason, message }: Pick<ObservedCondition, "reason" | "message">): string {
  const sentence = (message ?? "").trim().replace(/\s+/g, " ").replace(/\.$/, "");
  return `${what}${reason ? `, ${reason}` : ""}${sentence ? `: ${sentence}` : ""}`;
}

/** The earliest next try of a pod and whose it is; undefined if nothing of it waits. */
export function nextOfPod(
  model: KubeletModel,
  look: PodSnapshot,
): { readonly container: ObservedContainer; readonly next: NextTry } | undefined {
  const tries = look.pod.containers
    .map((container) => ({ container, next: nextTry(model, look, container) }))
    .filter(({ next }) => next.is !== "none");
  const startMs = ({ next }: { readonly next: NextTry }): number =>
    "window" in next && next.window !== undefined ? next.window.earliestMs : Number.POSITIVE_INFINITY;
  return tries.sort((one, other) => startMs(one) - startMs(other))[0];
}

const restRank = 5;

function rankOf(next: NextTry, { state, ready, kind }: ObservedContainer): number {
  if (next.is !== "none") return { start: 0, pull: 1, polled: 2, reset: 3 }[next.is];
  if (kind === "init" || kind === "ephemeral") return state.is === "running" ? restRank + 1 : restRank + 4;
  if (state.is === "running") return ready ? restRank + 3 : restRank;
  return restRank + 2;
}

function stateWords(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): TimedText {
  const { state } = container;
  const next = nextTry(model, look, container);
  switch (next.is) {
    case "start":
    case "reset":
      return [`waiting after ${endText(model, look, container)}, `, ...nextTryWords(next)];
    case "pull":
      return ["image pull failed, ", ...nextTryWords(next)];
    case "polled":
      return [`failed to start (${next.reason}), `, ...nextTryWords(next)];
    case "none":
      return [state.is === "running" ? runningText(model, container) : restText(state.is, next.reason, container)];
  }
}

function runningText(model: KubeletModel, { name, kind, ready, started }: ObservedContainer): string {
  if (kind === "init" || kind === "ephemeral") return "runs";
  if (ready) return "ready";
  const startup = specOf(model, name)?.probes.startup;
  return startup !== undefined && !started ? "starting" : "running, not ready";
}

function restText(is: "waiting" | "terminated", reason: string, { state }: ObservedContainer): string {
  if (is === "waiting" || state.is !== "terminated") return reason.replace(/^it /, "");
  return state.exitCode === 0 ? "completed" : `ended with ${exitText(state)}`;
}

function endText(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): string {
  const run = runsOf(look, container).runs.at(-1);
  if (run?.end === undefined) return "its end";
  const stop = stopOfRun(model, look, { container, run });
  if (stop?.by === "liveness" || stop?.by === "startup") return `${stop.by} kill${evidenceText(stop, run)}`;
  if (run.end.reason === "OOMKilled") return "OOM kill";
  if (isStartFailure(run.end)) return "failed start";
  if (stop?.by === "other") return "stop";
  return run.end.exitCode === 0 ? "completion" : "crash";
}

/** Who had the container stopped in one of its runs. */
export function stopOfRun(
  model: KubeletModel,
  look: PodSnapshot,
  { container: { name }, container, run }: { readonly container: ObservedContainer; readonly run: ObservedRun },
): ObservedStop | undefined {
  const { runs } = runsOf(look, container);
  const { pod, events } = look;
  return stopOf(model, { container: name, runs, stops: stopsOf(events, name), events, pod }, run);
}

/** Without an event, the run itself shows it: ` (by its run of 10s)`. */
function evidenceText({ evidence, isGuess }: ObservedStop, { lengthMs }: ObservedRun): string {
  if (evidence === "event" || lengthMs === undefined) return "";
  return ` (${isGuess === true ? "probably, " : ""}by its run of ${formatRecorded(lengthMs.nominalMs)})`;
}

/** `exit code 137 (OOMKilled)`. */
export function exitText({ exitCode, reason }: ObservedEnd): string {
  const told = reason === undefined || reason === "Error" || reason === "Completed" ? "" : ` (${reason})`;
  return `exit code ${exitCode}${told}`;
}

/** `killed by liveness 3 times`; of more restarts than events tell of, `at least 3 times`. */
function killsText({ events }: PodSnapshot, { name, restartCount }: ObservedContainer): string | undefined {
  const kills = stopsOf(events, name).filter(({ by }) => by !== "other");
  if (kills.length === 0) return undefined;
  const told = kills.reduce((sum, { count }) => sum + count, 0);
  const atLeast = told < restartCount ? "at least " : "";
  return kills
    .map(({ by, count }) => `killed by ${by} ${atLeast}${count === 1 ? "once" : `${count} times`}`)
    .join(", ");
}
