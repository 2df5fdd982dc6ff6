import { syncDaemonSet } from "../daemonset/sync.ts";
import { fenceposts } from "../deployment/fenceposts.ts";
import { newSetAvailable } from "../deployment/progress.ts";
import { calculateStatus, withCondition } from "../deployment/status.ts";
import { emptySetStatus, setName } from "../deployment/sync.ts";
import { endpointOf } from "../endpointslice/endpoint.ts";
import { isAvailable } from "../objects/availability.ts";
import type { WorkloadCause } from "../objects/recorder.ts";
import { syncReplicaSet } from "../replicaset/sync.ts";
import { statusOf } from "../statefulset/status.ts";
import { continuePod, count } from "../world/pods.ts";
import { daemonSetView, deploymentView, setView, statefulSetView } from "../world/views.ts";
import type { WorkloadWorld } from "../world/world.ts";

/** The workload as it is after it has run for long: all its pods are there, and the last rollout is complete. */
export function startRunning(world: WorkloadWorld, ageMs: number, cause: WorkloadCause): void {
  if (world.workload.kind === "Deployment") runDeployment(world, ageMs, cause);
  else if (world.workload.kind === "StatefulSet") runStatefulSet(world, ageMs, cause);
  else runDaemonSet(world, ageMs, cause);
  world.completed = world.workload.object.revision;
  showServices(world);
}

function runDeployment(world: WorkloadWorld, ageMs: number, cause: WorkloadCause): void {
  if (world.workload.kind !== "Deployment") return;
  const { object } = world.workload;
  const { spec, revision } = object;
  const { replicas, minReadySeconds } = spec;
  const name = setName(object.name, revision);
  for (let made = 0; made < replicas; made += 1) continuePod(world, { owner: name, revision }, { ageMs, cause });
  markAvailable(world, minReadySeconds);
  const maxReplicas = replicas + fenceposts(spec).surge;
  const made = { name, revision, number: 1, generation: 1, replicas, minReadySeconds };
  const set = { ...made, desiredReplicas: replicas, maxReplicas, status: emptySetStatus };
  world.setsMade = 1;
  world.sets = [{ ...set, status: syncReplicaSet(setView(world, set)).status }];
  const view = deploymentView(world, object);
  const status = { ...calculateStatus(view, world.sets, world.sets[0]), observedGeneration: object.generation };
  const message = `ReplicaSet "${name}" has successfully progressed.`;
  const condition = { type: "Progressing", status: "True", reason: newSetAvailable, message } as const;
  const conditions =
    spec.progressDeadlineSeconds === undefined
      ? status.conditions
      : withCondition(status.conditions, condition, world.storedMs(-ageMs));
  world.workload = { kind: "Deployment", object: { ...object, status: { ...status, conditions } } };
}

function runStatefulSet(world: WorkloadWorld, ageMs: number, cause: WorkloadCause): void {
  if (world.workload.kind !== "StatefulSet") return;
  const { object } = world.workload;
  const { name, revision, spec } = object;
  for (let index = 0; index < spec.replicas; index += 1)
    continuePod(world, { owner: name, revision, ordinal: spec.startOrdinal + index }, { ageMs, cause });
  markAvailable(world, spec.minReadySeconds);
  const status = statusOf(statefulSetView(world, object), new Set());
  const revisions = { currentRevision: revision, updateRevision: revision };
  world.workload = { kind: "StatefulSet", object: { ...object, status: { ...status, ...revisions } } };
}

function runDaemonSet(world: WorkloadWorld, ageMs: number, cause: WorkloadCause): void {
  if (world.workload.kind !== "DaemonSet") return;
  const { object } = world.workload;
  const { name, revision, spec } = object;
  for (const node of world.input.nodes) continuePod(world, { owner: name, revision, node }, { ageMs, cause });
  markAvailable(world, spec.minReadySeconds);
  const { status } = syncDaemonSet(daemonSetView(world, object));
  world.workload = { kind: "DaemonSet", object: { ...object, status } };
}

function markAvailable(world: WorkloadWorld, minReadySeconds: number): void {
  const availability = world.availability(minReadySeconds);
  for (const played of world.pods) {
    played.isAvailable = isAvailable(played.pod, availability);
    if (played.isAvailable !== played.pod.ready) world.lookAt(played);
    count(world, played);
  }
}

function showServices(world: WorkloadWorld): void {
  for (const service of world.input.services)
    for (const { pod } of world.pods) world.tally.setEndpoint(service.name, pod.number, endpointOf(pod, service));
}
