import type { ReplicaSetStatus, WorkloadPod } from "../objects/model.ts";
import { type RankingContext, toDelete } from "./ranking.ts";
import type { OwnedCounts } from "./tally.ts";

/** A ReplicaSet and its pods as its controller reads them. */
export interface ReplicaSetView {
  readonly replicas: number;
  readonly generation: number;
  /** Its pods, as they count in the API. */
  readonly counts: OwnedCounts;
  /** Those among which the first `count` to go are. */
  readonly candidates: (count: number) => readonly WorkloadPod[];
  readonly countsTerminating: boolean;
  readonly ranking: () => RankingContext;
}

interface ReplicaSetDecision {
  readonly creates: number;
  readonly deletes: readonly WorkloadPod[];
  readonly status: ReplicaSetStatus;
}

/** A sync creates or deletes this many pods at most. Models pkg/controller/replicaset/replica_set.go BurstReplicas (v1.37.1) */
const burstReplicas = 500;

/** Models pkg/controller/replicaset/replica_set.go syncReplicaSet, manageReplicas (v1.37.1) */
export function syncReplicaSet(view: ReplicaSetView): ReplicaSetDecision {
  const { active, running, ready, available } = view.counts;
  const missing = view.replicas - active;
  return {
    creates: Math.min(burstReplicas, Math.max(0, missing)),
    deletes: missing >= 0 ? [] : chosen(view, Math.min(burstReplicas, -missing)),
    status: {
      kind: "ReplicaSet",
      observedGeneration: view.generation,
      replicas: active,
      readyReplicas: ready,
      availableReplicas: available,
      terminatingReplicas: view.countsTerminating ? running - active : undefined,
    },
  };
}

function chosen({ candidates, ranking }: ReplicaSetView, count: number): readonly WorkloadPod[] {
  return toDelete(candidates(count), count, ranking());
}
