import { exactly } from "../../simulation/index.ts";
import type { WorkloadEvent, WorkloadInput } from "./input.ts";
import type { WorkloadCounts, WorkloadEntry, WorkloadPod } from "./model.ts";
import { scheduleEvent } from "./outside.ts";
import { reconcile, reconcileBudget } from "./reconcile.ts";
import { startRunning } from "./running.ts";
import { startWorkload } from "./start.ts";
import { type StatusAt, World } from "./world.ts";

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

/** A workload being played, step by step or at once, as `Simulation` is of a pod. */
export interface WorkloadSimulation {
  /** Plays up to `tMs`: virtual ms since the controller first saw the workload. */
  runUntil(tMs: number): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Lets something happen from outside; what is in the past happens now. */
  inject(event: WorkloadEvent): void;
  nowMs(): number;
  timeline(): WorkloadTimeline;
  /** The chain of causes of an entry, itself first; empty for an id that there is not. */
  why(id: string): readonly WorkloadEntry[];
}

/** Makes a run of a workload and its pods; nothing has happened yet. The same input always gives the same timeline. */
export function createWorkloadSimulation(input: WorkloadInput): WorkloadSimulation {
  const world = new World(input, startWorkload(input), reconcile);
  begin(world);
  for (const event of input.events) scheduleEvent(world, event);
  let steps = 0;
  let reachedMs = 0;
  const stepUntil = (limitMs: number): boolean => {
    const nextMs = world.queue.nextMs();
    if (nextMs === undefined || nextMs > Math.min(limitMs, input.untilMs) || steps >= stepsMax) return false;
    steps += 1;
    world.queue.runNext();
    reachedMs = Math.max(reachedMs, world.queue.nowMs);
    return true;
  };
  return {
    runUntil: (tMs) => {
      while (stepUntil(tMs));
      reachedMs = Math.max(reachedMs, Math.min(tMs, input.untilMs));
    },
    step: () => stepUntil(input.untilMs),
    inject: (event) => scheduleEvent(world, event),
    nowMs: () => reachedMs,
    timeline: () => ({
      entries: world.recorder.entries,
      statuses: world.statuses,
      counts: world.counts,
      pods: world.pods.map(({ pod }) => pod),
      ended: endedOf(world, steps),
      untilMs: input.untilMs,
      seed: input.seed,
    }),
    why: (id) => chainOf(world.recorder.entries, id),
  };
}

function begin(world: World): void {
  const { input, queue, recorder, work } = world;
  const first = { kind: "workload-seen", object: input.name, cause: undefined, since: exactly(0) } as const;
  if (input.runningMs === undefined) {
    queue.schedule(0, () => work.add("workload", recorder.add(0, first)));
    return;
  }
  const seen = recorder.add(0, first);
  startRunning(world, input.runningMs, seen);
  queue.schedule(0, () => {
    for (const { name } of input.budgets) reconcileBudget(world, name);
    work.add("workload", seen);
  });
}

function endedOf(world: World, steps: number): WorkloadTimeline["ended"] {
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
