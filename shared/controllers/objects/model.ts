import type { Phase } from "../../scenario/model.ts";
import type { Span } from "../../simulation/index.ts";

/** A number of pods, or a share of them. */
export type IntOrPercent = { readonly count: number } | { readonly percent: number };

export type WorkloadKind = "Deployment" | "StatefulSet" | "DaemonSet";

/** The part of a Deployment's spec that decides about its pods, after defaulting. Times are seconds, as in the API. */
export interface DeploymentSpec {
  readonly kind: "Deployment";
  readonly replicas: number;
  readonly paused: boolean;
  readonly strategy: "RollingUpdate" | "Recreate";
  readonly maxSurge: IntOrPercent;
  readonly maxUnavailable: IntOrPercent;
  readonly minReadySeconds: number;
  /** Undefined if nothing watches the progress. */
  readonly progressDeadlineSeconds: number | undefined;
  readonly revisionHistoryLimit: number;
}

export interface StatefulSetSpec {
  readonly kind: "StatefulSet";
  readonly replicas: number;
  readonly strategy: "RollingUpdate" | "OnDelete" | "Recreate";
  readonly isParallel: boolean;
  readonly partition: number;
  /** `type: RollingUpdate` is written alone: the API server then sets no partition, which some of those who wait look for. */
  readonly leavesOutPartition?: boolean | undefined;
  readonly maxUnavailable: IntOrPercent;
  /** maxUnavailable is of the pods from the partition on. */
  readonly countsUpdateRange?: boolean | undefined;
  readonly minReadySeconds: number;
  readonly startOrdinal: number;
}

export interface DaemonSetSpec {
  readonly kind: "DaemonSet";
  readonly strategy: "RollingUpdate" | "OnDelete";
  readonly maxSurge: IntOrPercent;
  readonly maxUnavailable: IntOrPercent;
  readonly minReadySeconds: number;
}

export type WorkloadSpec = DeploymentSpec | StatefulSetSpec | DaemonSetSpec;

/** Pods of another workload that the same Service or budget selects. Nothing happens to them meanwhile. */
export interface OtherPods {
  /** `Deployment/canary`. */
  readonly workload: string;
  readonly pods: number;
  /** How many of them are Ready. */
  readonly healthy: number;
  /** Undefined where the controller of the pods has no scale. */
  readonly scale: number | undefined;
}

/** A Service whose selector matches the workload's pods. */
export interface ServiceSpec {
  readonly name: string;
  readonly publishNotReadyAddresses: boolean;
  readonly others?: readonly OtherPods[];
}

/** A PodDisruptionBudget whose selector matches the workload's pods. At most one of the two numbers is there. */
export interface BudgetSpec {
  readonly name: string;
  readonly minAvailable: IntOrPercent | undefined;
  readonly maxUnavailable: IntOrPercent | undefined;
  readonly unhealthyPodEvictionPolicy: "IfHealthyBudget" | "AlwaysAllow";
  readonly others?: readonly OtherPods[];
}

/** A condition of a Deployment. Times are cut to whole seconds of the cluster's clock, as the API stores them. */
export interface WorkloadCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  readonly lastUpdateMs: number;
  readonly lastTransitionMs: number;
}

export interface DeploymentStatus {
  readonly kind: "Deployment";
  readonly observedGeneration: number;
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly unavailableReplicas: number;
  readonly terminatingReplicas: number | undefined;
  readonly conditions: readonly WorkloadCondition[];
}

export interface ReplicaSetStatus {
  readonly kind: "ReplicaSet";
  readonly observedGeneration: number;
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly terminatingReplicas: number | undefined;
}

export interface StatefulSetStatus {
  readonly kind: "StatefulSet";
  readonly observedGeneration: number;
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly currentReplicas: number;
  readonly updatedReplicas: number;
  readonly currentRevision: string;
  readonly updateRevision: string;
}

export interface DaemonSetStatus {
  readonly kind: "DaemonSet";
  readonly observedGeneration: number;
  readonly desiredNumberScheduled: number;
  readonly currentNumberScheduled: number;
  readonly updatedNumberScheduled: number;
  readonly numberReady: number;
  readonly numberAvailable: number;
  readonly numberUnavailable: number;
}

export interface BudgetStatus {
  readonly kind: "PodDisruptionBudget";
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly disruptionsAllowed: number;
}

export type WorkloadStatus = DeploymentStatus | StatefulSetStatus | DaemonSetStatus;

/** A pod as the API shows it. Times are virtual ms of the workload's run. */
export interface WorkloadPod {
  readonly number: number;
  readonly name: string;
  /** Name of the ReplicaSet, StatefulSet or DaemonSet. */
  readonly owner: string;
  readonly revision: string;
  readonly ordinal: number | undefined;
  readonly createdMs: number;
  /** Decides between pods that the controller ranks alike: the lower one goes first. */
  readonly tie: number;
  node: string | undefined;
  phase: Phase;
  ready: boolean;
  /** When Ready last changed: whole seconds of the kubelet's clock. */
  readySinceMs: number;
  hasAddress: boolean;
  restarts: number;
  /** When its deletion was requested. */
  deletedMs: number | undefined;
  /** The object is not in the API any more. */
  gone: boolean;
}

export type WorkloadEntryKind =
  | "workload-seen"
  | "workload-changed"
  | "replica-set-created"
  | "replica-set-scaled"
  | "replica-set-deleted"
  | "pod-created"
  | "pod-ready"
  | "pod-not-ready"
  | "pod-available"
  | "pod-deleted"
  | "pod-ended"
  | "pod-removed"
  | "condition-changed"
  | "rollout-complete"
  | "endpoint-changed"
  | "eviction-accepted"
  | "eviction-refused"
  | "drain-started"
  | "node-lost"
  | "node-not-ready"
  | "taint-eviction"
  | "note";

/** Every field that does not apply is absent. */
export interface WorkloadEntryData {
  readonly from?: number;
  readonly to?: number;
  readonly revision?: string;
  readonly condition?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  /** Conditions of an endpoint that are true; undefined if it is not in the slice any more. */
  readonly endpoint?: string | undefined;
  readonly graceMs?: number | undefined;
  readonly node?: string;
  readonly text?: string;
  /** When the eviction was asked for; the answer comes later where the API server has to try again. */
  readonly askedMs?: number;
}

/** One thing that happened to a workload. `tMs` is virtual time since its controller first saw it. */
export interface WorkloadEntry {
  /** `w1`, `w2`, … */
  readonly id: string;
  readonly tMs: number;
  /** When this could have happened at all, on the same path of events. */
  readonly at: Span;
  readonly kind: WorkloadEntryKind;
  readonly cause: string | undefined;
  readonly sinceCause: Span;
  /** Name of the object it happened to. */
  readonly object: string;
  readonly pod: number | undefined;
  readonly data: WorkloadEntryData;
}

/** A volume whose claim has one access mode, and that one allows a single node or pod. */
export interface ExclusiveVolume {
  readonly claim: string;
  readonly mode: "ReadWriteOnce" | "ReadWriteOncePod";
}

/** Totals after each change that a reader can see. */
export interface WorkloadCounts {
  readonly tMs: number;
  /** Pods without a deletion mark that have not ended. */
  readonly active: number;
  /** All that have not ended, those that are being stopped included. */
  readonly running: number;
  readonly ready: number;
  readonly available: number;
  /** Number of pods of the newest revision that are not being deleted. */
  readonly updated: number;
  /** Ready endpoints of the Service that has the fewest, those of other workloads included. */
  readonly endpoints: number;
  /** Endpoints to which kube-proxy sends new connections: the ready ones; where there are none, those that serve while they terminate. */
  readonly usableEndpoints: number;
}
