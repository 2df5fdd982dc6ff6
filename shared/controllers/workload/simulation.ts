import { exactly } from "../../simulation/index.ts";
import type { WorkloadEvent, WorkloadInput } from "../objects/input.ts";
import type { WorkloadCounts, WorkloadEntry, WorkloadPod, WorkloadStatus } from "../objects/model.ts";
import { startWorkload } from "../world/start.ts";
import { type StatusAt, WorkloadWorld } from "../world/world.ts";
import { scheduleEvent } from "./outside.ts";
import { reconcile, reconcileBudget } from "./reconcile.ts";
import { startRunning } from "./running.ts";

/** Steps of one run: far more than 10,000 pods of a rollout take. */
const stepsMax = 4_000_000;

/** What was recorded of a run so far. The lists grow as it goes on. */
export interface WorkloadTimeline {
  readonly entries: readonly WorkloadEntry[];
  /** Statuses of the workload and its budgets, as they were written. */
  readonly statuses: readonly StatusAt[];
  readonly counts: readonly WorkloadCounts[];
  readonly pods: readonly WorkloadPod[];
  readonly ended: "horizon" | "settled" | "event-limit";
  readonly untilMs: number;
  readonly seed: number;
}

/** A moment of a simulation to which it can go back; of use to that simulation only. */
interface WorkloadSnapshot {
  readonly tMs: number;
}

/** A workload being played, step by step or at once, as `Simulation` is of a pod. */
export interface WorkloadSimulation {
  /** Plays up to `tMs`: virtual ms since the controller first saw the workload. */
  runUntil(tMs: number): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Lets something happen from outside; what is in the past happens now. */
  inject(event: WorkloadEvent): void;
  nowMs(): number;
  /** What was recorded so far. The lists grow as the simulation goes on; after `restore` ask again. */
  timeline(): WorkloadTimeline;
  /** The status of the workload as the API shows it at `tMs`; undefined before the first one. */
  statusAt(tMs: number): WorkloadStatus | undefined;
  /** The chain of causes of an entry, itself first; empty for an id that there is not. */
  why(id: string): readonly WorkloadEntry[];
  /** Keeps this moment. */
  snapshot(): WorkloadSnapshot;
  /** Goes to a moment that was kept, back or forth, by playing on from the start. Throws for a snapshot of another simulation. */
  restore(snapshot: WorkloadSnapshot): void;
  /** How many things wait to happen. */
  pending(): number;
}

/** Makes a run of a workload and its pods; nothing has happened yet. The same input always gives the same timeline. */
export function createWorkloadSimulation(input: WorkloadInput): WorkloadSimulation {
  return new PlayedWorkload(input);
}

/** What was injected, each with the number of steps before it. */
type Injected = readonly (readonly [step: number, event: WorkloadEvent])[];

interface Kept {
  readonly steps: number;
  readonly reachedMs: number;
  readonly injected: Injected;
}

class PlayedWorkload implements WorkloadSimulation {
  readonly #input: WorkloadInput;
  readonly #kept = new WeakMap<WorkloadSnapshot, Kept>();
  #world: WorkloadWorld;
  #injected: Injected = [];
  #steps = 0;
  #reachedMs = 0;

  constructor(input: WorkloadInput) {
    this.#input = input;
    this.#world = worldOf(input);
  }

  runUntil(tMs: number): void {
    while (this.#stepUntil(tMs));
    this.#reachedMs = Math.max(this.#reachedMs, Math.min(tMs, this.#input.untilMs));
  }

  step(): boolean {
    return this.#stepUntil(this.#input.untilMs);
  }

  inject(event: WorkloadEvent): void {
    this.#injected = [...this.#injected, [this.#steps, event]];
    scheduleEvent(this.#world, event);
  }

  nowMs(): number {
    return this.#reachedMs;
  }

  timeline(): WorkloadTimeline {
    const { recorder, statuses, counts, pods } = this.#world;
    const ended = endedOf(this.#world, this.#steps);
    const { untilMs, seed } = this.#input;
    return { entries: recorder.entries, statuses, counts, pods: pods.map(({ pod }) => pod), ended, untilMs, seed };
  }

  statusAt(tMs: number): WorkloadStatus | undefined {
    const shown = this.#world.statuses.findLast(
      (status) => status.tMs <= tMs && status.status.kind !== "PodDisruptionBudget",
    );
    return shown?.status.kind === "PodDisruptionBudget" ? undefined : shown?.status;
  }

  why(id: string): readonly WorkloadEntry[] {
    return chainOf(this.#world.recorder.entries, id);
  }

  snapshot(): WorkloadSnapshot {
    const snapshot = { tMs: this.#reachedMs };
    this.#kept.set(snapshot, { steps: this.#steps, reachedMs: this.#reachedMs, injected: this.#injected });
    return snapshot;
  }

  restore(snapshot: WorkloadSnapshot): void {
    const kept = this.#kept.get(snapshot);
    if (kept === undefined) throw new Error("this snapshot is of another simulation");
    this.#world = worldOf(this.#input);
    this.#steps = 0;
    this.#injected = kept.injected;
    do for (const [step, event] of kept.injected) if (step === this.#steps) scheduleEvent(this.#world, event);
    while (this.#steps < kept.steps && this.#stepUntil(Number.POSITIVE_INFINITY));
    this.#reachedMs = kept.reachedMs;
  }

  pending(): number {
    return this.#world.queue.pending();
  }

  #stepUntil(limitMs: number): boolean {
    const { queue } = this.#world;
    const nextMs = queue.nextMs();
    if (nextMs === undefined || nextMs > Math.min(limitMs, this.#input.untilMs) || this.#steps >= stepsMax)
      return false;
    this.#steps += 1;
    queue.runNext();
    this.#reachedMs = Math.max(this.#reachedMs, queue.nowMs);
    return true;
  }
}

function worldOf(input: WorkloadInput): WorkloadWorld {
  const world = new WorkloadWorld(input, startWorkload(input), reconcile);
  begin(world);
  for (const event of input.events) scheduleEvent(world, event);
  return world;
}

function begin(world: WorkloadWorld): void {
  const { input, queue, recorder, work } = world;
  const first = { kind: "workload-seen", object: input.name, cause: undefined, since: exactly(0) } as const;
  if (input.runningMs === undefined) {
    queue.schedule(0, () => work.add("workload", recorder.add(0, first)));
    return;
  }
  const seen = recorder.add(0, first);
  startRunning(world, input.runningMs, seen);
  queue.schedule(0, () => {
    for (const { name } of input.budgets) reconcileBudget(world, name, seen);
    work.add("workload", seen);
  });
}

function endedOf(world: WorkloadWorld, steps: number): WorkloadTimeline["ended"] {
  if (steps >= stepsMax) return "event-limit";
  return world.queue.nextMs() === undefined ? "settled" : "horizon";
}

function chainOf(entries: readonly WorkloadEntry[], id: string): readonly WorkloadEntry[] {
  const chain: WorkloadEntry[] = [];
  for (let next: string | undefined = id; next !== undefined; ) {
    const entry: WorkloadEntry | undefined = entries[Number(next.slice(1)) - 1];
    if (entry?.id !== next) break;
    chain.push(entry);
    next = entry.cause;
  }
  return chain;
}
