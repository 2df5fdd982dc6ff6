import { type Availability, isAvailable, isEnded } from "../objects/availability.ts";
import type { DaemonSetSpec, DaemonSetStatus, WorkloadPod } from "../objects/model.ts";
import { roundedUp } from "../objects/percent.ts";

/** A DaemonSet, its nodes and its pods as its controller reads them. */
export interface DaemonSetView {
  readonly spec: DaemonSetSpec;
  readonly generation: number;
  readonly revision: string;
  readonly nodes: readonly string[];
  /** All that are in the API. */
  readonly pods: readonly WorkloadPod[];
  readonly availability: Availability;
  /** An unavailable pod that is replaced counts against maxUnavailable; before 1.31 one more is deleted beside it. */
  readonly replacedCount: boolean;
  /** When a failed pod of a node may be deleted again. */
  readonly mayDeleteFailed: (node: string) => boolean;
}

interface DaemonSetDecision {
  readonly creates: readonly string[];
  readonly deletes: readonly WorkloadPod[];
  readonly status: DaemonSetStatus;
}

interface OnNode {
  readonly node: string;
  readonly pods: readonly WorkloadPod[];
}

/** One look at a DaemonSet. Models pkg/controller/daemon/daemon_controller.go syncDaemonSet, manage (v1.37.1) */
export function syncDaemonSet(view: DaemonSetView): DaemonSetDecision {
  const nodes = view.nodes.map((node) => ({
    node,
    pods: view.pods.filter((pod) => !pod.gone && pod.node === node && !isStoppedDeletion(pod)),
  }));
  const managed = nodes.map((onNode) => manage(view, onNode));
  const creates = managed.flatMap(({ creates: made }) => made);
  const deletes = managed.flatMap(({ deletes: cut }) => cut);
  const settled = creates.length === 0 && deletes.length === 0;
  const update = settled && view.spec.strategy === "RollingUpdate" ? rollingUpdate(view, nodes) : { creates, deletes };
  return { ...update, status: statusOf(view, nodes) };
}

/** A deleted pod that has ended does not occupy its node any more. */
function isStoppedDeletion(pod: WorkloadPod): boolean {
  return pod.deletedMs !== undefined && isEnded(pod);
}

interface Changes {
  readonly creates: readonly string[];
  readonly deletes: readonly WorkloadPod[];
}

/** Models podsShouldBeOnNode (v1.37.1) */
function manage(view: DaemonSetView, { node, pods }: OnNode): Changes {
  if (pods.length === 0) return { creates: [node], deletes: [] };
  const failed = pods.filter((pod) => pod.phase === "Failed" && pod.deletedMs === undefined);
  const done = pods.filter((pod) => pod.phase === "Succeeded" && pod.deletedMs === undefined);
  const deletes = [...(failed.length > 0 && view.mayDeleteFailed(node) ? failed : []), ...done];
  if (deletes.length > 0) return { creates: [], deletes };
  const running = pods.filter((pod) => !isEnded(pod) && pod.deletedMs === undefined);
  if (roundedUp(view.spec.maxSurge, view.nodes.length) === 0) {
    const [, ...younger] = [...running].sort((left, right) => left.createdMs - right.createdMs);
    return { creates: [], deletes: younger };
  }
  // While it surges, a node always has a pod that is not on its way out.
  return running.length === 0 ? { creates: [node], deletes: [] } : { creates: [], deletes: outdone(view, running) };
}

/** Beside the oldest new pod and the oldest other one no pod stays; of those two the other one goes when the new one is available, or when it is not ready itself. */
function outdone({ revision, availability }: DaemonSetView, running: readonly WorkloadPod[]): readonly WorkloadPod[] {
  const oldestFirst = [...running].sort((left, right) => left.createdMs - right.createdMs);
  const fresh = oldestFirst.find((pod) => pod.revision === revision);
  const old = oldestFirst.find((pod) => pod.revision !== revision);
  const excess = oldestFirst.filter((pod) => pod !== fresh && pod !== old);
  if (fresh === undefined || old === undefined) return excess;
  return !old.ready || isAvailable(fresh, availability) ? [...excess, old] : excess;
}

/** Models pkg/controller/daemon/update.go rollingUpdate (v1.37.1) */
function rollingUpdate(view: DaemonSetView, nodes: readonly OnNode[]): Changes {
  const surge = roundedUp(view.spec.maxSurge, nodes.length);
  const unavailable = surge > 0 ? 0 : roundedUp(view.spec.maxUnavailable, nodes.length);
  const pairs = nodes.map((onNode) => pairOf(view, onNode));
  return surge > 0 ? surged(view, pairs, surge) : replaced(view, pairs, unavailable);
}

interface Pair {
  readonly node: string;
  readonly old: WorkloadPod | undefined;
  readonly fresh: WorkloadPod | undefined;
}

/** Pods with a deletion mark count as none. Models findUpdatedPodsOnNode (v1.37.1) */
function pairOf({ revision }: DaemonSetView, { node, pods }: OnNode): Pair {
  const live = pods.filter(({ deletedMs }) => deletedMs === undefined);
  return {
    node,
    old: live.find((pod) => pod.revision !== revision),
    fresh: live.find((pod) => pod.revision === revision),
  };
}

function replaced({ availability, replacedCount }: DaemonSetView, pairs: readonly Pair[], most: number): Changes {
  const isUp = (pod: WorkloadPod): boolean => isAvailable(pod, availability);
  const deletes: WorkloadPod[] = [];
  const candidates: WorkloadPod[] = [];
  let unavailable = 0;
  for (const { old, fresh } of pairs) {
    if ((old === undefined) === (fresh === undefined)) unavailable += 1;
    else if (fresh !== undefined) unavailable += isUp(fresh) ? 0 : 1;
    else if (old !== undefined && isUp(old)) candidates.push(old);
    else if (old !== undefined) {
      deletes.push(old);
      if (replacedCount) unavailable += 1;
    }
  }
  candidates.sort((left, right) => left.tie - right.tie);
  return { creates: [], deletes: [...deletes, ...candidates.slice(0, Math.max(0, most - unavailable))] };
}

function surged({ availability }: DaemonSetView, pairs: readonly Pair[], most: number): Changes {
  const isUp = (pod: WorkloadPod): boolean => isAvailable(pod, availability);
  const deletes: WorkloadPod[] = [];
  const creates: string[] = [];
  const candidates: Pair[] = [];
  let waiting = 0;
  for (const pair of pairs) {
    const { node, old, fresh } = pair;
    if (old === undefined) continue;
    if (fresh !== undefined) {
      if (isUp(fresh)) deletes.push(old);
      else waiting += 1;
    } else if (isUp(old)) candidates.push(pair);
    else creates.push(node);
  }
  candidates.sort((left, right) => (left.old?.tie ?? 0) - (right.old?.tie ?? 0));
  const room = candidates.slice(0, Math.max(0, most - waiting));
  return { creates: [...creates, ...room.map(({ node }) => node)], deletes };
}

/** Of each node the oldest pod counts. Models pkg/controller/daemon/daemon_controller.go updateDaemonSetStatus (v1.37.1) */
function statusOf({ revision, availability, generation }: DaemonSetView, nodes: readonly OnNode[]): DaemonSetStatus {
  const counts = { currentNumberScheduled: 0, updatedNumberScheduled: 0, numberReady: 0, numberAvailable: 0 };
  for (const { pods } of nodes) {
    const oldest = pods.reduce<WorkloadPod | undefined>(
      (first, pod) => (first === undefined || pod.createdMs < first.createdMs ? pod : first),
      undefined,
    );
    if (oldest === undefined) continue;
    counts.currentNumberScheduled += 1;
    if (oldest.revision === revision) counts.updatedNumberScheduled += 1;
    if (!oldest.ready) continue;
    counts.numberReady += 1;
    if (isAvailable(oldest, availability)) counts.numberAvailable += 1;
  }
  return {
    kind: "DaemonSet",
    observedGeneration: generation,
    desiredNumberScheduled: nodes.length,
    ...counts,
    numberUnavailable: nodes.length - counts.numberAvailable,
  };
}
