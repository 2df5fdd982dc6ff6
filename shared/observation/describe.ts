import { formatRecorded } from "../basics/span-words.ts";
import type { TimedText } from "../protocol/values/timed-text.ts";
import { type ObservedStop, stopOf } from "./inference/causes.ts";
import { lastPart } from "./last-part.ts";
import { loopUntil } from "./loop.ts";
import type { KubeletModel } from "./objects/kubelet-model.ts";
import { specOf } from "./objects/kubelet-model.ts";
import type { ObservedCondition, ObservedContainer, ObservedEnd, ObservedPod } from "./objects/pod-object.ts";
import type { PodSnapshot } from "./objects/pod-snapshot.ts";
import { isStartFailure, type ObservedRun, stopsOf } from "./objects/runs.ts";
import { pullProblem } from "./pull-problem.ts";
import {
  creationHold,
  type DeletionHold,
  deletionHold,
  type Hold,
  leftoverText,
  nodeHold,
  probeFailure,
  schedulingHold,
} from "./stuck.ts";
import { pullFailures } from "./windows/image-back-off.ts";
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
  if (pod.phase === "Succeeded") return [withCause("completed", pod), ...leftoverWords(look)];
  if (pod.phase === "Failed") return [failedText(pod), ...leftoverWords(look)];
  const deleting = deletionWords(look);
  if (deleting !== undefined) return deleting;
  const worst = pod.containers
    .map((container) => ({ container, rank: rankOf(nextTry(model, look, container), container) }))
    .sort((one, other) => one.rank - other.rank)[0];
  if (worst === undefined) return [notStartedText(look)];
  if (worst.rank < restRank || pod.containers.length === 1) return containerWords(model, look, worst.container);
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  if (ready?.status === "True") return loopWords(model, look) ?? ["ready"];
  const node = nodeHold(look);
  return node === undefined ? containerWords(model, look, worst.container) : [`not ready: ${node}`];
}

/** Of a pod that is ready while one of its containers is between two crashes. Undefined if none is. */
export function loopWords(model: KubeletModel, look: PodSnapshot): TimedText | undefined {
  const looping = look.pod.containers.flatMap((container) => {
    const untilMs = loopUntil(model, look, container);
    return untilMs === undefined ? [] : [{ container, untilMs }];
  });
  const longest = looping.toSorted((one, other) => other.untilMs - one.untilMs)[0];
  return longest && runningWords(model, look, longest.container);
}

/** `is being deleted (EvictionByEvictionAPI: …), SIGKILL in 12s, held by finalizer a.b/c`. Undefined if nobody deletes it. */
function deletionWords(look: PodSnapshot): TimedText | undefined {
  const hold = deletionHold(look);
  if (hold === undefined) return undefined;
  const because = hold.why === undefined ? "" : ` (${hold.why})`;
  const hook = hold.hook === undefined ? [] : [`, ${hold.hook}`];
  return [
    `is being deleted${because}`,
    ...hook,
    ...graceWords(hold),
    ...(hold.heldBy ? [`, held by ${hold.heldBy}`] : []),
  ];
}

function leftoverWords(look: PodSnapshot): TimedText {
  const text = leftoverText(look);
  return text === undefined ? [] : [`, ${text}`];
}

/** When what still runs is killed. */
export function graceWords({ isRunning, goneAt }: DeletionHold): TimedText {
  return isRunning ? [", ", { what: "SIGKILL", window: goneAt }] : [];
}

/** `failed, Evicted: The node was low on resource: memory`, `failed: app ended with exit code 3`. */
function failedText(pod: ObservedPod): string {
  const end = failedEnd(pod);
  if (pod.reason || pod.message || end === undefined) return withCause("failed", pod);
  return `failed: ${pod.containers.length === 1 ? "" : `${end.name} `}ended with ${exitText(end.state)}`;
}

/** The container that made a pod fail: the first that ended with something else than 0. */
export function failedEnd({ containers }: ObservedPod): { name: string; state: ObservedEnd } | undefined {
  return containers.flatMap(({ name, state, kind }) =>
    state.is === "terminated" && state.exitCode !== 0 && kind !== "ephemeral" ? [{ name, state }] : [],
  )[0];
}

/** For a pod without container statuses. */
function notStartedText(look: PodSnapshot): string {
  const scheduling = schedulingHold(look);
  if (scheduling !== undefined && !scheduling.isUnseen) {
    const what = scheduling.isGated ? scheduling.what : "pending, not scheduled";
    return scheduling.why === undefined ? what : `${what}: ${scheduling.why}`;
  }
  if (scheduling !== undefined) return "pending, not scheduled yet";
  const creation = creationHold(look);
  return creation === undefined ? "starting" : holdText(creation);
}

function holdText({ what, why }: Hold): string {
  return why === undefined ? what : `${what}: ${why}`;
}

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
      return [`image pull failed${pullCauseText(model, look, container)}, `, ...nextTryWords(next)];
    case "polled":
      return [`failed to start (${next.reason}${messageText(state)}), `, ...nextTryWords(next)];
    case "none":
      return state.is === "running" ? runningWords(model, look, container) : [restText(next.reason, look, container)];
  }
}

/** Between two crashes nothing is well, whatever the probes say. */
function runningWords(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): TimedText {
  const text = runningText(model, look, container);
  const untilMs = loopUntil(model, look, container);
  if (untilMs === undefined) return [text];
  return [{ text: `crash loop, ${text === "ready" ? "running now" : text}`, untilMs, afterwards: text }];
}

function runningText(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): string {
  const { name, kind, ready, started } = container;
  if (kind === "init" || kind === "ephemeral") return "runs";
  if (ready) return nodeHold(look) === undefined ? "ready" : `not ready: ${nodeHold(look)}`;
  const startup = specOf(model, name)?.probes.startup;
  if (startup !== undefined && !started) return "starting";
  const probe = probeFailure(look, container);
  return probe === undefined ? "running, not ready" : `running, not ready: ${probe}`;
}

function restText(reason: string, look: PodSnapshot, { state }: ObservedContainer): string {
  if (state.is === "terminated") return state.exitCode === 0 ? "completed" : `ended with ${exitText(state)}`;
  const isCreating = state.is === "waiting" && state.reason !== "PodInitializing";
  const hold = isCreating ? creationHold(look) : undefined;
  return hold === undefined ? reason.replace(/^it /, "") : holdText(hold);
}

/** ` (401 Unauthorized)`. */
function pullCauseText(
  model: KubeletModel,
  { events }: PodSnapshot,
  { name, state, specImage }: ObservedContainer,
): string {
  const image = specOf(model, name)?.image ?? specImage ?? "";
  const message = state.is === "waiting" ? state.message : undefined;
  const { why } = pullProblem(message, pullFailures(events, name, image), { image, secrets: [] });
  return why === undefined ? "" : ` (${why})`;
}

function messageText(state: ObservedContainer["state"]): string {
  const message = state.is === "waiting" ? (state.message ?? "").trim() : "";
  return message === "" ? "" : `: ${lastPart(message)}`;
}

function endText(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): string {
  const run = runsOf(look, container).runs.at(-1);
  if (run?.end === undefined) return "its end";
  const stop = stopOfRun(model, look, { container, run });
  if (stop?.by === "liveness" || stop?.by === "startup") return `${stop.by} kill${evidenceText(stop, run)}`;
  if (run.end.reason === "OOMKilled") return "OOM kill";
  if (isStartFailure(run.end)) return "failed start";
  if (stop?.by === "other") return isHookError(container) ? "failed postStart hook" : "stop";
  return run.end.exitCode === 0 ? "completion" : "crash";
}

/** The kubelet has stopped the container because its postStart hook failed. */
export function isHookError({ state }: ObservedContainer): boolean {
  return state.is === "waiting" && state.reason === "PostStartHookError";
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
