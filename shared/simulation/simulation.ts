import { Backoff } from "../backoff/backoff.ts";
import { crashLoopPolicy, imagePullPolicy } from "../backoff/policy.ts";
import { allContainers, type Container, type DefaultedPod } from "../kubernetes/pod.ts";
import type { Scenario } from "../scenario/model.ts";
import { scriptOf } from "../scenario/script.ts";
import { type Chance, SeededChance } from "./chance.ts";
import type { SimulationInput } from "./input.ts";
import { createLoops } from "./loops.ts";
import { type OutsideEvent, scheduleEvent, scheduleEvents } from "./outside.ts";
import { startPass } from "./passes.ts";
import { EventQueue } from "./queue.ts";
import { Recorder } from "./recorder.ts";
import { requestPass } from "./schedule.ts";
import { exactly } from "./span.ts";
import { backoffKeyOf } from "./starting.ts";
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
  /** Lets something happen from outside, now or later, that no scenario says. */
  inject(event: OutsideEvent): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Virtual time that was reached. */
  nowMs(): number;
  /** What was recorded so far. The lists grow as the simulation goes on. */
  timeline(): Timeline;
}

/** Makes a simulation of a pod on a node; nothing has happened yet. */
export function createSimulation(input: SimulationInput, chance: Chance = new SeededChance(input.seed)): Simulation {
  const world = createWorld(input, chance);
  const untilMs = limited(input.untilMs, horizonLimitMs);
  let steps = 0;
  let reachedMs = 0;
  const limit = limited(input.entriesAtMost ?? entryLimit, entryLimit);
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
    const limitMs = limited(tMs, untilMs);
    while (stepUntil(limitMs));
    if (!isExhausted()) reachedMs = Math.max(reachedMs, limitMs);
  };
  const ended = (): Ended => {
    if (isExhausted()) return "event-limit";
    return world.stage === "finished" ? "settled" : "horizon";
  };
  return {
    runUntil,
    inject: (event) => scheduleEvent(world, event),
    step: () => stepUntil(untilMs),
    nowMs: () => reachedMs,
    timeline: () => timelineOf(world, { untilMs, reachedMs, ended: ended() }),
  };
}

/** Before the first moment. */
const nothing = -1;

/** What is no number allows nothing. */
function limited(wanted: number, limit: number): number {
  return Number.isNaN(wanted) ? nothing : Math.min(wanted, limit);
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

function createWorld(input: SimulationInput, chance: Chance): World {
  const queue = new EventQueue();
  const recorder = new Recorder(input.recording);
  const policy = crashLoopPolicy(input.assumptions.node, input.assumptions.semantics);
  const world: World = {
    input,
    pod: input.pod,
    loops: createLoops(input.assumptions, input.pod, chance),
    queue,
    tasks: new Tasks(queue),
    recorder,
    cells: createCells(input.pod, input.scenario),
    crashLoop: policy,
    backoff: new Backoff(policy),
    imageBackoff: new Backoff(imagePullPolicy),
    kubelet: { isUp: true, stops: 0, startedMs: undefined },
    stage: "syncing",
    sandboxReady: false,
    sandboxMade: false,
    sandboxBy: undefined,
    status: undefined,
    passing: false,
    passAgain: undefined,
    relistMs: Number.NEGATIVE_INFINITY,
    lookedMs: Number.NEGATIVE_INFINITY,
    passEndedMs: undefined,
    starts: [],
    notice: undefined,
    noticeCause: undefined,
    due: undefined,
    deleted: undefined,
    removed: false,
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
    pullFailure: undefined,
    pulls: 0,
    lastNumber: -1,
    imagePresent: false,
    image: spec.image,
    backoffKey: backoffKeyOf(spec.name, spec.image),
  };
}
