import type { WorkloadPod } from "../objects/model.ts";
import { roundedDown } from "../objects/percent.ts";
import type { StatefulSetView } from "./model.ts";
import { isRunningAndAvailable, isRunningAndReady, isUnavailable, type Replica } from "./predicates.ts";

/** Pods of the wrong revision that a rolling update deletes now. */
export function updateDeletes(view: StatefulSetView, replicas: readonly Replica[]): readonly WorkloadPod[] {
  return view.hasMaxUnavailable ? withBudget(view, replicas) : oneByOne(view, replicas);
}

/** Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSet, its last part (v1.37.1) */
function oneByOne(view: StatefulSetView, replicas: readonly Replica[]): readonly WorkloadPod[] {
  for (const pod of candidates(view, replicas)) {
    if (pod === undefined) return [];
    if (pod.revision !== view.revision && pod.deletedMs === undefined) return [pod];
    const waits = view.waitsForAvailable
      ? isUnavailable(view, pod)
      : pod.deletedMs !== undefined || !isRunningAndReady(pod);
    if (waits) return [];
  }
  return [];
}

/** Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished (v1.37.1, v1.38.0-beta.0) */
function withBudget(view: StatefulSetView, replicas: readonly Replica[]): readonly WorkloadPod[] {
  const { spec, revision } = view;
  const counted =
    spec.countsUpdateRange === true ? replicas.slice(Math.min(spec.partition, replicas.length)) : replicas;
  const most = Math.max(1, roundedDown(spec.maxUnavailable, counted.length));
  const unavailable = counted.filter((pod) => pod === undefined || isUnavailable(view, pod)).length;
  const room = Math.max(0, most - unavailable);
  const inTwoPhases = spec.isParallel && view.updatesInTwoPhases;
  const broken: WorkloadPod[] = [];
  const others: WorkloadPod[] = [];
  for (const pod of candidates(view, replicas)) {
    if (pod === undefined || pod.revision === revision || pod.deletedMs !== undefined) continue;
    if (inTwoPhases && !isRunningAndAvailable(view, pod)) broken.push(pod);
    else if (others.length < room) others.push(pod);
    else if (!inTwoPhases) break;
  }
  return [...broken, ...others];
}

/** From the highest ordinal down to the partition. */
function candidates({ spec }: StatefulSetView, replicas: readonly Replica[]): readonly Replica[] {
  return replicas.slice(Math.min(spec.partition, replicas.length)).reverse();
}
