import type { WrittenPod } from "../admission/admit.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import type { Path } from "../kubernetes/path.ts";
import type { Scenario } from "../scenario/model.ts";

/**
 * What people want, before they know what to write. `start`: a start may take so long; `hang`: SIGTERM comes so soon after a hang;
 * `unready`: no traffic so soon after a hang; `restarts`: so few restarts in any hour.
 */
export const goalKinds = ["start", "hang", "unready", "restarts"] as const;
export type GoalKind = (typeof goalKinds)[number];

export interface Goal {
  readonly kind: GoalKind;
  /** Milliseconds; of `restarts` their number. */
  readonly amount: number;
}

/** One container of a pod as it is written, and what is assumed about both. */
export interface Question {
  readonly written: WrittenPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** Of the container, relative to the pod spec. */
  readonly path: Path;
}

/** A field to write. Its path is that of the map that holds it, relative to the pod spec or to the root of a KubeletConfiguration. */
export interface Change {
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
  /** What comes of it, the goal first, then what it costs: one short statement each. */
  readonly effects: readonly string[];
  readonly changes: readonly Change[];
}

export interface Solved {
  /** Smallest change first. */
  readonly solutions: readonly Solution[];
  /** Why there is none; empty where there is one. */
  readonly reason: string;
}

export function unsolved(reason: string): Solved {
  return { solutions: [], reason };
}
