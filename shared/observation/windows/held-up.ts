import type { Span } from "../../basics/span.ts";
import type { Container, Handler } from "../../kubernetes/pod.ts";
import { sleepingCommand } from "../../kubernetes/sleeping-command.ts";
import { decideRestart } from "../../restart/decision.ts";
import type { ObservedEvent } from "../objects/event-object.ts";
import { type KubeletModel, specOf, waitUntilStart } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import type { ObservedRun } from "../objects/runs.ts";
import { pullTimesMs, unseenPullMaxMs } from "./image-pulls.ts";

// A pod has one worker: while a pass stops, pulls, starts or waits for a hook, no other container of the pod is looked at.
// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go SyncPod (v1.37.1).

/** A hook has no time limit. What neither its command nor anybody who saw it tells of one is taken to last so long. */
const assumedHookMaxMs = 30_000;

/** Longest time that a hook is taken to last. One that never ends leaves nothing to wait for. */
function hookMaxMs(hook: Handler | undefined): number {
  if (hook === undefined) return 0;
  if (hook.type === "sleep") return hook.seconds * 1000;
  const sleeping = hook.type === "exec" ? sleepingCommand(hook.command) : undefined;
  if (sleeping === undefined || sleeping.sleepMs === Number.POSITIVE_INFINITY) return assumedHookMaxMs;
  return sleeping.isWhole ? sleeping.sleepMs : sleeping.sleepMs + assumedHookMaxMs;
}

interface Waiting {
  readonly container: ObservedContainer;
  readonly last: ObservedRun;
  /** When it is started if nothing holds up the pass. */
  readonly window: Span;
}

/** The same window, as long as the pod's worker can be busy with something else. */
export function heldUpWindow(model: KubeletModel, look: PodSnapshot, waiting: Waiting): Span {
  const { container, last, window } = waiting;
  const others = look.pod.containers.filter(({ name }) => name !== container.name);
  const seenMs = [...ownHookTimes(model, look, waiting), ...others.flatMap((other) => workTimes(other, last))];
  const afterWork = waitUntilStart(model, 0, Number.POSITIVE_INFINITY).latestMs;
  const busyMs = [ownHookMs(model, look, waiting), ...others.map((other) => workMs(model, look, other))];
  const latestMs = Math.max(window.latestMs, ...seenMs.map((each) => each + afterWork));
  return { ...window, latestMs: latestMs + busyMs.reduce((sum, each) => sum + each, 0) };
}

/** When the kubelet was at work for another container after this one had ended. */
function workTimes({ state, lastState }: ObservedContainer, { end }: ObservedRun): readonly number[] {
  const ended = state.is === "terminated" ? state : lastState;
  const times = [state.is === "running" ? state.startedAt : undefined, ended?.finishedAt, ended?.startedAt];
  const sinceMs = end?.finishedAt?.earliestMs ?? Number.POSITIVE_INFINITY;
  return times.flatMap((time) => (time !== undefined && time.latestMs > sinceMs ? time.latestMs : []));
}

/** Longest time that a pass may take for another container before this one's turn, of which nothing is seen yet. */
function workMs(model: KubeletModel, look: PodSnapshot, other: ObservedContainer): number {
  const spec = specOf(model, other.name);
  if (spec === undefined) return 0;
  if (other.state.is === "running") return isBeingStopped(look, other) ? graceMs(model, spec) : 0;
  if (!mayStart(model, spec, other)) return 0;
  return hookMaxMs(spec.postStart) + (spec.imagePullPolicy === "Always" ? pullMaxMs(look.events, other.name) : 0);
}

/** A container whose last start failed, that is in its back-off, or that has ended and restarts, is started by a pass to come. */
function mayStart(
  { pod, assumptions }: KubeletModel,
  spec: Container,
  { state, lastState }: ObservedContainer,
): boolean {
  if (state.is !== "terminated") return state.is === "waiting" && lastState !== undefined;
  if (spec.kind === "init" && state.exitCode === 0 && state.reason !== "OOMKilled") return false;
  return decideRestart(spec, pod, assumptions.node, state.exitCode).decision !== "final";
}

function pullMaxMs(events: readonly ObservedEvent[], container: string): number {
  const tookMs = pullTimesMs(events, container);
  return tookMs.length === 0 ? unseenPullMaxMs : Math.max(...tookMs) * 2;
}

/** Whether its kubelet said that it stops this run. */
function isBeingStopped({ events }: PodSnapshot, { name, state }: ObservedContainer): boolean {
  if (state.is !== "running" || state.startedAt === undefined) return false;
  const sinceMs = state.startedAt.latestMs;
  return events.some(
    ({ reason, container, last }) => reason === "Killing" && container === name && (last?.earliestMs ?? 0) >= sinceMs,
  );
}

function graceMs({ pod }: KubeletModel, { probes }: Container): number {
  const seconds = [pod.terminationGracePeriodSeconds, probes.liveness, probes.startup].map((each) =>
    typeof each === "object" ? (each.terminationGracePeriodSeconds ?? 0) : (each ?? 0),
  );
  return Math.max(...seconds) * 1000;
}

/** When its own hook was over, which may be long after its end. It is stopped then, with its other hook, although it is dead. */
function ownHookTimes(model: KubeletModel, look: PodSnapshot, { container, last }: Waiting): readonly number[] {
  const spec = specOf(model, container.name);
  const stopMs = spec?.preStop === undefined ? 0 : graceMs(model, spec);
  return failedHookTimes(look, container.name, last).map((each) => each + stopMs);
}

function failedHookTimes({ events }: PodSnapshot, name: string, { startedAt }: ObservedRun): readonly number[] {
  const sinceMs = startedAt?.earliestMs ?? Number.POSITIVE_INFINITY;
  return events.flatMap(({ reason, container, last }) => {
    const isOwn = reason === "FailedPostStartHook" && container === name;
    return isOwn && last !== undefined && last.latestMs >= sinceMs ? last.latestMs : [];
  });
}

/** A container that ended during its hook. If no event shows when the hook was over, that is not known. */
function ownHookMs(model: KubeletModel, look: PodSnapshot, { container, last }: Waiting): number {
  const { state, name } = container;
  const isHook = state.is === "waiting" && state.reason === "PostStartHookError";
  return isHook && failedHookTimes(look, name, last).length === 0 ? hookMaxMs(specOf(model, name)?.postStart) : 0;
}
