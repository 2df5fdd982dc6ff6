import { fenceposts } from "./fenceposts.ts";
import type { Deployment, DeploymentDecision, DeploymentView, DeploymentWrite, ReplicaSet } from "./model.ts";
import { isComplete, newSetCreated, rolloutStatus, timedOutReason } from "./progress.ts";
import { newSetReplicas, scaleDownOld, scaled, scaleUpNew } from "./rolling.ts";
import { isScalingEvent, scale } from "./scale.ts";
import { calculateStatus, progressing, progressOf, sameStatus, sum, withCondition } from "./status.ts";

/** One look at a Deployment: what is written, in order. Models pkg/controller/deployment/deployment_controller.go syncDeployment (v1.37.1) */
export function syncDeployment(view: DeploymentView): DeploymentDecision {
  const paused = pausedCondition(view);
  if (paused !== undefined) return { writes: [paused], requeueAfterMs: undefined };
  const { spec } = view.deployment;
  const newSet = newSetOf(view);
  const oldSets = view.sets.filter((set) => set !== newSet);
  if (spec.paused || isScalingEvent(view)) {
    const writes = [...scale(view, newSet, oldSets), ...(spec.paused ? surplus(view, oldSets) : [])];
    return { writes: [...writes, ...plainStatus(view, newSet, writes)], requeueAfterMs: undefined };
  }
  return spec.strategy === "Recreate" ? recreate(view, newSet, oldSets) : roll(view, newSet, oldSets);
}

/** The oldest set with the template as it is. Models pkg/controller/deployment/util/deployment_util.go FindNewReplicaSet (v1.37.1) */
function newSetOf({ deployment, sets }: DeploymentView): ReplicaSet | undefined {
  return sets
    .filter(({ revision }) => revision === deployment.revision)
    .sort((left, right) => left.number - right.number)[0];
}

/** The name that the set of a revision gets. */
export function setName(deployment: string, revision: string): string {
  return `${deployment}-${revision}`;
}

function roll(
  view: DeploymentView,
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): DeploymentDecision {
  const begun = begin(view, newSet, oldSets);
  const sets = [...oldSets, begun.set];
  const up = scaleUpNew(begun.view, sets, begun.set);
  if (up.length > 0) return conclude(begun, up, sets);
  const down = scaleDownOld(begun.view, begun.set, oldSets);
  if (down.length > 0) return conclude(begun, down, sets);
  const isDone = isComplete(view.deployment, calculateStatus(begun.view, sets, begun.set));
  return conclude(begun, isDone ? surplus(view, oldSets) : [], sets);
}

/** Models pkg/controller/deployment/recreate.go rolloutRecreate (v1.37.1) */
function recreate(
  view: DeploymentView,
  newSet: ReplicaSet | undefined,
  oldSets: readonly ReplicaSet[],
): DeploymentDecision {
  const present = newSet === undefined ? oldSets : [...oldSets, newSet];
  const down = oldSets.filter(({ replicas }) => replicas > 0).map((set) => scaled(view, set, 0));
  if (down.length > 0) return afterWrites(view, down, present, newSet);
  const hasOldPods = oldSets.some((set) => set.status.replicas > 0 || view.hasRunningPods(set));
  if (hasOldPods) return afterWrites(view, [], present, newSet);
  const begun = begin(view, newSet, oldSets);
  const sets = [...oldSets, begun.set];
  const want = view.deployment.spec.replicas;
  const up = begun.set.replicas === want ? [] : [scaled(view, begun.set, want)];
  const isDone = isComplete(view.deployment, calculateStatus(begun.view, sets, begun.set));
  return conclude(begun, up.length === 0 && isDone ? surplus(view, oldSets) : up, sets);
}

interface Begun {
  readonly view: DeploymentView;
  readonly set: ReplicaSet;
  readonly writes: readonly DeploymentWrite[];
}

/** Makes the new set where there is none. */
function begin(view: DeploymentView, newSet: ReplicaSet | undefined, oldSets: readonly ReplicaSet[]): Begun {
  if (newSet !== undefined) return { ...found(view, newSet), set: newSet };
  const { deployment } = view;
  const { spec, revision } = deployment;
  const replicas = newSetReplicas(
    view,
    sum(oldSets, (set) => set.replicas),
    0,
  );
  const maxReplicas = spec.replicas + fenceposts(spec).surge;
  const name = setName(deployment.name, revision);
  const status = newSetCreated(view, name);
  const creation = { kind: "create-set", revision, replicas, maxReplicas } as const;
  const set = makeReplicaSet(deployment, creation, Number.MAX_SAFE_INTEGER);
  const writes: readonly DeploymentWrite[] = [creation, status];
  return { view: withStatus(view, status), set, writes };
}

/** The set as it is created. `number`: how many were created before it, of which the newest is the one that counts. */
export function makeReplicaSet(
  { name, spec }: Deployment,
  { revision, replicas, maxReplicas }: DeploymentWrite & { readonly kind: "create-set" },
  number: number,
): ReplicaSet {
  return {
    name: setName(name, revision),
    revision,
    number,
    generation: 1,
    replicas,
    minReadySeconds: spec.minReadySeconds,
    desiredReplicas: spec.replicas,
    maxReplicas,
    status: emptySetStatus,
  };
}

/** A set that fits, of a Deployment without a condition yet. */
function found(view: DeploymentView, set: ReplicaSet): Omit<Begun, "set"> {
  const { deployment, storedNowMs } = view;
  const hasDeadline = deployment.spec.progressDeadlineSeconds !== undefined;
  if (!hasDeadline || progressOf(deployment.status) !== undefined) return { view, writes: [] };
  const message = `Found new replica set "${set.name}"`;
  const condition = { type: progressing, status: "True", reason: "FoundNewReplicaSet", message } as const;
  const conditions = withCondition(deployment.status.conditions, condition, storedNowMs);
  const write: DeploymentWrite = { kind: "status", status: { ...deployment.status, conditions } };
  return { view: withStatus(view, write), writes: [write] };
}

export const emptySetStatus: ReplicaSet["status"] = {
  kind: "ReplicaSet",
  observedGeneration: 0,
  replicas: 0,
  readyReplicas: 0,
  availableReplicas: 0,
  terminatingReplicas: undefined,
};

function withStatus(view: DeploymentView, write: DeploymentWrite): DeploymentView {
  return write.kind === "status" ? { ...view, deployment: { ...view.deployment, status: write.status } } : view;
}

function conclude(begun: Begun, writes: readonly DeploymentWrite[], sets: readonly ReplicaSet[]): DeploymentDecision {
  const decision = afterWrites(begun.view, writes, sets, begun.set);
  return { ...decision, writes: [...begun.writes, ...decision.writes] };
}

/** The status comes last and knows the sizes that were just written. */
function afterWrites(
  view: DeploymentView,
  writes: readonly DeploymentWrite[],
  sets: readonly ReplicaSet[],
  newSet: ReplicaSet | undefined,
): DeploymentDecision {
  const { writes: status, requeueAfterMs } = rolloutStatus(view, resized(sets, writes), newSet);
  return { writes: [...writes, ...status], requeueAfterMs };
}

function resized(sets: readonly ReplicaSet[], writes: readonly DeploymentWrite[]): readonly ReplicaSet[] {
  return sets.map((set) => {
    const write = writes.findLast((one) => one.kind === "scale-set" && one.set === set.name);
    return write?.kind === "scale-set" ? { ...set, replicas: write.replicas } : set;
  });
}

/** A status in which no progress is judged. Models pkg/controller/deployment/sync.go syncDeploymentStatus (v1.37.1) */
function plainStatus(
  view: DeploymentView,
  newSet: ReplicaSet | undefined,
  writes: readonly DeploymentWrite[],
): readonly DeploymentWrite[] {
  const status = calculateStatus(view, resized(view.sets, writes), newSet);
  return sameStatus(view.deployment.status, status) ? [] : [{ kind: "status", status }];
}

/** Models pkg/controller/deployment/sync.go checkPausedConditions (v1.37.1) */
function pausedCondition({ deployment, storedNowMs }: DeploymentView): DeploymentWrite | undefined {
  const { spec, status } = deployment;
  if (spec.progressDeadlineSeconds === undefined) return undefined;
  const current = progressOf(status);
  if (current?.reason === timedOutReason) return undefined;
  const isPaused = current?.reason === "DeploymentPaused";
  if (spec.paused === isPaused) return undefined;
  const reason = spec.paused ? "DeploymentPaused" : "DeploymentResumed";
  const message = spec.paused ? "Deployment is paused" : "Deployment is resumed";
  const condition = { type: progressing, status: "Unknown", reason, message } as const;
  return {
    kind: "status",
    status: { ...status, conditions: withCondition(status.conditions, condition, storedNowMs) },
  };
}

/** Old sets without pods beyond the history that is kept. Models pkg/controller/deployment/sync.go cleanupDeployment (v1.37.1) */
function surplus({ deployment }: DeploymentView, oldSets: readonly ReplicaSet[]): readonly DeploymentWrite[] {
  const count = oldSets.length - deployment.spec.revisionHistoryLimit;
  if (count <= 0) return [];
  return [...oldSets]
    .sort((left, right) => left.number - right.number)
    .slice(0, count)
    .filter(({ replicas, status }) => replicas === 0 && status.replicas === 0)
    .map(({ name }) => ({ kind: "delete-set", set: name }));
}
