import type { WrittenPod } from "../../api-server/admission/admit.ts";
import type { Path } from "../../basics/path.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { Scenario } from "../../scenario/model.ts";

/**
 * What people want to reach. `start`: time to start; `hang`: time from a hang to SIGTERM; `unready`: time from a hang to no traffic;
 * `restarts`: most restarts in any hour.
 */
export const goalKinds = ["start", "hang", "unready", "restarts"] as const;
export type GoalKind = (typeof goalKinds)[number];

/** What people want of a workload. `rollout`: time until a rollout is complete; `available`: pods that stay available meanwhile. */
export const workloadGoalKinds = ["rollout", "available"] as const;
export type WorkloadGoalKind = (typeof workloadGoalKinds)[number];

export interface WorkloadGoal {
  readonly kind: WorkloadGoalKind;
  /** Milliseconds; of `available` the number of pods. */
  readonly amount: number;
}

export interface Goal {
  readonly kind: GoalKind;
  /** Milliseconds; of `restarts` their number. */
  readonly amount: number;
}

/** One container of a pod as written, with assumptions and scenario. */
export interface SolveQuestion {
  readonly written: WrittenPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** Of the container, relative to the pod spec. */
  readonly path: Path;
}

/** A field to write. Its path is that of the map that holds it, relative to the pod spec to the root of a workload, or to that of a KubeletConfiguration. */
export interface FieldChange {
  readonly path: Path;
  readonly field: string;
  readonly value: PlainValue;
}

export type PlainValue = string | number | boolean | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** One way to reach a goal. */
export interface Solution {
  /** The fields as they will stand in the file: `periodSeconds: 5, failureThreshold: 37`. */
  readonly writes: string;
  /** The probe or object that gets them: `startupProbe`. */
  readonly where: string;
  /** Its effects, the goal first: one short statement each. */
  readonly effects: readonly string[];
  readonly changes: readonly FieldChange[];
}

export interface Solved {
  /** Smallest change first. */
  readonly solutions: readonly Solution[];
  /** Why there is none; empty if there is one. */
  readonly reason: string;
}

export function unsolved(reason: string): Solved {
  return { solutions: [], reason };
}
