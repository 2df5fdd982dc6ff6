import { addSpans } from "../../simulation/index.ts";
import { syncDaemonSet } from "../daemonset/sync.ts";
import type { DeploymentWrite, ReplicaSet } from "../deployment/model.ts";
import { isComplete } from "../deployment/progress.ts";
import { progressOf } from "../deployment/status.ts";
import { makeReplicaSet, syncDeployment } from "../deployment/sync.ts";
import { budgetStatus } from "../disruption/budget.ts";
import { isActive, isAvailable, nextAvailableMs } from "../objects/availability.ts";
import type {
  BudgetStatus,
  DaemonSetStatus,
  DeploymentStatus,
  ReplicaSetStatus,
  StatefulSetSpec,
  StatefulSetStatus,
  WorkloadStatus,
} from "../objects/model.ts";
import type { WorkloadCause } from "../objects/recorder.ts";
import { syncReplicaSet } from "../replicaset/sync.ts";
import { syncStatefulSet } from "../statefulset/sync.ts";
import { looksInTime } from "../world/look.ts";
import { count, createPod, deletePod } from "../world/pods.ts";
import { budgetView, daemonSetView, deploymentView, setView, statefulSetView } from "../world/views.ts";
import type { PodOfWorkload, WorkloadWorld } from "../world/world.ts";

/** One look of a controller at one object. */
export function reconcile(world: WorkloadWorld, key: string, cause: WorkloadCause): void {
  const [kind, name = ""] = key.split(":", 2);
  if (kind === "workload") reconcileWorkload(world, cause);
  else if (kind === "budget") reconcileBudget(world, name, cause);
  else if (world.workload.kind === "Deployment") reconcileSet(world, name, cause);
  else reconcileWorkload(world, cause);
}

function reconcileWorkload(world: WorkloadWorld, cause: WorkloadCause): void {
  if (world.workload.kind === "Deployment") reconcileDeployment(world, cause);
  else if (world.workload.kind === "StatefulSet") reconcileStatefulSet(world, cause);
  else reconcileDaemonSet(world, cause);
}

function reconcileDeployment(world: WorkloadWorld, cause: WorkloadCause): void {
  if (world.workload.kind !== "Deployment") return;
  // Both controllers see a set that was lowered; a deletion is done before the Deployment has raised another set and that has a new pod.
  if (world.lowered.size > 0) return;
  const { object: deployment } = world.workload;
  const { writes, requeueAfterMs } = syncDeployment(deploymentView(world, deployment));
  for (const write of writes) apply(world, write, cause);
  if (requeueAfterMs !== undefined) lookAtDeadline(world, world.nowMs + requeueAfterMs, cause);
}

/** The look at the deadline follows from the last progress, whose time is stored in whole seconds. */
function lookAtDeadline(world: WorkloadWorld, dueMs: number, cause: WorkloadCause): void {
  if (world.workload.kind !== "Deployment") return;
  const waitMs = dueMs - cause.tMs;
  const progressMs = progressOf(world.workload.object.status)?.lastUpdateMs ?? cause.tMs;
  const cutMs = world.cutsSeconds ? Math.min(999, Math.max(0, cause.tMs - progressMs)) : 0;
  const earliestMs = Math.max(0, waitMs + cutMs - (world.cutsSeconds ? 999 : 0));
  const since = { nominalMs: waitMs, earliestMs, latestMs: waitMs + cutMs };
  world.work.addAt("workload", dueMs, { id: cause.id, tMs: dueMs, at: addSpans(cause.at, since) });
}

function apply(world: WorkloadWorld, write: DeploymentWrite, cause: WorkloadCause): void {
  if (world.workload.kind !== "Deployment") return;
  const { object: deployment } = world.workload;
  if (write.kind === "status") {
    showDeploymentStatus(world, write.status, cause);
    world.workload = { kind: "Deployment", object: { ...deployment, status: write.status } };
    if (isComplete(deployment, write.status)) complete(world, cause);
    world.work.add("workload", cause);
    return;
  }
  if (write.kind === "create-set") makeSet(world, write, cause);
  else if (write.kind === "delete-set") world.sets = world.sets.filter(({ name }) => name !== write.set);
  else scaleSet(world, write, cause);
}

function makeSet(
  world: WorkloadWorld,
  write: DeploymentWrite & { readonly kind: "create-set" },
  cause: WorkloadCause,
): void {
  if (world.workload.kind !== "Deployment") return;
  world.setsMade += 1;
  const set = makeReplicaSet(world.workload.object, write, world.setsMade);
  const { name, replicas, revision } = set;
  world.sets = [...world.sets, set];
  const since = world.reactionSpan();
  const made = world.recorder.add(world.nowMs, {
    kind: "replica-set-created",
    object: name,
    cause,
    since,
    data: { to: replicas, revision },
  });
  world.work.add(`owner:${name}`, made);
  world.work.add("workload", made);
}

function scaleSet(
  world: WorkloadWorld,
  write: DeploymentWrite & { readonly kind: "scale-set" },
  cause: WorkloadCause,
): void {
  const set = world.sets.find(({ name }) => name === write.set);
  if (set === undefined || world.workload.kind !== "Deployment") return;
  const { replicas, maxReplicas } = write;
  const desiredReplicas = world.workload.object.spec.replicas;
  const isSame =
    set.replicas === replicas && set.desiredReplicas === desiredReplicas && set.maxReplicas === maxReplicas;
  if (isSame) return;
  replaceSet(world, { ...set, generation: set.generation + 1, replicas, maxReplicas, desiredReplicas });
  const data = { from: set.replicas, to: replicas };
  const since = world.reactionSpan();
  const by =
    set.replicas === replicas
      ? cause
      : world.recorder.add(world.nowMs, { kind: "replica-set-scaled", object: set.name, cause, since, data });
  world.work.add(`owner:${set.name}`, by);
  if (replicas < set.replicas) world.lowered.add(set.name);
  else world.work.add("workload", by);
}

function replaceSet(world: WorkloadWorld, next: ReplicaSet): void {
  world.sets = world.sets.map((set) => (set.name === next.name ? next : set));
}

function showDeploymentStatus(world: WorkloadWorld, status: DeploymentStatus, cause: WorkloadCause): void {
  const { object } = world.workload;
  const before = world.workload.kind === "Deployment" ? world.workload.object.status.conditions : [];
  world.statuses.push({ tMs: world.nowMs, object: object.name, status });
  for (const condition of status.conditions) {
    const old = before.find(({ type }) => type === condition.type);
    if (old?.status === condition.status && old.reason === condition.reason) continue;
    const { type, reason, message } = condition;
    const data = { condition: type, status: condition.status, reason, message };
    const since = world.reactionSpan();
    world.recorder.add(world.nowMs, { kind: "condition-changed", object: object.name, cause, since, data });
  }
}

/** Once for each change of the template. */
function complete(world: WorkloadWorld, cause: WorkloadCause): void {
  const { object } = world.workload;
  if (world.completed === object.revision) return;
  world.completed = object.revision;
  const since = world.reactionSpan();
  const data = { revision: object.revision };
  world.recorder.add(world.nowMs, { kind: "rollout-complete", object: object.name, cause, since, data });
}

function reconcileSet(world: WorkloadWorld, name: string, cause: WorkloadCause): void {
  const set = world.sets.find((one) => one.name === name);
  if (set === undefined) return;
  noteAvailable(world, name, set.minReadySeconds);
  const decision = syncReplicaSet(setView(world, set));
  for (let made = 0; made < decision.creates; made += 1)
    createPod(world, { owner: name, revision: set.revision }, cause);
  deleteAll(world, decision.deletes, cause);
  const { readyReplicas, availableReplicas } = decision.status;
  if (!looksInTime(world)) {
    if (readyReplicas === set.replicas && availableReplicas !== set.replicas)
      lookLater(world, `owner:${name}`, set.minReadySeconds, cause);
  } else lookWhenAvailable(world, `owner:${name}`, name, set.minReadySeconds);
  if (world.lowered.delete(name)) world.work.add("workload", cause);
  const { status } = set;
  if (sameSetStatus(status, decision.status)) return;
  replaceSet(world, { ...set, status: decision.status });
  world.work.add(`owner:${name}`, cause);
  world.work.add("workload", cause);
}

function sameSetStatus(left: ReplicaSetStatus, right: ReplicaSetStatus): boolean {
  return (
    left.observedGeneration === right.observedGeneration &&
    left.replicas === right.replicas &&
    left.readyReplicas === right.readyReplicas &&
    left.availableReplicas === right.availableReplicas &&
    left.terminatingReplicas === right.terminatingReplicas
  );
}

/** Says which pods became available, and which are not any more. */
function noteAvailable(world: WorkloadWorld, owner: string, minReadySeconds: number): void {
  const unnoted = world.unnoted.get(owner);
  if (unnoted === undefined || unnoted.size === 0) return;
  const availability = world.availability(minReadySeconds);
  for (const played of inOrder(unnoted)) {
    const is = isAvailable(played.pod, availability);
    if (is === (played.pod.ready && !played.pod.gone)) unnoted.delete(played);
    if (is === played.isAvailable) continue;
    played.isAvailable = is;
    count(world, played);
    if (!is) continue;
    const { minReadyMs } = availability;
    const earliestMs = Math.max(0, minReadyMs - (world.cutsSeconds && minReadyMs > 0 ? 999 : 0));
    const since = { nominalMs: minReadyMs, earliestMs, latestMs: minReadyMs + world.reactionSpan().latestMs };
    const { name, number } = played.pod;
    world.recorder.add(world.nowMs, { kind: "pod-available", object: name, pod: number, cause: played.readyBy, since });
  }
}

/** Another look a whole minReadySeconds after this one. */
function lookLater(world: WorkloadWorld, key: string, minReadySeconds: number, cause: WorkloadCause): void {
  if (minReadySeconds === 0) return;
  const waitMs = minReadySeconds * 1000;
  const dueMs = world.nowMs + waitMs;
  const sinceMs = dueMs - cause.tMs;
  const since = { nominalMs: sinceMs, earliestMs: waitMs, latestMs: sinceMs };
  world.work.addAt(key, dueMs, { id: cause.id, tMs: dueMs, at: addSpans(cause.at, since) });
}

/** The next pod that becomes available brings a look, which follows from its Ready. Of a ReplicaSet, pods with a deletion mark do not count. */
function lookWhenAvailable(world: WorkloadWorld, key: string, owner: string, minReadySeconds: number): void {
  const unnoted = world.unnoted.get(owner);
  if (minReadySeconds === 0 || unnoted === undefined || unnoted.size === 0) return;
  const counts = world.workload.kind === "Deployment" ? isActive : () => true;
  const waiting = inOrder(unnoted).filter(({ pod }) => pod.ready && counts(pod));
  const dueMs = nextAvailableMs(
    waiting.map(({ pod }) => pod),
    world.availability(minReadySeconds),
  );
  if (dueMs === undefined) return;
  const minReadyMs = minReadySeconds * 1000;
  const by = waiting.find(({ pod }) => pod.readySinceMs + minReadyMs === dueMs)?.readyBy;
  const cause = by ?? { id: undefined, tMs: dueMs, at: { nominalMs: dueMs, earliestMs: dueMs, latestMs: dueMs } };
  const shortestMs = Math.max(0, minReadyMs - (world.cutsSeconds ? 999 : 0));
  const { at } = cause;
  const waited = {
    nominalMs: at.nominalMs + minReadyMs,
    earliestMs: at.earliestMs + shortestMs,
    latestMs: at.latestMs + minReadyMs,
  };
  world.work.addAt(key, dueMs, by === undefined ? cause : { id: by.id, tMs: dueMs, at: waited });
}

function inOrder(pods: ReadonlySet<PodOfWorkload>): readonly PodOfWorkload[] {
  return [...pods].sort((left, right) => left.pod.number - right.pod.number);
}

function deleteAll(world: WorkloadWorld, chosen: readonly { readonly number: number }[], cause: WorkloadCause): void {
  for (const number of chosen.map((pod) => pod.number).sort((left, right) => left - right)) {
    const played = world.pods[number - 1];
    if (played !== undefined) deletePod(world, played, cause);
  }
}

function reconcileStatefulSet(world: WorkloadWorld, cause: WorkloadCause): void {
  if (world.workload.kind !== "StatefulSet") return;
  const { object } = world.workload;
  noteAvailable(world, object.name, object.spec.minReadySeconds);
  const decision = syncStatefulSet(statefulSetView(world, object));
  for (const { ordinal, revision } of decision.creates)
    createPod(world, { owner: object.name, revision, ordinal }, cause);
  deleteAll(world, decision.deletes, cause);
  const { minReadySeconds } = object.spec;
  if (!looksInTime(world)) {
    if (decision.status.availableReplicas !== object.spec.replicas)
      lookLater(world, "workload", minReadySeconds, cause);
  } else lookWhenAvailable(world, "workload", object.name, minReadySeconds);
  if (!showStatus(world, object.status, decision.status, cause)) return;
  world.workload = { kind: "StatefulSet", object: { ...object, status: decision.status } };
  if (isUpdated(object.spec, decision.status) && !isUpdated(object.spec, object.status)) complete(world, cause);
}

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go StatefulSetStatusViewer.Status (v1.37.1) */
function isUpdated({ replicas, partition }: StatefulSetSpec, status: StatefulSetStatus): boolean {
  const { readyReplicas, updatedReplicas, updateRevision } = status;
  return updateRevision !== "" && readyReplicas >= replicas && updatedReplicas >= replicas - partition;
}

function reconcileDaemonSet(world: WorkloadWorld, cause: WorkloadCause): void {
  if (world.workload.kind !== "DaemonSet") return;
  const { object } = world.workload;
  const owned = world.podsOwnedBy(object.name);
  noteAvailable(world, object.name, object.spec.minReadySeconds);
  const decision = syncDaemonSet(daemonSetView(world, object));
  for (const node of decision.creates) createPod(world, { owner: object.name, revision: object.revision, node }, cause);
  deleteAll(world, decision.deletes, cause);
  backOff(world, owned, decision.deletes, cause);
  const { numberReady, numberAvailable } = decision.status;
  if (numberReady !== numberAvailable) lookLater(world, "workload", object.spec.minReadySeconds, cause);
  if (!showStatus(world, object.status, decision.status, cause)) return;
  world.workload = { kind: "DaemonSet", object: { ...object, status: decision.status } };
  if (isRolledOut(decision.status) && !isRolledOut(object.status)) complete(world, cause);
}

/** Each failed pod that goes makes the next one of its node wait; one that waits brings another look. Models podsShouldBeOnNode (v1.37.1) */
function backOff(
  world: WorkloadWorld,
  owned: readonly PodOfWorkload[],
  deletes: readonly { readonly number: number }[],
  cause: WorkloadCause,
): void {
  const goes = new Set(deletes.map(({ number }) => number));
  for (const { pod } of owned) {
    if (pod.phase !== "Failed" || pod.node === undefined || pod.gone) continue;
    if (goes.has(pod.number)) world.failedPods.next(pod.node, world.nowMs, world.nowMs);
    else if (pod.deletedMs === undefined)
      world.work.addAt("workload", world.nowMs + world.failedPods.get(pod.node), cause);
  }
}

/** Models staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go DaemonSetStatusViewer.Status (v1.37.1) */
function isRolledOut(status: DaemonSetStatus): boolean {
  const { desiredNumberScheduled, updatedNumberScheduled, numberAvailable } = status;
  return updatedNumberScheduled >= desiredNumberScheduled && numberAvailable >= desiredNumberScheduled;
}

/** True: the status is another one, and brings another look. */
function showStatus(
  world: WorkloadWorld,
  before: WorkloadStatus,
  status: WorkloadStatus,
  cause: WorkloadCause,
): boolean {
  if (Object.entries(status).every(([field, value]) => Reflect.get(before, field) === value)) return false;
  world.statuses.push({ tMs: world.nowMs, object: world.workload.object.name, status });
  world.work.add("workload", cause);
  return true;
}

export function reconcileBudget(world: WorkloadWorld, name: string, cause: WorkloadCause | undefined): void {
  const budget = world.input.budgets.find((one) => one.name === name);
  if (budget === undefined) return;
  const status = budgetStatus(budgetView(world, budget));
  const before = world.budgets.get(name);
  if (before !== undefined && Object.entries(status).every(([field, value]) => Reflect.get(before, field) === value))
    return;
  if (before !== undefined && frees(before, status)) world.freedBy = cause;
  world.budgets.set(name, status);
  world.budgetWrites += 1;
  world.statuses.push({ tMs: world.nowMs, object: name, status });
}

/** An eviction that was refused may be accepted now. */
function frees(before: BudgetStatus, now: BudgetStatus): boolean {
  return (
    (before.disruptionsAllowed === 0 && now.disruptionsAllowed > 0) ||
    (before.currentHealthy < before.desiredHealthy && now.currentHealthy >= now.desiredHealthy)
  );
}
