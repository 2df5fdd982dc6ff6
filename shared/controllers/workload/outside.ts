import { exactly } from "../../simulation/index.ts";
import type { SpecChange, WorkloadEvent } from "../objects/input.ts";
import { formatIntOrPercent } from "../objects/percent.ts";
import { countAll, deletePod } from "../world/pods.ts";
import type { PodOfWorkload, WorkloadWorld } from "../world/world.ts";
import { drain, evict } from "./evictions.ts";
import { loseNode } from "./node-loss.ts";

/** Lets something happen from outside. */
export function scheduleEvent(world: WorkloadWorld, event: WorkloadEvent): void {
  world.queue.schedule(event.atMs, () => happen(world, event));
}

function happen(world: WorkloadWorld, event: WorkloadEvent): void {
  if (event.kind === "rollout") change(world, event.spec ?? {}, event.revision);
  else if (event.kind === "change") change(world, event.spec, world.workload.object.revision);
  else if (event.kind === "delete-pod") remove(world, event);
  else if (event.kind === "evict") evictChosen(world, event.pod);
  else if (event.kind === "drain") drain(world, event.node);
  else loseNode(world, event.node);
}

function change(world: WorkloadWorld, spec: SpecChange, revision: string): void {
  const { workload } = world;
  const { object } = workload;
  const cause = world.recorder.add(world.nowMs, {
    kind: "workload-changed",
    object: object.name,
    cause: undefined,
    since: exactly(0),
    data: { ...(revision !== object.revision && { revision }), ...changeInWords(spec) },
  });
  const generation = object.generation + 1;
  if (workload.kind === "Deployment") {
    const next = { ...workload.object, generation, revision, spec: { ...workload.object.spec, ...spec } };
    world.workload = { kind: "Deployment", object: next };
  } else if (workload.kind === "StatefulSet") {
    const { replicas, partition, minReadySeconds } = { ...workload.object.spec, ...spec };
    const next = { ...workload.object.spec, replicas, partition, minReadySeconds };
    world.workload = { kind: "StatefulSet", object: { ...workload.object, generation, revision, spec: next } };
  } else {
    const { minReadySeconds } = { ...workload.object.spec, ...spec };
    const next = { ...workload.object.spec, minReadySeconds };
    world.workload = { kind: "DaemonSet", object: { ...workload.object, generation, revision, spec: next } };
  }
  if (spec.minReadySeconds !== undefined) for (const played of world.live()) world.lookAt(played);
  if (revision !== object.revision) {
    world.completed = undefined;
    countAll(world);
  }
  world.work.add("workload", cause);
  for (const { name } of world.input.budgets) world.work.add(`budget:${name}`, cause);
}

/** `replicas 20`, `paused true`. */
function changeInWords(spec: SpecChange): { readonly text?: string } {
  const fields = Object.entries(spec).map(
    ([field, value]) => `${field} ${typeof value === "object" ? formatIntOrPercent(value) : value}`,
  );
  return fields.length === 0 ? {} : { text: fields.join(", ") };
}

function chosen(world: WorkloadWorld, pod: string | number): PodOfWorkload | undefined {
  if (typeof pod === "number") return world.pods[pod];
  return world.pods.find((played) => played.pod.name === pod && !played.pod.gone);
}

function remove(world: WorkloadWorld, { pod, graceMs }: WorkloadEvent & { readonly kind: "delete-pod" }): void {
  const played = chosen(world, pod);
  if (played !== undefined) deletePod(world, played, undefined, graceMs);
}

function evictChosen(world: WorkloadWorld, pod: string | number): void {
  const played = chosen(world, pod);
  if (played !== undefined) evict(world, played);
}
