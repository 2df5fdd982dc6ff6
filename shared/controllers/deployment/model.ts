import type { DeploymentSpec, DeploymentStatus, ReplicaSetStatus } from "../objects/model.ts";

/** A Deployment as its controller reads it. */
export interface Deployment {
  readonly name: string;
  readonly generation: number;
  readonly spec: DeploymentSpec;
  /** Revision of the current template. */
  readonly revision: string;
  readonly status: DeploymentStatus;
}

export interface ReplicaSet {
  readonly name: string;
  readonly revision: string;
  /** Creation order. */
  readonly number: number;
  readonly generation: number;
  readonly replicas: number;
  readonly minReadySeconds: number;
  /** Annotations by which the Deployment notices that it was scaled. */
  readonly desiredReplicas: number;
  readonly maxReplicas: number;
  readonly status: ReplicaSetStatus;
}

/** What one sync looks at. */
export interface DeploymentView {
  readonly deployment: Deployment;
  readonly sets: readonly ReplicaSet[];
  readonly nowMs: number;
  /** Now, as the API would store it. */
  readonly storedNowMs: number;
  /** A pod of a set that has not ended, deleted or not. */
  readonly hasRunningPods: (set: ReplicaSet) => boolean;
  readonly countsTerminating: boolean;
  readonly proportionsHaveBase: boolean;
}

export type DeploymentWrite =
  | { readonly kind: "create-set"; readonly revision: string; readonly replicas: number; readonly maxReplicas: number }
  | { readonly kind: "scale-set"; readonly set: string; readonly replicas: number; readonly maxReplicas: number }
  | { readonly kind: "delete-set"; readonly set: string }
  | { readonly kind: "status"; readonly status: DeploymentStatus };

/** Actions of a sync in order, and the delay until the next one. */
export interface DeploymentDecision {
  readonly writes: readonly DeploymentWrite[];
  readonly requeueAfterMs: number | undefined;
}
