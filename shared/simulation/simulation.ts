import { createWorld } from "./create-world.ts";
import { type Restore, saveWorld } from "./memento.ts";
import { type OutsideEvent, scheduleEvent } from "./outside.ts";
import type { SimulationInput } from "./timeline/input.ts";
import { statusAt } from "./timeline/status-at.ts";
import type { Ended, PodStatus, Timeline, TimelineEntry } from "./timeline/timeline.ts";
import { type Chance, SeededChance } from "./world/chance.ts";
import type { World } from "./world/world.ts";

/** The longest horizon of a run. */
export const horizonLimitMs = 7 * 24 * 3600 * 1000;
/** A run that records more entries than this ends there and says so. */
export const entryLimit = 200_000;
/** A run that takes more steps than this ends there and says so; steps are cheaper than entries. */
const stepLimit = 4_000_000;

/** A moment of a simulation to which it can go back; of use to that simulation only. */
export interface Snapshot {
  readonly tMs: number;
}

/** A pod being played: step by step or at once. The same input always gives the same timeline. */
export interface Simulation {
  /** Plays up to `tMs` (virtual time since the kubelet first saw the pod), at most the horizon of the input, in at most `stepsMax` steps. Returns how many it took. */
  runUntil(tMs: number, stepsMax?: number): number;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Lets something happen from outside, now or later, that no scenario says. What is in the past happens now. */
  inject(event: OutsideEvent): void;
  /** Virtual time that was reached. */
  nowMs(): number;
  /** What was recorded so far. The lists grow as the simulation goes on; after `restore` ask again. */
  timeline(): Timeline;
  /** The status that the API shows at `tMs`; undefined before the first one. Needs the recording `statuses`. */
  statusAt(tMs: number): PodStatus | undefined;
  /** The chain of causes of an entry, itself first; empty for an id that there is not. */
  why(id: string): readonly TimelineEntry[];
  /** Keeps this moment. */
  snapshot(): Snapshot;
  /** Goes to a moment that was kept, back or forth; what came after it may then come differently. Throws for a snapshot of another simulation. */
  restore(snapshot: Snapshot): void;
  /** How many things wait to happen. */
  pending(): number;
  /** When the next of them happens. */
  nextMs(): number | undefined;
}

/** Makes a simulation of a pod on a node; nothing has happened yet. */
export function createSimulation(input: SimulationInput, chance: Chance = new SeededChance(input.seed)): Simulation {
  return new PlayedSimulation(input, chance);
}

/** What was injected, each with the number of steps before it. */
type Injected = readonly (readonly [number, OutsideEvent])[];

/** A moment between tasks, from which others can be reached by playing on. */
interface Saved {
  readonly restore: Restore;
  readonly steps: number;
  /** How much had been injected. */
  readonly injections: number;
  readonly reachedMs: number;
}

interface Kept {
  readonly saved: Saved;
  readonly steps: number;
  readonly injected: Injected;
}

class PlayedSimulation implements Simulation {
  readonly #input: SimulationInput;
  readonly #world: World;
  readonly #untilMs: number;
  readonly #limit: number;
  #injected: Injected = [];
  #saved: Saved;
  readonly #kept = new WeakMap<Snapshot, Kept>();
  #steps = 0;
  #reachedMs = 0;

  constructor(input: SimulationInput, chance: Chance) {
    this.#input = input;
    this.#world = createWorld(input, chance);
    this.#untilMs = limited(input.untilMs, horizonLimitMs);
    this.#limit = limited(input.entriesAtMost ?? Number.POSITIVE_INFINITY, entriesOf(input));
    this.#saved = this.#save();
  }

  runUntil(tMs: number, stepsMax = Number.POSITIVE_INFINITY): number {
    const limitMs = limited(tMs, this.#untilMs);
    const before = this.#steps;
    const stepsAtMost = before + stepsMax;
    while (this.#steps < stepsAtMost && this.#stepUntil(limitMs));
    if (this.#steps < stepsAtMost && !this.#isExhausted()) this.#reachedMs = Math.max(this.#reachedMs, limitMs);
    return this.#steps - before;
  }

  step(): boolean {
    return this.#stepUntil(this.#untilMs);
  }

  inject(event: OutsideEvent): void {
    this.#injected = [...this.#injected, [this.#steps, event]];
    scheduleEvent(this.#world, event);
  }

  nowMs(): number {
    return this.#reachedMs;
  }

  timeline(): Timeline {
    const { recorder } = this.#world;
    return {
      entries: recorder.entries,
      statuses: recorder.statuses,
      events: recorder.events,
      counts: recorder.counts(this.#reachedMs),
      ended: this.#ended(),
      untilMs: this.#untilMs,
      seed: this.#input.seed,
    };
  }

  statusAt(tMs: number): PodStatus | undefined {
    return statusAt(this.timeline(), tMs);
  }

  why(id: string): readonly TimelineEntry[] {
    const { entries } = this.#world.recorder;
    const chain: TimelineEntry[] = [];
    for (let next: string | undefined = id; next !== undefined; ) {
      const entry = entryOf(entries, next);
      if (entry === undefined) break;
      chain.push(entry);
      next = entry.cause;
    }
    return chain;
  }

  snapshot(): Snapshot {
    if (this.#world.tasks.isIdle) this.#saved = this.#save();
    const snapshot = { tMs: this.#reachedMs };
    this.#kept.set(snapshot, { saved: this.#saved, steps: this.#steps, injected: this.#injected });
    return snapshot;
  }

  restore(snapshot: Snapshot): void {
    const kept = this.#kept.get(snapshot);
    if (kept === undefined) throw new Error("this snapshot is of another simulation");
    const { saved, steps, injected } = kept;
    saved.restore();
    this.#saved = saved;
    this.#steps = saved.steps;
    this.#reachedMs = saved.reachedMs;
    this.#injected = injected;
    this.#replay(steps, injected);
  }

  pending(): number {
    return this.#world.queue.pending();
  }

  nextMs(): number | undefined {
    return this.#isExhausted() ? undefined : this.#world.queue.nextMs();
  }

  /** Plays on to a moment within a task, with what was injected on the way. */
  #replay(steps: number, injected: Injected): void {
    const later = injected.slice(this.#saved.injections);
    do for (const [step, event] of later) if (step === this.#steps) scheduleEvent(this.#world, event);
    while (this.#steps < steps && this.#stepUntil(Number.POSITIVE_INFINITY));
  }

  #save(): Saved {
    const injections = this.#injected.length;
    return { restore: saveWorld(this.#world), steps: this.#steps, injections, reachedMs: this.#reachedMs };
  }

  #stepUntil(limitMs: number): boolean {
    const { queue, tasks } = this.#world;
    const nextMs = queue.nextMs();
    if (nextMs === undefined || nextMs > limitMs || this.#isExhausted()) return false;
    this.#steps += 1;
    queue.runNext();
    tasks.wake();
    this.#reachedMs = Math.max(this.#reachedMs, queue.nowMs);
    return true;
  }

  #isExhausted(): boolean {
    return this.#world.recorder.entryCount >= this.#limit || this.#steps >= stepLimit;
  }

  #ended(): Ended {
    if (this.#isExhausted()) return "event-limit";
    return this.#world.lifecycle.stage === "finished" ? "settled" : "horizon";
  }
}

/** Entries are numbered from 1. */
function entryOf(entries: readonly TimelineEntry[], id: string): TimelineEntry | undefined {
  const entry = entries[Number(id.slice(1)) - 1];
  return entry?.id === id ? entry : undefined;
}

/** The time before the first moment. */
const nothing = -1;

/** What is no number allows nothing. */
function limited(wanted: number, limit: number): number {
  return Number.isNaN(wanted) ? nothing : Math.min(wanted, limit);
}

/** Totals only keep no entries: such a run ends by its steps. */
function entriesOf({ recording }: SimulationInput): number {
  return recording === "counts" ? Number.POSITIVE_INFINITY : entryLimit;
}

/** Plays a pod from the first sight to the horizon. */
export function simulate(input: SimulationInput): Timeline {
  const simulation = createSimulation(input);
  simulation.runUntil(input.untilMs);
  return simulation.timeline();
}
