import { exactly } from "../../basics/span.ts";
import { type ProbeType, probeField } from "../../kubernetes/pod.ts";
import type { AttemptAnswer } from "../../probe/answer.ts";
import {
  adoptInstance,
  countAnswer,
  createWorker,
  initialResult,
  isDelayOver,
  nextTickMs,
} from "../../probe/worker.ts";
import { hadWorker, isDoneForGood, type MissingWorker, missingWorkers } from "../status/missing-workers.ts";
import { requestPass } from "../status/schedule.ts";
import { showReadiness, showStarted } from "../status/show.ts";
import { hasMoreToShow, isOlderThanKubelet } from "../status/status.ts";
import { has } from "../world/changes.ts";
import { stepMs, wholeSecond } from "../world/loops.ts";
import { record } from "../world/record.ts";
import type { Moment } from "../world/recorder.ts";
import {
  type CachedContainer,
  type Instance,
  latest,
  type PodContainer,
  type RunningWorker,
  type World,
} from "../world/world.ts";
import { type Asking, answerNow, isCanceled } from "./attempt-answer.ts";
import { attemptReason, tickOf } from "./attempt-reason.ts";
import { endWorker } from "./end-workers.ts";
import { answerData, awaitAnswer, canceled } from "./under-way.ts";
import { emitUnhealthy } from "./unhealthy.ts";

/** Makes the probe workers that a pass finds missing. Models pkg/kubelet/prober/prober_manager.go AddPod (v1.37.1). */
export function registerWorkers(world: World): void {
  for (const missing of missingWorkers(world)) registerWorker(world, missing);
}

function registerWorker(world: World, missing: MissingWorker): void {
  const { container, type, probe } = missing;
  // Passes of a pod that stirs are left out while nobody would notice them.
  if (hadWorker(missing) && isDoneForGood(world, container) && (world.loops.ideal || !hasMoreToShow(world))) return;
  const index = container.workers.findIndex((worker) => worker.type === type);
  if (index >= 0) container.workers.splice(index, 1);
  const sleepMs = initialSleepMs(world, container, type, probe.periodSeconds * 1000);
  const own = {
    tick: undefined,
    busy: false,
    isLate: false,
    underWay: undefined,
    isAsleep: sleepMs > 0,
    isGone: false,
    isLastLook: false,
    triggered: undefined,
    skippingSinceMs: undefined,
    lastAttempt: undefined,
    changedBy: undefined,
    resultBy: undefined,
    target: undefined,
    path: [...container.spec.path, probeField(type)],
  };
  const worker: RunningWorker = { ...createWorker(type, probe, world.queue.nowMs + sleepMs), ...own };
  container.workers.push(worker);
  world.queue.schedule(worker.gridMs, () => wakeWorker(world, container, worker));
}

/** From the start of the kubelet's process to that of its prober, about. */
const proberStartMs = 50;

/** The workers of a kubelet that started a short time ago spread themselves over one period. Models worker.go run (v1.37.1). */
function initialSleepMs(world: World, container: PodContainer, probe: ProbeType, periodMs: number): number {
  const { kubelet, queue, loops } = world;
  const { nowMs } = queue;
  if (loops.ideal || kubelet.startedMs === undefined || periodMs <= nowMs - kubelet.startedMs - proberStartMs) return 0;
  const { name } = container.spec;
  return loops.chance.draw({ kind: "probe-sleep", nowMs, earliestMs: 0, latestMs: periodMs, container: name, probe });
}

/** The first attempt is immediate; one that was triggered meanwhile follows. */
function wakeWorker(world: World, container: PodContainer, worker: RunningWorker): void {
  if (worker.ended) return;
  worker.isAsleep = false;
  attempt(world, container, worker, undefined);
  if (worker.isLastLook) endWorker(worker);
  else if (!worker.busy) followTrigger(world, container, worker);
}

/** Wakes the workers of a container whose state has changed; they probe at their next tick. */
export function touchWorkers(world: World, container: PodContainer): void {
  for (const worker of container.workers) {
    if (!worker.busy && !worker.isAsleep && worker.tick === undefined)
      scheduleTick(world, container, worker, wakingMs(worker, world.queue.nowMs));
  }
}

/** A worker that slept through its ticks still has the one of this instant; one that waited had it before the change. */
function wakingMs(worker: RunningWorker, nowMs: number): number {
  return nextTickMs(
    worker,
    worker.skippingSinceMs === undefined || worker.skippingSinceMs === nowMs ? nowMs : nowMs - 1,
  );
}

/** Asks for an attempt outside the grid. One such wish is kept while the worker is busy or asleep. Models the manual trigger of worker.go (v1.37.1). */
export function triggerReadiness(world: World, container: PodContainer, cause: Moment): void {
  const worker = container.workers.find((candidate) => candidate.type === "readiness");
  if (worker === undefined || worker.ended || worker.triggered !== undefined) return;
  worker.triggered = cause;
  if (!worker.busy && !worker.isAsleep)
    world.queue.schedule(world.queue.nowMs + stepMs(world.loops, "wake", world.queue.nowMs), () => {
      if (!worker.busy) followTrigger(world, container, worker);
    });
}

/** Makes the attempt that was asked for, if one was. Since 1.29 this moves the grid. */
function followTrigger(world: World, container: PodContainer, worker: RunningWorker): boolean {
  const { triggered } = worker;
  worker.triggered = undefined;
  if (worker.ended || triggered === undefined) return false;
  // What the ticker had ready is dropped with its reset, and comes after the attempt without one.
  if (worker.tick !== undefined) worker.tick.canceled = true;
  worker.tick = undefined;
  if (has(world.input.assumptions.node, "manual trigger moves the grid")) worker.gridMs = world.queue.nowMs;
  const age = statusAge(world, container);
  if (age === 0) attempt(world, container, worker, triggered);
  else {
    if (age === 1) attempt(world, container, worker, triggered, container.cachedBefore);
    if (!worker.busy) scheduleTick(world, container, worker);
  }
  return true;
}

/** A very fast worker reads the status from before the pass that woke it (1), or one that is older still and has nothing for it (2). */
function statusAge({ loops, queue }: World, container: PodContainer): number {
  if (loops.ideal) return 0;
  const about = { container: container.spec.name, probe: "readiness" as const };
  return loops.chance.draw({ kind: "stale", nowMs: queue.nowMs, earliestMs: 0, latestMs: 2, ...about });
}

function scheduleTick(
  world: World,
  container: PodContainer,
  worker: RunningWorker,
  atMs = nextTickMs(worker, world.queue.nowMs),
): void {
  if (worker.tick !== undefined) worker.tick.canceled = true;
  if (worker.ended) return;
  countSkipped(worker, world.queue.nowMs);
  const about = { container: container.spec.name, probe: worker.type };
  worker.tick = world.queue.schedule(atMs + stepMs(world.loops, "tick", atMs, about), () => {
    worker.tick = undefined;
    attempt(world, container, worker, undefined);
    if (!worker.busy) followTrigger(world, container, worker);
  });
}

/** One look of a worker, up to the handler. Models pkg/kubelet/prober/worker.go doProbe (v1.37.1). Without a next tick it sleeps until touched. */
function attempt(
  world: World,
  container: PodContainer,
  worker: RunningWorker,
  trigger: Moment | undefined,
  // What the worker read before it wrote the initial result is what it goes by.
  { instance: known, running, started, startedAtMs }: CachedContainer = container.cached,
): void {
  if (worker.ended || known === undefined) return;
  if (known.id !== worker.instance) adopt(world, container, worker, known);
  if (worker.onHold) return;
  if (!running) {
    failForDead(world, container, worker);
    worker.isGone = isDoneForGood(world, container);
    if (worker.isGone) endWorker(worker);
    return;
  }
  if (!isDelayOver(worker.probe, wholeSecond(world.loops, startedAtMs), world.queue.nowMs)) {
    scheduleTick(world, container, worker);
    return;
  }
  if (worker.type === "startup" ? started : !started) {
    if (container.cached.started !== started) scheduleTick(world, container, worker);
    return;
  }
  // Of a container that is removed meanwhile the status still says that it runs.
  const instance = worker.target;
  if (instance !== undefined) ask(world, { container, worker, instance }, trigger);
}

/** The first sight of a container writes its initial result, which is an update except for liveness. Models worker.go doProbe (v1.37.1). */
function adopt(world: World, container: PodContainer, worker: RunningWorker, known: Instance): void {
  const { running, started } = container.cached;
  worker.target = known;
  const isKept = running && isOlderThanKubelet(world, wholeSecond(world.loops, known.startedAtMs));
  const isSeeded = isKept && worker.type === "startup" && container.spec.kind === "sidecar" && started;
  adoptInstance(worker, known.id, isSeeded ? "success" : isKept ? "none" : initialResult(worker.type));
  const cause = known.exitedBy ?? known.startedBy;
  if (worker.type === "liveness" || cause === undefined || (isKept && !isSeeded)) return;
  if (!isKept && worker.type === "startup") setStarted(world, container, false, cause);
  else if (!isKept) showReadiness(world, container, false, cause);
  requestPass(world, cause);
}

/** A container found dead counts as failed, and that update is a pass of its own: it shows `CrashLoopBackOff` early. */
function failForDead(world: World, container: PodContainer, worker: RunningWorker): void {
  const cause = latest(container)?.exitedBy;
  if (worker.result === "failure" || cause === undefined) return;
  worker.result = "failure";
  if (worker.type === "readiness") showReadiness(world, container, false, cause);
  requestPass(world, cause);
}

function ask(world: World, asking: Asking, trigger: Moment | undefined): void {
  const { container, worker, instance } = asking;
  const answer = answerNow(world, asking, world.queue.nowMs);
  const reason = attemptReason(world, container, worker, instance, trigger);
  const data = isCanceled(world, worker) ? { ...answerData(worker, answer), ...canceled } : answerData(worker, answer);
  const moment = record(world, container, instance, { kind: "probe-attempt", ...reason, data, path: worker.path });
  worker.lastAttempt = { moment, instance: instance.id, tickMs: tickOf(world, worker) };
  worker.busy = true;
  const askedMs = world.queue.nowMs;
  awaitAnswer(world, asking, moment, answer, (ended, isGivenUp) => {
    // A worker that was told to end says what its last attempt came to; that counts no more.
    if (worker.ended && !isGivenUp) report(world, asking, ended);
    settle(world, asking, ended, moment);
    if (takesTick(world, asking, askedMs) || !followTrigger(world, container, worker))
      scheduleNext(world, asking, ended, askedMs);
  });
}

/** After an attempt that was longer than a period, a tick waits beside the trigger. Go takes either; the other one comes next. */
function takesTick({ loops, queue }: World, { container, worker }: Asking, askedMs: number): boolean {
  const { nowMs } = queue;
  if (loops.ideal || worker.triggered === undefined || worker.ended || worker.onHold) return false;
  if (nextTickMs(worker, askedMs) > nowMs) return false;
  const about = { container: container.spec.name, probe: worker.type };
  return loops.chance.draw({ kind: "select", nowMs, earliestMs: 0, latestMs: 1, ...about }) === 1;
}

/** At most one tick is kept while an attempt runs; it fires right afterwards. */
function scheduleNext(world: World, { container, worker }: Asking, answer: AttemptAnswer, askedMs: number): void {
  if (worker.onHold) return;
  const nowMs = world.queue.nowMs;
  const tickMs = nextTickMs(worker, askedMs);
  if (isSteady(world, worker, answer)) worker.skippingSinceMs = nowMs;
  else scheduleTick(world, container, worker, Math.max(tickMs, nowMs));
}

/** Where its attempts are not recorded, a worker that can learn nothing new sleeps until something changes. */
function isSteady(world: World, worker: RunningWorker, answer: AttemptAnswer): boolean {
  return (
    !world.recorder.keepsAttempts && answer.result === "success" && answer.tookMs === 0 && worker.result === "success"
  );
}

function countSkipped(worker: RunningWorker, nowMs: number): void {
  if (worker.skippingSinceMs === undefined) return;
  worker.resultRun += Math.floor((nowMs - worker.skippingSinceMs) / (worker.probe.periodSeconds * 1000));
  worker.skippingSinceMs = undefined;
}

function report(world: World, { container, worker }: Asking, answer: AttemptAnswer): void {
  if (answer.result !== "success") emitUnhealthy(world, container, worker, answer);
}

/** Counts the answer and passes on a result that changed. */
function settle(world: World, asking: Asking, answer: AttemptAnswer, asked: Moment): void {
  const { container, worker, instance } = asking;
  if (worker.ended || worker.instance !== instance.id) return;
  const before = worker.result;
  const result = countAnswer(worker, answer.result, has(world.input.assumptions.node, "startup holds after success"));
  report(world, asking, answer);
  if (result === undefined || result === before) return;
  const threshold = result === "failure" ? worker.probe.failureThreshold : worker.probe.successThreshold;
  const moment = record(world, container, instance, {
    kind: "probe-result",
    cause: asked,
    since: exactly(answer.tookMs),
    data: { probe: worker.type, answer: answer.result, threshold, status: result },
    path: worker.path,
  });
  worker.resultBy = moment;
  if (worker.type === "startup") setStarted(world, container, result === "success", moment);
  if (worker.type === "readiness") showReadiness(world, container, result === "success", moment);
  if (worker.type !== "liveness" || result === "failure") requestPass(world, moment);
}

/** The startup result reaches the status cache before any pass. Models status_manager.go SetContainerStartup (v1.37.1). */
function setStarted(world: World, container: PodContainer, started: boolean, cause: Moment): void {
  if (container.cached.started === started) return;
  container.cached.started = started;
  showStarted(world, container, started, cause);
  touchWorkers(world, container);
}
