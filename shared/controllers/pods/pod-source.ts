import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";

/** The pods of one revision: their template, and what their containers do. Events count from the creation of each pod. */
export interface PodSource {
  readonly pod: DefaultedPod;
  readonly scenario: Scenario;
}

/** What the pods of a run share. */
export interface SharedPods {
  /** Sources of pods by revision. */
  readonly sources: ReadonlyMap<string, PodSource>;
  readonly assumptions: Assumptions;
  readonly seed: number;
  /** Offset of the workload's t = 0 within a second of the wall clock. */
  readonly clockPhaseMs: number;
  /** How many lives with jitter the pods of a revision share. Without jitter they all live alike. */
  readonly lives: number;
  /** There are more pods than lives: equal pods then live alike, and are deleted in the same few phases of their probes. */
  readonly isCrowded: boolean;
}
