import type { Span } from "../../basics/span.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import { decideRestart } from "../../restart/decision.ts";
import { has } from "../../simulation/world/changes.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import { type KubeletModel, pollSpan, specOf, waitUntilStart } from "../objects/kubelet-model.ts";
import type { ObservedContainer, ObservedPod, ObservedWaiting } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { type ObservedRuns, runsOfLooks, stopsOf } from "../objects/runs.ts";
import { type BackOff, type BackOffStep, restartWindow, traceBackOff } from "./back-off.ts";
import { heldUpWindow } from "./held-up.ts";
import { type ImageTry, nextImageTry } from "./image-back-off.ts";
import { withPulls } from "./image-pulls.ts";
import { lostBackOffs } from "./lost-back-offs.ts";
import { earliestReset, withSiblingResets } from "./resets.ts";

/** When a container is tried again. */
export type NextTry =
  /** `mayBeReset`: a restart of all containers may come before the back-off is over. */
  | { readonly is: "start"; readonly window: Span; readonly backOff: BackOff; readonly mayBeReset?: true }
  | { readonly is: "pull"; readonly window: Span | undefined; readonly image: ImageTry }
  /** All containers of the pod are restarted in place: when that begins. */
  | { readonly is: "reset"; readonly window: Span }
  /** The kubelet tries again and again, without a back-off. */
  | { readonly is: "polled"; readonly reason: string; readonly everyMs: Span }
  /** `reason` is a part of a sentence: `runs`, `completed`. */
  | { readonly is: "none"; readonly reason: string };

export function lookAt(pod: ObservedPod, events: readonly ObservedEvent[] = []): PodSnapshot {
  return { pod, history: undefined, events };
}

export function runsOf({ history }: PodSnapshot, container: ObservedContainer): ObservedRuns {
  return runsOfLooks(history, container);
}

/** The back-off of a container through its known runs, oldest first. */
export function backOffSteps(
  model: KubeletModel,
  look: PodSnapshot,
  container: ObservedContainer,
): readonly BackOffStep[] {
  const runs = withSiblingResets(look, container, runsOf(look, container).runs);
  return traceBackOff(withPulls(model, look, container.name), {
    container: container.name,
    runs,
    stops: stopsOf(look.events, container.name),
    losses: lostBackOffs(model, look),
  });
}

/** When this container is tried again, or why it is not. */
export function nextTry(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): NextTry {
  const { pod } = look;
  const { state } = container;
  if (pod.deletionAt !== undefined) return none("the pod is being deleted");
  if (pod.phase === "Succeeded" || pod.phase === "Failed") return none(`the pod is ${pod.phase}`);
  if (container.kind === "ephemeral") return none("ephemeral containers are never restarted");
  if (state.is === "running") return none("it runs");
  const undelayed = state.is === "waiting" ? undelayedTry(model, look, container, state) : undefined;
  return undelayed ?? nextStart(model, look, container);
}

/** Of a container that waits for something else than its back-off. */
function undelayedTry(
  model: KubeletModel,
  { pod, events }: PodSnapshot,
  container: ObservedContainer,
  { reason }: ObservedWaiting,
): NextTry | undefined {
  if (reason === "ErrImagePull" || reason === "ImagePullBackOff") {
    const image = nextImageTry(model, events, { pod, container });
    return { is: "pull", window: image.window, image };
  }
  const isFailedStart = reason === "RunContainerError" || reason === "PostStartHookError";
  // A failed start is delayed where it left a dead container behind.
  if (reason !== undefined && (polledReasons.has(reason) || (isFailedStart && container.lastState === undefined)))
    return { is: "polled", reason, everyMs: pollSpan };
  return reason === "CrashLoopBackOff" || isFailedStart ? undefined : none(waitingText(reason));
}

function nextStart(model: KubeletModel, look: PodSnapshot, container: ObservedContainer): NextTry {
  const last = backOffSteps(model, look, container).at(-1);
  const spec = specOf(model, container.name);
  if (last?.run.end === undefined || spec === undefined) return none("its last run is unknown");
  const { exitCode, reason } = last.run.end;
  // A kubelet that names a back-off is going to start the container, whatever its end looks like to another one.
  const isRefused = container.state.is === "waiting" && container.state.reason === "CrashLoopBackOff";
  if (!isRefused && spec.kind === "init" && exitCode === 0 && reason !== "OOMKilled") return none("it completed");
  const { decision } = decideRestart(spec, model.pod, model.assumptions.node, exitCode);
  // A restart of all containers takes those along that would not restart by themselves, and the pod goes on.
  const isResetting = isResetUnderWay(look.pod);
  if (decision === "final" && !isRefused && !isResetting)
    return none(exitCode === 0 ? "it completed" : `it does not restart after exit code ${exitCode}`);
  if (!isResetting && isEnding(model, look.pod)) return none("the pod is terminating");
  const resets = decision === "restart-all" || isResetting;
  const quiet = restartWindow(withPulls(model, look, container.name), resets ? { ...last, delaysMs: [0] } : last);
  if (quiet === undefined) return none("the end of its last run is unknown");
  const held = heldUpWindow(model, look, { container, last: last.run, window: quiet });
  const window = resets ? held : behindSidecars(model, look, { container, window: held });
  if (resets) return { is: "reset", window };
  const { delaysMs, source, certainty } = last;
  const backOff = { delaysMs, source, certainty };
  const resetMs = earliestReset(model, look, container);
  if (resetMs === undefined || resetMs >= window.earliestMs) return { is: "start", window, backOff };
  const earliestMs = Math.max(resetMs, last.run.end.finishedAt?.earliestMs ?? resetMs);
  return { is: "start", window: { ...window, earliestMs }, backOff, mayBeReset: true };
}

interface Waiting {
  readonly container: ObservedContainer;
  readonly window: Span;
}

/**
 * From 1.29 to 1.36 a pod without a live regular container is initialized anew: its sidecars run before one of these is started.
 * Models pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions (v1.36.4, v1.37.1)
 */
function behindSidecars(model: KubeletModel, look: PodSnapshot, { container, window }: Waiting): Span {
  const { node } = model.assumptions;
  const { containers } = look.pod;
  const isOld =
    has(node, "only live containers count as initialized") && !has(node, "dead containers count as initialized");
  if (!isOld || container.kind !== "regular") return window;
  if (containers.some(({ kind, state }) => kind === "regular" && state.is === "running")) return window;
  return containers.reduce((sofar, sidecar) => later(sofar, startedWindow(model, look, sidecar)), window);
}

/** When a sidecar that is dead lets others start: it is started, and its startup probe has succeeded. */
function startedWindow(model: KubeletModel, look: PodSnapshot, sidecar: ObservedContainer): Span | undefined {
  if (sidecar.kind !== "sidecar" || sidecar.state.is === "running") return undefined;
  const next = nextTry(model, look, sidecar);
  if (next.is !== "start") return undefined;
  const startup = specOf(model, sidecar.name)?.probes.startup;
  const probeMs =
    startup === undefined ? 0 : (startup.initialDelaySeconds + startup.periodSeconds * startup.failureThreshold) * 1000;
  const seenMs = waitUntilStart(model, 0, Number.POSITIVE_INFINITY).latestMs;
  return { ...next.window, latestMs: next.window.latestMs + probeMs + seenMs };
}

function later(one: Span, other: Span | undefined): Span {
  if (other === undefined) return one;
  return {
    nominalMs: Math.max(one.nominalMs, other.nominalMs),
    earliestMs: Math.max(one.earliestMs, other.earliestMs),
    latestMs: Math.max(one.latestMs, other.latestMs),
  };
}

function isResetUnderWay({ conditions }: ObservedPod): boolean {
  return conditions.some(({ type, status }) => type === "AllContainersRestarting" && status === "True");
}

/** No container that keeps the pod alive will run again, so its sidecars are stopped. */
function isEnding(model: KubeletModel, { containers }: ObservedPod): boolean {
  const regular = containers.filter(({ kind }) => kind === "regular");
  return (
    (regular.length > 0 && regular.every((container) => isFinal(model, container))) ||
    containers.some((container) => container.kind === "init" && isFinal(model, container) && !hasCompleted(container))
  );
}

function isFinal({ pod, assumptions }: KubeletModel, { name, state }: ObservedContainer): boolean {
  const spec = allContainers(pod).find((container) => container.name === name);
  if (spec === undefined || state.is !== "terminated") return false;
  return decideRestart(spec, pod, assumptions.node, state.exitCode).decision === "final";
}

function hasCompleted({ state }: ObservedContainer): boolean {
  return state.is === "terminated" && state.exitCode === 0 && state.reason !== "OOMKilled";
}

/** Failed starts that no back-off delays. */
const polledReasons: ReadonlySet<string> = new Set([
  "CreateContainerConfigError",
  "CreateContainerError",
  "PreCreateHookError",
  "PreStartHookError",
  "ErrImageNeverPull",
  "InvalidImageName",
]);

function none(reason: string): NextTry {
  return { is: "none", reason };
}

function waitingText(reason: string | undefined): string {
  if (reason === "PodInitializing") return "it is waiting for init containers";
  if (reason === "RestartingAllContainers") return "all containers are restarting";
  return "it is starting";
}
