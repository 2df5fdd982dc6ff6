import { Backoff } from "../backoff/backoff.ts";
import { crashLoopPolicy, imagePullPolicy } from "../backoff/policy.ts";
import { allContainers, type Container, type DefaultedPod } from "../kubernetes/pod.ts";
import type { Scenario } from "../scenario/model.ts";
import { scriptOf } from "../scenario/script.ts";
import type { SimulationInput } from "./input.ts";
import { createLoops } from "./loops.ts";
import { scheduleEvents } from "./outside.ts";
import { startPass } from "./passes.ts";
import { EventQueue } from "./queue.ts";
import { createRandom } from "./random.ts";
import { Recorder } from "./recorder.ts";
import { requestPass } from "./schedule.ts";
import { exactly } from "./span.ts";
import { Tasks } from "./tasks.ts";
import type { Ended, Timeline } from "./timeline.ts";
import type { Cell, World } from "./world.ts";

/** The longest horizon of a run. */
export const horizonLimitMs = 7 * 24 * 3600 * 1000;
/** A run that records more entries than this ends there and says so. */
export const entryLimit = 200_000;
/** A run that takes more steps than this ends there and says so; steps are cheaper than entries. */
const stepLimit = 4_000_000;

/** A pod being played: step by step or at once. The same input always gives the same timeline. */
export interface Simulation {
  /** Plays up to `tMs` (virtual time since the kubelet first saw the pod), at most the horizon of the input. */
  runUntil(tMs: number): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** What was recorded so far. */
  timeline(): Timeline;
}

/** Makes a simulation of a pod on a node; nothing has happened yet. */
export function createSimulation(input: SimulationInput): Simulation {
  const world = createWorld(input);
  const untilMs = Math.min(input.untilMs, horizonLimitMs);
  let steps = 0;
  let reachedMs = 0;
  const limit = Math.min(input.entriesAtMost ?? entryLimit, entryLimit);
  const isExhausted = (): boolean => world.recorder.entryCount >= limit || steps >= stepLimit;
  const stepUntil = (limitMs: number): boolean => {
    const nextMs = world.queue.nextMs();
    if (nextMs === undefined || nextMs > limitMs || isExhausted()) return false;
    steps += 1;
    world.queue.runNext();
    world.tasks.wake();
    reachedMs = Math.max(reachedMs, world.queue.nowMs);
    return true;
  };
  const runUntil = (tMs: number): void => {
    const limitMs = Math.min(tMs, untilMs);
    while (stepUntil(limitMs));
    if (!isExhausted()) reachedMs = Math.max(reachedMs, limitMs);
  };
  const ended = (): Ended => {
    if (isExhausted()) return "event-limit";
    return world.stage === "finished" ? "settled" : "horizon";
  };
  return {
    runUntil,
    step: () => stepUntil(untilMs),
    timeline: () => timelineOf(world, { untilMs, reachedMs, ended: ended() }),
  };
}

/** Plays a pod from the first sight to the horizon. */
export function simulate(input: SimulationInput): Timeline {
  const simulation = createSimulation(input);
  simulation.runUntil(input.untilMs);
  return simulation.timeline();
}

function timelineOf(
  world: World,
  end: { readonly untilMs: number; readonly reachedMs: number; readonly ended: Ended },
): Timeline {
  const { recorder, input } = world;
  return {
    entries: recorder.entries,
    statuses: recorder.statuses,
    events: recorder.events,
    counts: recorder.counts(end.reachedMs),
    ended: end.ended,
    untilMs: end.untilMs,
    seed: input.seed,
  };
}

function createWorld(input: SimulationInput): World {
  const queue = new EventQueue();
  const recorder = new Recorder(input.recording);
  const policy = crashLoopPolicy(input.assumptions.node);
  const world: World = {
    input,
    pod: input.pod,
    loops: createLoops(input.assumptions, input.pod, createRandom(input.seed)),
    queue,
    tasks: new Tasks(queue),
    recorder,
    cells: createCells(input.pod, input.scenario),
    backoff: new Backoff(policy),
    imageBackoff: new Backoff(imagePullPolicy),
    stage: "syncing",
    sandboxReady: false,
    sandboxMade: false,
    sandboxBy: undefined,
    status: undefined,
    passing: false,
    passAgain: undefined,
    starts: [],
    notice: undefined,
    noticeCause: undefined,
    due: undefined,
    deleted: undefined,
    deadlinePassed: false,
    resetting: false,
    nextInstance: 1,
    lastAct: undefined,
    startPass: (cause) => startPass(world, cause),
  };
  queue.schedule(0, () =>
    requestPass(world, recorder.add(0, { kind: "pod-seen", cause: undefined, since: exactly(0) })),
  );
  scheduleEvents(world);
  return world;
}

function createCells(pod: DefaultedPod, scenario: Scenario): readonly Cell[] {
  return allContainers(pod).map((spec) => createCell(spec, scenario));
}

function createCell(spec: Container, scenario: Scenario): Cell {
  return {
    spec,
    script: scriptOf(scenario, spec),
    attempts: 0,
    starts: 0,
    instances: [],
    workers: [],
    cached: { instance: undefined, running: false, started: false, startedAtMs: 0 },
    deadBefore: undefined,
    initiator: undefined,
    startFailure: undefined,
    refusal: undefined,
    pulls: 0,
    lastNumber: -1,
    imagePresent: false,
  };
}
