import type { Availability } from "../objects/availability.ts";
import type { StatefulSetSpec, StatefulSetStatus, WorkloadPod } from "../objects/model.ts";

/** A StatefulSet and its pods as its controller reads them. */
export interface StatefulSetView {
  readonly spec: StatefulSetSpec;
  readonly generation: number;
  /** Revision of the current template. */
  readonly revision: string;
  readonly status: StatefulSetStatus;
  /** All that are in the API. */
  readonly pods: readonly WorkloadPod[];
  readonly availability: Availability;
  /** MaxUnavailableStatefulSet */
  readonly hasMaxUnavailable: boolean;
  /** StatefulSetRecreateStrategy */
  readonly hasRecreate: boolean;
  readonly waitsForAvailable: boolean;
  readonly updatesInTwoPhases: boolean;
  readonly completesAnyStrategy: boolean;
}

export interface StatefulSetDecision {
  readonly creates: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly deletes: readonly WorkloadPod[];
  readonly status: StatefulSetStatus;
}
