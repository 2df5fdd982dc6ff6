import type { WorkloadPod } from "../workload/model.ts";
import { roundedDown } from "../workload/percent.ts";
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

/** Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSetAfterInvariantEstablished (v1.37.1) */
function withBudget(view: StatefulSetView, replicas: readonly Replica[]): readonly WorkloadPod[] {
  const { spec, revision } = view;
  const most = Math.max(1, roundedDown(spec.maxUnavailable, spec.replicas));
  const unavailable = replicas.filter((pod) => pod === undefined || isUnavailable(view, pod)).length;
  const old = candidates(view, replicas).filter(
    (pod): pod is WorkloadPod => pod !== undefined && pod.revision !== revision && pod.deletedMs === undefined,
  );
  if (!spec.isParallel || !view.updatesInTwoPhases) return old.slice(0, Math.max(0, most - unavailable));
  const broken = old.filter((pod) => !isRunningAndAvailable(view, pod));
  const others = old.filter((pod) => !broken.includes(pod));
  return [...broken, ...others.slice(0, Math.max(0, most - unavailable))];
}

/** From the highest ordinal down to the partition. */
function candidates({ spec }: StatefulSetView, replicas: readonly Replica[]): readonly Replica[] {
  return replicas.slice(Math.min(spec.partition, replicas.length)).reverse();
}
