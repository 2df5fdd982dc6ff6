import { exactly } from "../../simulation/index.ts";
import { answerEviction } from "../disruption/evict.ts";
import type { SpecChange, WorkloadEvent } from "./input.ts";
import { formatIntOrPercent } from "./percent.ts";
import { countAll, deletePod } from "./pods.ts";
import { reconcileBudget } from "./reconcile.ts";
import type { Cause } from "./recorder.ts";
import type { PlayedPod, World } from "./world.ts";

/** `kubectl drain` tries a refused eviction again after this. Models staging/src/k8s.io/kubectl/pkg/drain/drain.go evictPods (v1.37.1) */
const retryMs = 5000;
/** A request for an eviction takes so long at most. */
const askMaxMs = 20;

/** Lets something happen from outside. */
export function scheduleEvent(world: World, event: WorkloadEvent): void {
  world.queue.schedule(event.atMs, () => happen(world, event));
}

function happen(world: World, event: WorkloadEvent): void {
  if (event.kind === "rollout") change(world, event.spec ?? {}, event.revision);
  else if (event.kind === "change") change(world, event.spec, world.workload.object.revision);
  else if (event.kind === "delete-pod") remove(world, event);
  else if (event.kind === "evict") evictChosen(world, event.pod);
  else drain(world, event.node);
}

function change(world: World, spec: SpecChange, revision: string): void {
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

function chosen(world: World, pod: string | number): PlayedPod | undefined {
  if (typeof pod === "number") return world.pods[pod];
  return world.pods.find((played) => played.pod.name === pod && !played.pod.gone);
}

function remove(world: World, { pod, graceMs }: WorkloadEvent & { readonly kind: "delete-pod" }): void {
  const played = chosen(world, pod);
  if (played !== undefined) deletePod(world, played, undefined, graceMs);
}

function evictChosen(world: World, pod: string | number): void {
  const played = chosen(world, pod);
  if (played !== undefined) evict(world, played, undefined);
}

/** All pods of the node are evicted side by side; those of a DaemonSet stay. */
function drain(world: World, node: string): void {
  const data = { node };
  const { name } = world.workload.object;
  const begun = { kind: "drain-started", object: name, cause: undefined, since: exactly(0), data } as const;
  const cause = world.recorder.add(world.nowMs, begun);
  world.drained.add(node);
  if (world.workload.kind === "DaemonSet") return;
  const leaving = [...world.live()].filter(({ pod }) => pod.node === node);
  for (const played of leaving) world.queue.schedule(world.nowMs + askMs(world), () => evict(world, played, cause));
}

/** Evictions are asked for side by side: which comes first differs by run. */
function askMs({ isIdeal, random }: World): number {
  return isIdeal ? 0 : Math.floor(random.next() * (askMaxMs + 1));
}

/** Asks until the pod may go. */
function evict(world: World, played: PlayedPod, cause: Cause | undefined): void {
  const { pod } = played;
  if (pod.gone) return;
  for (const { name } of world.input.budgets) reconcileBudget(world, name);
  const matching = world.input.budgets.flatMap((budget) => {
    const status = world.budgets.get(budget.name);
    return status === undefined ? [] : [{ budget, status }];
  });
  const answer = answerEviction(pod, matching);
  const about = { object: pod.name, pod: pod.number, cause };
  const waitMs = world.nowMs - (cause?.tMs ?? 0);
  const now = world.isIdeal
    ? exactly(waitMs)
    : { nominalMs: waitMs, earliestMs: Math.max(0, waitMs - askMaxMs), latestMs: waitMs + askMaxMs };
  if (answer.kind === "accepted") {
    const accepted = world.recorder.add(world.nowMs, { ...about, kind: "eviction-accepted", since: now });
    if (answer.usesBudget) world.disrupted.add(pod);
    deletePod(world, played, accepted);
    return;
  }
  const { reason, message } = answer;
  const refused = world.recorder.add(world.nowMs, {
    ...about,
    kind: "eviction-refused",
    since: now,
    data: { reason, message },
  });
  if (reason === "TooManyRequests")
    world.queue.schedule(world.nowMs + retryMs + askMs(world), () => evict(world, played, refused));
}
