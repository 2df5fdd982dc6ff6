import type { WorkloadPod } from "../objects/model.ts";
import type { StatefulSetDecision, StatefulSetView } from "./model.ts";
import { isRunningAndAvailable, isTerminal, isUnavailable, type Replica } from "./predicates.ts";
import { statusOf } from "./status.ts";
import { updateDeletes } from "./update.ts";

interface Plan {
  readonly creates: { readonly ordinal: number; readonly revision: string }[];
  readonly deletes: WorkloadPod[];
}

/** One look at a StatefulSet. Models pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (v1.37.1) */
export function syncStatefulSet(view: StatefulSetView): StatefulSetDecision {
  const plan: Plan = { creates: [], deletes: [] };
  act(view, plan);
  const status = statusOf(view, new Set(plan.deletes));
  return { ...plan, status };
}

function act(view: StatefulSetView, plan: Plan): void {
  const { spec } = view;
  const { replicas, condemned } = parted(view);
  if (spec.strategy === "Recreate" && !recreated(view, plan)) return;
  if (!process(view, replicas, plan)) return;
  if (!condemn(view, replicas, condemned, plan)) return;
  if (spec.strategy === "RollingUpdate") plan.deletes.push(...updateDeletes(view, replicas));
}

function parted({ spec, pods }: StatefulSetView): {
  readonly replicas: readonly Replica[];
  readonly condemned: readonly WorkloadPod[];
} {
  const replicas = new Array<Replica>(spec.replicas).fill(undefined);
  const condemned: WorkloadPod[] = [];
  for (const pod of pods) {
    if (pod.gone || pod.ordinal === undefined) continue;
    const index = pod.ordinal - spec.startOrdinal;
    if (index >= 0 && index < spec.replicas) replicas[index] = pod;
    else condemned.push(pod);
  }
  condemned.sort((left, right) => (right.ordinal ?? 0) - (left.ordinal ?? 0));
  return { replicas, condemned };
}

/** Creates what is missing; true: the rest of the sync goes on. Models processReplica (v1.37.1) */
function process(view: StatefulSetView, replicas: readonly Replica[], plan: Plan): boolean {
  const isMonotonic = !view.spec.isParallel;
  for (const [index, pod] of replicas.entries()) {
    const goesOn = pod === undefined ? create(view, index, plan) : keep(view, pod, plan);
    if (isMonotonic && !goesOn) return false;
  }
  return true;
}

function create(view: StatefulSetView, index: number, plan: Plan): false {
  const { spec, status } = view;
  const current = status.currentRevision === "" ? view.revision : status.currentRevision;
  const revision = index < partitionOf(view) ? current : view.revision;
  plan.creates.push({ ordinal: spec.startOrdinal + index, revision });
  return false;
}

/** True: nothing has to wait for this pod. */
function keep(view: StatefulSetView, pod: WorkloadPod, plan: Plan): boolean {
  if (isTerminal(pod) && pod.deletedMs === undefined) plan.deletes.push(pod);
  return !isTerminal(pod) && pod.deletedMs === undefined && isRunningAndAvailable(view, pod);
}

/** Pods before it keep the old revision; with OnDelete there is none such. */
function partitionOf({ spec }: StatefulSetView): number {
  return spec.strategy === "RollingUpdate" ? spec.partition : 0;
}

/** Models processCondemned (v1.37.1) */
function condemn(
  view: StatefulSetView,
  replicas: readonly Replica[],
  condemned: readonly WorkloadPod[],
  plan: Plan,
): boolean {
  const lowestFirst = [...replicas, ...[...condemned].reverse()];
  const firstUnavailable = lowestFirst.find((pod) => pod === undefined || isUnavailable(view, pod));
  for (const pod of condemned) {
    if (view.spec.isParallel) {
      if (pod.deletedMs === undefined) plan.deletes.push(pod);
      continue;
    }
    if (pod.deletedMs === undefined && (isRunningAndAvailable(view, pod) || pod === firstUnavailable))
      plan.deletes.push(pod);
    return false;
  }
  return true;
}

/** Models recreateDeleteAndWait (v1.37.1); without its gate the strategy is unknown and nothing happens. */
function recreated({ hasRecreate, pods, revision }: StatefulSetView, plan: Plan): boolean {
  if (!hasRecreate) return false;
  const old = pods.filter((pod) => !pod.gone && pod.revision !== revision);
  plan.deletes.push(...old.filter(({ deletedMs }) => deletedMs === undefined));
  return old.length === 0;
}
