import { type ProbeType, probeField, probeTypes } from "../kubernetes/pod.ts";
import { atLeast } from "../kubernetes/versions.ts";
import { type Answer, answerProbe } from "../probe/answer.ts";
import { adoptInstance, countAnswer, createWorker, isDelayOver, nextTickMs } from "../probe/worker.ts";
import { attemptReason } from "./attempt-reason.ts";
import { emitEvent, record } from "./record.ts";
import type { Moment } from "./recorder.ts";
import { requestPass } from "./schedule.ts";
import { exactly } from "./span.ts";
import { type Cell, type Instance, latest, type RunningWorker, type World } from "./world.ts";

/** Makes the probe workers that a pass finds missing. Models pkg/kubelet/prober/prober_manager.go AddPod (v1.36). */
export function registerWorkers(world: World): void {
  for (const cell of world.cells) {
    if (cell.spec.kind === "init") continue;
    for (const type of probeTypes) registerWorker(world, cell, type);
  }
}

function registerWorker(world: World, cell: Cell, type: ProbeType): void {
  const probe = cell.spec.probes[type];
  const index = cell.workers.findIndex((worker) => worker.type === type);
  if (probe === undefined || (index >= 0 && cell.workers[index]?.ended === false)) return;
  if (index >= 0) cell.workers.splice(index, 1);
  const own = {
    tick: undefined,
    busy: false,
    skippingSinceMs: undefined,
    lastAttempt: undefined,
    changedBy: undefined,
    resultBy: undefined,
  };
  cell.workers.push({ ...createWorker(type, probe, world.queue.nowMs), ...own });
}

/** Ends the workers whose probes count no more once the pod is being ended. Readiness goes on until the containers are gone. */
export function endWorkers(world: World, types: readonly ProbeType[]): void {
  for (const cell of world.cells) {
    for (const worker of cell.workers) if (types.includes(worker.type)) endWorker(worker);
  }
}

function endWorker(worker: RunningWorker): void {
  worker.ended = true;
  if (worker.tick !== undefined) worker.tick.cancelled = true;
  worker.tick = undefined;
}

/** Something that the workers of a container look at has changed: they look again at their next tick. */
export function touchWorkers(world: World, cell: Cell): void {
  for (const worker of cell.workers) {
    if (!worker.busy && worker.tick === undefined)
      scheduleTick(world, cell, worker, wakingMs(worker, world.queue.nowMs));
  }
}

/** A worker that slept through its ticks still has the one of this instant; one that waited had it before the change. */
function wakingMs(worker: RunningWorker, nowMs: number): number {
  return nextTickMs(
    worker,
    worker.skippingSinceMs === undefined || worker.skippingSinceMs === nowMs ? nowMs : nowMs - 1,
  );
}

/** An attempt outside the grid, which since 1.29 moves the grid. Models the manual trigger of worker.go (v1.36). */
export function triggerReadiness(world: World, cell: Cell, cause: Moment): void {
  const worker = cell.workers.find((candidate) => candidate.type === "readiness");
  if (worker === undefined || worker.ended || worker.busy) return;
  world.queue.schedule(world.queue.nowMs, () => {
    if (worker.busy || worker.ended) return;
    if (atLeast(world.input.assumptions.node.kubernetes, "1.29")) worker.gridMs = world.queue.nowMs;
    attempt(world, cell, worker, cause);
  });
}

function scheduleTick(
  world: World,
  cell: Cell,
  worker: RunningWorker,
  atMs = nextTickMs(worker, world.queue.nowMs),
): void {
  if (worker.tick !== undefined) worker.tick.cancelled = true;
  if (worker.ended) return;
  countSkipped(worker, world.queue.nowMs);
  worker.tick = world.queue.schedule(atMs, () => {
    worker.tick = undefined;
    attempt(world, cell, worker, undefined);
  });
}

/** One look of a worker, up to the handler. Models pkg/kubelet/prober/worker.go doProbe (v1.36). Without a next tick it sleeps until touched. */
function attempt(world: World, cell: Cell, worker: RunningWorker, trigger: Moment | undefined): void {
  const { cached } = cell;
  if (worker.ended || cached.instance === undefined) return;
  if (cached.instance !== worker.instance) adopt(world, cell, worker, cached.instance);
  if (worker.onHold) return;
  if (!cached.running) {
    failForDead(world, cell, worker);
    return;
  }
  if (!isDelayOver(worker.probe, cached.startedAtMs, world.queue.nowMs)) {
    scheduleTick(world, cell, worker);
    return;
  }
  if (worker.type === "startup" ? cached.started : !cached.started) return;
  const instance = cell.instances.find((candidate) => candidate.id === worker.instance);
  if (instance !== undefined) ask(world, { cell, worker, instance }, trigger);
}

/** The first sight of a container writes its initial result, which is an update except for liveness. */
function adopt(world: World, cell: Cell, worker: RunningWorker, id: number): void {
  adoptInstance(worker, id);
  const cause = latest(cell)?.startedBy;
  if (worker.type === "liveness" || cause === undefined) return;
  if (worker.type === "startup") cell.cached.started = false;
  requestPass(world, cause);
}

/** A container found dead counts as failed, and that update is a pass of its own: it shows `CrashLoopBackOff` early. */
function failForDead(world: World, cell: Cell, worker: RunningWorker): void {
  const cause = latest(cell)?.exitedBy;
  if (worker.result === "failure" || cause === undefined) return;
  worker.result = "failure";
  requestPass(world, cause);
}

interface Asking {
  readonly cell: Cell;
  readonly worker: RunningWorker;
  readonly instance: Instance;
}

function ask(world: World, asking: Asking, trigger: Moment | undefined): void {
  const { cell, worker, instance } = asking;
  const askedMs = world.queue.nowMs;
  const answer = answerNow(asking, askedMs);
  const reason = attemptReason(world, cell, worker, instance, trigger);
  const data = { probe: worker.type, answer: answer.result };
  const moment = record(world, cell, instance, {
    kind: "probe-attempt",
    ...reason,
    data,
    path: [...cell.spec.path, probeField(worker.type)],
  });
  worker.lastAttempt = { moment, instance: instance.id };
  worker.busy = true;
  const finish = (): void => {
    worker.busy = false;
    settle(world, asking, answer, moment);
    scheduleNext(world, asking, answer, askedMs);
  };
  if (answer.tookMs === 0) finish();
  else world.queue.schedule(askedMs + answer.tookMs, finish);
}

function answerNow({ cell, worker, instance }: Asking, nowMs: number): Answer {
  if (instance.state === "running")
    return answerProbe(instance.behaviour, cell.spec, worker.type, worker.probe, nowMs - instance.startedAtMs);
  return { result: worker.probe.handler?.type === "exec" ? "error" : "failure", tookMs: 0 };
}

/** At most one tick is kept while an attempt runs; it fires right after. */
function scheduleNext(world: World, { cell, worker }: Asking, answer: Answer, askedMs: number): void {
  if (worker.onHold) return;
  const nowMs = world.queue.nowMs;
  const tickMs = nextTickMs(worker, askedMs);
  if (isSteady(world, worker, answer)) worker.skippingSinceMs = nowMs;
  else scheduleTick(world, cell, worker, tickMs > nowMs ? tickMs : nowMs);
}

/** Where only totals are kept, a worker that has nothing new to learn sleeps until something changes. */
function isSteady(world: World, worker: RunningWorker, answer: Answer): boolean {
  return (
    !world.recorder.keepsEntries && answer.result === "success" && answer.tookMs === 0 && worker.result === "success"
  );
}

function countSkipped(worker: RunningWorker, nowMs: number): void {
  if (worker.skippingSinceMs === undefined) return;
  worker.resultRun += Math.floor((nowMs - worker.skippingSinceMs) / (worker.probe.periodSeconds * 1000));
  worker.skippingSinceMs = undefined;
}

/** Counts the answer and passes on a result that changed. */
function settle(world: World, { cell, worker, instance }: Asking, answer: Answer, asked: Moment): void {
  if (worker.ended || worker.instance !== instance.id) return;
  const before = worker.result;
  const result = countAnswer(worker, answer.result, atLeast(world.input.assumptions.node.kubernetes, "1.32"));
  if (answer.result !== "success") emitUnhealthy(world, cell, worker, answer);
  if (result === undefined || result === before) return;
  const threshold = result === "failure" ? worker.probe.failureThreshold : worker.probe.successThreshold;
  const moment = record(world, cell, instance, {
    kind: "probe-result",
    cause: asked,
    since: exactly(answer.tookMs),
    data: { probe: worker.type, answer: answer.result, threshold, status: result },
    path: [...cell.spec.path, probeField(worker.type)],
  });
  worker.resultBy = moment;
  if (worker.type === "startup") setStarted(world, cell, result === "success");
  if (worker.type !== "liveness" || result === "failure") requestPass(world, moment);
}

/** The startup result reaches the status cache before any pass. Models status_manager.go SetContainerStartup (v1.36). */
function setStarted(world: World, cell: Cell, started: boolean): void {
  if (cell.cached.started === started) return;
  cell.cached.started = started;
  touchWorkers(world, cell);
}

function emitUnhealthy(world: World, cell: Cell, worker: RunningWorker, answer: Answer): void {
  const name = worker.type.charAt(0).toUpperCase() + worker.type.slice(1);
  const isLate = answer.result === "timeout" ? `: command timed out after ${worker.probe.timeoutSeconds}s` : "";
  const message =
    answer.result === "error" ? `${name} probe errored and resulted in unknown state` : `${name} probe failed${isLate}`;
  emitEvent(world, cell, "Warning", "Unhealthy", message);
}
