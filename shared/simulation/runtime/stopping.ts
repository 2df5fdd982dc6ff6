import { addSpans, exactly, type Span } from "../../basics/span.ts";
import type { Handler } from "../../kubernetes/pod.ts";
import { type AttemptAnswer, answerHook } from "../../probe/answer.ts";
import { stepOf } from "../../scenario/ranges.ts";
import { heldUp } from "../status/schedule.ts";
import type { EntryData } from "../timeline/timeline.ts";
import { has } from "../world/changes.ts";
import { detectionSpan, stepMs, stepSpan } from "../world/loops.ts";
import { type EntryReason, emitEvent, followedBy, record } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import type { Task, Wait } from "../world/tasks.ts";
import { type Instance, knownState, latest, type PodContainer, type World } from "../world/world.ts";
import type { Kill } from "./actions.ts";
import { exitInstance } from "./runtime.ts";

/** Minimum grace period of a container. */
const shortestGraceMs = 2000;

interface Stop extends EntryReason {
  readonly graceMs: number;
  readonly message: string;
  readonly runsPreStop: boolean;
  /** SIGKILL without any grace period, as KEP-5532 has it when all containers restart. */
  readonly atOnce?: boolean;
  /** The probe whose failure asked for this. */
  readonly probe?: "liveness" | "startup";
  /** When the pod ends, a sidecar waits for its turn before it gets SIGTERM. */
  readonly turn?: () => boolean;
}

/**
 * Stops one container: preStop, its turn, SIGTERM, SIGKILL. Ends when the container is gone. One that died without the
 * kubelet's knowledge is stopped all the same: only SIGTERM finds nobody.
 * Models pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer (v1.37.1).
 */
export function* stopContainer(world: World, container: PodContainer, instance: Instance, stop: Stop): Task {
  const isGone = (): boolean => instance.state !== "running";
  emitEvent(world, container, "Normal", "Killing", stop.message);
  let graceMs = stop.graceMs;
  let reason: EntryReason = stop;
  const hook = stop.runsPreStop && graceMs > 0 ? container.spec.preStop : undefined;
  if (hook !== undefined) {
    const beganMs = world.queue.nowMs;
    reason = { cause: yield* runPreStop(world, { container, instance, hook }, stop), since: exactly(0) };
    graceMs -= Math.floor((world.queue.nowMs - beganMs) / 1000) * 1000;
  }
  if (stop.turn !== undefined && graceMs > 0) {
    const beganMs = world.queue.nowMs;
    const { turn } = stop;
    yield* waitFor(world, graceMs, turn);
    const waitedMs = world.queue.nowMs - beganMs;
    graceMs -= Math.floor(waitedMs / 1000) * 1000;
    if (waitedMs > 0) reason = afterTurn(world, { cause: reason.cause, since: plus(reason, waitedMs) }, turn());
  }
  yield* waitFor(world, stepMs(world.loops, "kill", world.queue.nowMs, { container: container.spec.name }), isGone);
  if (isGone()) return;
  const probe = stop.probe === undefined ? {} : { probe: stop.probe };
  yield* signal(world, container, instance, {
    ...followedBy(reason, stepSpan(world.loops, "kill")),
    data: { graceMs: stop.atOnce === true ? 0 : Math.max(graceMs, shortestGraceMs), ...probe },
  });
}

/** A sidecar whose turn comes follows from the last end that it waited for. */
function afterTurn({ runtime, loops }: World, reason: EntryReason, isTurn: boolean): EntryReason {
  const { lastAct } = runtime;
  const { cause, since } = reason;
  if (!isTurn || lastAct === undefined || cause === undefined) return reason;
  const ended = addSpans(lastAct.at, stepSpan(loops, "kill"));
  return {
    cause,
    since,
    at: { ...addSpans(cause.at, since), latestMs: Math.max(cause.at.latestMs + since.latestMs, ended.latestMs) },
  };
}

interface Hooked {
  readonly container: PodContainer;
  readonly instance: Instance;
  readonly hook: Handler;
}

/** A command fails with its container; a sleep is the kubelet's own and goes on. Models executePreStopHook (v1.37.1). */
function* runPreStop(world: World, { container, instance, hook }: Hooked, stop: Stop): Generator<Wait, Moment> {
  const { queue } = world;
  const { graceMs } = stop;
  const isGone = (): boolean => instance.state !== "running";
  const endsWith = hook.type === "sleep" ? (): boolean => false : isGone;
  const beganMs = queue.nowMs;
  const answer = askHook(instance, "preStop", hook, beganMs);
  const note = (kind: "pre-stop-done" | "pre-stop-cut", data: EntryData): Moment =>
    record(world, container, instance, {
      kind,
      cause: stop.cause,
      since: plus(stop, queue.nowMs - beganMs),
      data: { ...data, tookMs: queue.nowMs - beganMs },
      path: [...container.spec.path, "lifecycle", "preStop"],
    });
  const abandoned = (): void => {
    note("pre-stop-done", { answer: "error", isCanceled: true });
  };
  yield* waitFor(world, Math.min(answer.tookMs, graceMs), endsWith, abandoned);
  const tookMs = queue.nowMs - beganMs;
  const isCut = answer.tookMs > graceMs && tookMs === graceMs;
  const result = tookMs < Math.min(answer.tookMs, graceMs) ? "failure" : answer.result;
  const done = isCut ? note("pre-stop-cut", { answer: "timeout" }) : note("pre-stop-done", { answer: result });
  const failed = (): void => emitEvent(world, container, "Warning", "FailedPreStopHook", "PreStopHook failed");
  const lateMs = isCut ? stepMs(world.loops, "answer", queue.nowMs, { container: container.spec.name }) : 0;
  if (isCut)
    world.tasks.run(outlast(world, beganMs + answer.tookMs + lateMs, endsWith), (ended) =>
      ended === "success" && answer.result === "success" ? undefined : failed(),
    );
  else if (result !== "success") failed();
  return done;
}

/** Result of a hook: on an exited container it fails immediately. */
export function askHook(
  instance: Instance,
  hook: "postStart" | "preStop",
  handler: Handler,
  nowMs: number,
): AttemptAnswer {
  if (handler.type !== "sleep" && instance.state !== "running") return { result: "error", tookMs: 0 };
  return answerHook(instance.behavior, hook, handler, nowMs - instance.startedAtMs);
}

/** A hook that is not waited for any longer goes on, and fails with its container. */
function* outlast({ queue }: World, endsMs: number, isGone: () => boolean): Task<"success" | "failure"> {
  yield endsMs === Number.POSITIVE_INFINITY ? { until: isGone } : { untilMs: endsMs, until: isGone };
  return queue.nowMs < endsMs ? "failure" : "success";
}

/** SIGTERM, then SIGKILL when the grace period is over. */
function* signal(
  world: World,
  container: PodContainer,
  instance: Instance,
  stop: EntryReason & { readonly data: { readonly graceMs: number } },
): Task {
  const isGone = (): boolean => instance.state !== "running";
  const { graceMs } = stop.data;
  const sigterm = record(world, container, instance, { kind: "container-stopping", ...stop });
  instance.stoppedBy = sigterm;
  const answer = instance.behavior.stop;
  const isHeard = graceMs > 0 && answer.kind === "stops" && endsInTime(world, container, answer.inMs, graceMs);
  if (isHeard) {
    const end = {
      exitCode: answer.exitCode,
      reason: answer.exitCode === 0 ? ("Completed" as const) : ("Error" as const),
    };
    world.queue.schedule(world.queue.nowMs + answer.inMs, () =>
      exitInstance(world, container, instance, end, {
        cause: sigterm,
        since: shorterThan(stepOf(answer.inMs, answer.ranges?.inMs), graceMs),
      }),
    );
  }
  // The runtime goes on with what it was asked for, whatever becomes of the kubelet.
  world.queue.schedule(world.queue.nowMs + graceMs, () => {
    if (isGone() || (isHeard && answer.inMs === graceMs)) return;
    const killed = record(world, container, instance, {
      kind: "container-killed",
      cause: sigterm,
      since: exactly(graceMs),
    });
    exitInstance(world, container, instance, { exitCode: 137, reason: "Error" }, { cause: killed, since: exactly(0) });
  });
  yield { until: isGone };
}

/** What takes longer is killed. */
function shorterThan(span: Span, graceMs: number): Span {
  return { ...span, latestMs: Math.min(span.latestMs, graceMs) };
}

/** An end in the very instant of SIGKILL may come before or after it. */
function endsInTime({ loops, queue }: World, container: PodContainer, inMs: number, graceMs: number): boolean {
  if (inMs !== graceMs || loops.ideal) return inMs <= graceMs;
  const about = { container: container.spec.name };
  return loops.chance.draw({ kind: "tie", nowMs: queue.nowMs, earliestMs: 0, latestMs: 1, ...about }) === 0;
}

/** Kills one container of a pod that goes on, because a probe failed or its image changed; blocks the pass until it is gone. */
export function* killContainer(world: World, kill: Kill, cause: Moment): Task {
  const { container, probe } = kill;
  const instance = latest(container);
  if (instance === undefined) return;
  const ownSeconds = probe === undefined ? undefined : container.spec.probes[probe]?.terminationGracePeriodSeconds;
  const graceMs = (ownSeconds ?? world.pod.terminationGracePeriodSeconds) * 1000;
  const failed = container.workers.find((worker) => worker.type === probe)?.resultBy;
  if (probe !== undefined && instance.state === "running") world.recorder.probeKills += 1;
  yield* stopContainer(world, container, instance, {
    graceMs,
    message: kill.message,
    ...(probe === undefined ? {} : { probe }),
    runsPreStop: true,
    // One that another kill of the same pass held up follows from the end of that one.
    ...heldUp(world, cause, { cause: failed ?? cause, since: detectionSpan(world.loops) }),
  });
}

/**
 * Ends all running containers side by side; a sidecar waits until the regular containers and the next sidecar are gone.
 * Models pkg/kubelet/kuberuntime/kuberuntime_termination_order.go and pkg/kubelet/kubelet.go SyncTerminatingRuntimePod (v1.37.1).
 */
export function* killPod(world: World, reason: EntryReason & { readonly graceMs: number }): Task {
  const running = world.containers.filter((container) => isKnownToRun(world, container));
  const stopped = new Set<PodContainer>();
  // Of a pod that it does not know, the kubelet has the names of its containers: it knows no order and no hooks.
  const isKnown = !world.deletion.isOrphaned;
  const ordered = isKnown && has(world.input.assumptions.node, "sidecars end last");
  for (const container of running) {
    const instance = latest(container);
    if (instance === undefined) continue;
    const message = `Stopping container ${container.spec.name}`;
    const stop: Stop = { ...reason, message, runsPreStop: isKnown };
    const waits = ordered && container.spec.kind === "sidecar";
    const before = goesBefore(world, container).filter((other) => running.includes(other));
    const turn = (): boolean => before.every((other) => stopped.has(other));
    world.tasks.run(stopContainer(world, container, instance, waits ? { ...stop, turn } : stop), () =>
      stopped.add(container),
    );
  }
  yield { until: () => stopped.size === running.length };
}

function isKnownToRun(world: World, container: PodContainer): boolean {
  const instance = latest(container);
  return instance !== undefined && knownState(world, instance) === "running";
}

/** The next sidecar waits for the one after it. One that is down already waits for nobody. */
function goesBefore({ containers }: World, sidecar: PodContainer): readonly PodContainer[] {
  const later = containers.slice(containers.indexOf(sidecar) + 1);
  const next = later.find(({ spec }) => spec.kind === "sidecar");
  return containers.filter((container) => container.spec.kind === "regular" || container === next);
}

function* waitFor(
  world: World,
  ms: number,
  until: () => boolean,
  abandoned = (): void => undefined,
): Generator<Wait, void> {
  if (ms <= 0 || until()) return;
  const wait = { until, abandoned };
  yield ms === Number.POSITIVE_INFINITY ? wait : { ...wait, untilMs: world.queue.nowMs + ms };
}

function plus(reason: EntryReason, ms: number): EntryReason["since"] {
  const { since } = reason;
  return { nominalMs: since.nominalMs + ms, earliestMs: since.earliestMs + ms, latestMs: since.latestMs + ms };
}

/** From the end of a container to what the same pass does next. */
export function reactionSpan(world: World): EntryReason["since"] {
  return stepSpan(world.loops, "kill");
}
