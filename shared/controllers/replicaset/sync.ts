import { type Availability, isActive, isAvailable, isStopping, nextAvailableMs } from "../workload/availability.ts";
import type { ReplicaSetStatus, WorkloadPod } from "../workload/model.ts";
import { type RankingContext, toDelete } from "./ranking.ts";

/** A ReplicaSet and its pods as its controller reads them. */
export interface ReplicaSetView {
  readonly replicas: number;
  readonly generation: number;
  /** All that are in the API. */
  readonly pods: readonly WorkloadPod[];
  readonly availability: Availability;
  readonly countsTerminating: boolean;
  readonly ranking: () => RankingContext;
}

export interface ReplicaSetDecision {
  readonly creates: number;
  readonly deletes: readonly WorkloadPod[];
  readonly status: ReplicaSetStatus;
  /** When the next of its pods becomes available. */
  readonly nextAvailableMs: number | undefined;
}

/** A sync creates or deletes this many pods at most. Models pkg/controller/replicaset/replica_set.go BurstReplicas (v1.37.1) */
const burstReplicas = 500;

/** Models pkg/controller/replicaset/replica_set.go syncReplicaSet, manageReplicas (v1.37.1) */
export function syncReplicaSet(view: ReplicaSetView): ReplicaSetDecision {
  const { availability, countsTerminating } = view;
  let ready = 0;
  let available = 0;
  let stopping = 0;
  const active: WorkloadPod[] = [];
  for (const pod of view.pods) {
    if (isStopping(pod)) stopping += 1;
    if (!isActive(pod)) continue;
    active.push(pod);
    if (pod.ready) ready += 1;
    if (isAvailable(pod, availability)) available += 1;
  }
  const missing = view.replicas - active.length;
  return {
    creates: Math.min(burstReplicas, Math.max(0, missing)),
    deletes: missing >= 0 ? [] : toDelete(active, Math.min(burstReplicas, -missing), view.ranking()),
    status: {
      kind: "ReplicaSet",
      observedGeneration: view.generation,
      replicas: active.length,
      readyReplicas: ready,
      availableReplicas: available,
      terminatingReplicas: countsTerminating ? stopping : undefined,
    },
    nextAvailableMs: ready === available ? undefined : nextAvailableMs(active, availability),
  };
}
