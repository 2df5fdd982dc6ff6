import { addSpans, exactly } from "../../simulation/index.ts";
import { endpointOf } from "../endpointslice/endpoint.ts";
import { isEnded } from "../objects/availability.ts";
import type { WorkloadCounts, WorkloadEntryKind, WorkloadPod } from "../objects/model.ts";
import type { Later, PodChange, PodFeed } from "../objects/pod-feed.ts";
import type { WorkloadCause } from "../objects/recorder.ts";
import { looksInTime } from "./look.ts";
import { endpointRange, type PodOfWorkload, type WorkloadWorld } from "./world.ts";

interface PodToCreate {
  readonly owner: string;
  readonly revision: string;
  readonly ordinal?: number;
  readonly node?: string;
}

/** Creates the object of a pod; a node gets it in turns. */
export function createPod(world: WorkloadWorld, wanted: PodToCreate, cause: WorkloadCause): PodOfWorkload {
  const pod = newPod(world, wanted, world.nowMs);
  const created = world.recorder.add(world.nowMs, {
    kind: "pod-created",
    object: pod.pod.name,
    pod: pod.pod.number,
    cause,
    since: world.reactionSpan(),
    data: { revision: wanted.revision },
  });
  const played = enter(world, pod, created);
  if (!world.isLost(played.pod)) follow(world, played, (at, ageMs) => played.feed.change(at, ageMs), 0);
  podChanged(world, played, created);
  return played;
}

/** A pod that was created long before the run and is now as it has become since. It is not reported as new. */
export function continuePod(world: WorkloadWorld, wanted: PodToCreate, { ageMs, cause }: Continued): PodOfWorkload {
  const played = enter(world, newPod(world, wanted, -ageMs), cause);
  const { pod, feed } = played;
  let index = 0;
  for (;;) {
    const change = feed.change(index, ageMs);
    if (change === undefined || "laterMs" in change || change.tMs > ageMs) break;
    if (change.ready !== pod.ready) pod.readySinceMs = world.storedMs(change.readySinceMs ?? change.tMs - ageMs);
    show(pod, change);
    index += 1;
  }
  follow(world, played, (at, atMs) => feed.change(at, atMs), index);
  return played;
}

interface Continued {
  readonly ageMs: number;
  readonly cause: WorkloadCause;
}

function newPod(world: WorkloadWorld, wanted: PodToCreate, createdMs: number): Pick<PodOfWorkload, "pod" | "feed"> {
  const number = world.pods.length + 1;
  const { owner, revision, ordinal } = wanted;
  const started = world.startPod({ number, owner, revision, ordinal, node: wanted.node, createdMs });
  const node = wanted.node ?? started.node ?? nextNode(world);
  const isPending = (node === undefined && world.input.nodes.length > 0) || waitsForVolume(world, owner);
  const feed = isPending ? unscheduled(started) : started;
  const pod: WorkloadPod = {
    number,
    name: ordinal === undefined ? `${owner}-${number}` : `${owner}-${ordinal}`,
    owner,
    revision,
    ordinal,
    createdMs,
    tie: feed.tie,
    node,
    phase: "Pending",
    ready: false,
    readySinceMs: createdMs,
    hasAddress: false,
    restarts: 0,
    deletedMs: undefined,
    gone: false,
  };
  return { pod, feed };
}

/**
 * A volume stays attached to a lost node as long as a pod of it is in the API: the pod has not ended there, as far as anybody knows.
 * Models pkg/controller/volume/attachdetach/util DetermineVolumeAction and reconciler attachDesiredVolumes (v1.37.1)
 */
function waitsForVolume(world: WorkloadWorld, owner: string): boolean {
  if (world.input.hasExclusiveVolume !== true || world.lost.size === 0) return false;
  return world.podsOwnedBy(owner).some(({ pod }) => world.isLost(pod));
}

/** A pod for which every node is cordoned stays pending, and a deletion removes it at once. */
function unscheduled({ tie }: PodFeed): PodFeed {
  return {
    tie,
    node: undefined,
    change: () => undefined,
    afterDeletion: (ageMs) => (index) => (index > 0 ? undefined : { ...notStarted, tMs: ageMs, at: exactly(ageMs) }),
  };
}

const notStarted = { phase: "Pending", ready: false, hasAddress: false, restarts: 0, gone: true } as const;

function enter(
  world: WorkloadWorld,
  { pod, feed }: Pick<PodOfWorkload, "pod" | "feed">,
  created: WorkloadCause,
): PodOfWorkload {
  const played: PodOfWorkload = {
    pod,
    feed,
    created,
    last: created,
    readyBy: undefined,
    deleted: undefined,
    isAvailable: false,
    next: undefined,
  };
  world.pods.push(played);
  const owned = world.podsOf.get(pod.owner);
  if (owned === undefined) world.podsOf.set(pod.owner, new Set([played]));
  else owned.add(played);
  return played;
}

function nextNode({ input, drained, lost, pods }: WorkloadWorld): string | undefined {
  const free = input.nodes.filter((node) => !drained.has(node) && !lost.has(node));
  return free[pods.length % Math.max(1, free.length)];
}

/** Lets the changes of a pod come at their times. */
function follow(
  world: WorkloadWorld,
  played: PodOfWorkload,
  changeAt: (index: number, ageMs: number) => PodChange | Later | undefined,
  index: number,
): void {
  const change = changeAt(index, world.nowMs - played.pod.createdMs);
  played.next = undefined;
  if (change === undefined) return;
  if ("laterMs" in change) {
    const { laterMs } = change;
    played.next = world.queue.schedule(played.pod.createdMs + laterMs, () => follow(world, played, changeAt, index));
    return;
  }
  played.next = world.queue.schedule(played.pod.createdMs + change.tMs, () => {
    take(world, played, change);
    follow(world, played, changeAt, index + 1);
  });
}

function take(world: WorkloadWorld, played: PodOfWorkload, change: PodChange): void {
  const { pod } = played;
  const wasReady = pod.ready;
  const wasEnded = isEnded(pod);
  if (change.ready !== wasReady || change.readySinceMs !== undefined || change.gone) world.lookAt(played);
  if (change.ready !== wasReady || change.readySinceMs !== undefined)
    pod.readySinceMs = world.storedMs(change.readySinceMs ?? world.nowMs);
  show(pod, change);
  const kind = kindOf(pod, { wasReady, wasEnded });
  if (kind !== undefined) played.last = note(world, played, kind, change);
  if (kind === "pod-ready") {
    played.readyBy = played.last;
    lookAgain(world, pod.owner, played.last);
  }
  if (pod.gone) remove(world, played);
  podChanged(world, played, played.last);
}

/** A second late, because the controllers' queues may be some ms early. */
const skewMs = 1000;

/** A DaemonSet, and before 1.34 and 1.35 the others, look again when a pod that became ready is available. Models pkg/controller/daemon/daemon_controller.go updatePod (v1.37.1), pkg/controller/replicaset/replica_set.go updatePod (v1.33.13), pkg/controller/statefulset/stateful_set.go updatePod (v1.34.4) */
function lookAgain(world: WorkloadWorld, owner: string, ready: WorkloadCause): void {
  const { spec } = world.workload.object;
  if (spec.minReadySeconds === 0 || looksInTime(world)) return;
  const waitMs = spec.minReadySeconds * 1000 + skewMs;
  world.work.addAt(world.workload.kind === "Deployment" ? `owner:${owner}` : "workload", world.nowMs + waitMs, {
    id: ready.id,
    tMs: world.nowMs + waitMs,
    at: addSpans(ready.at, exactly(waitMs)),
  });
}

function show(pod: WorkloadPod, change: PodChange): void {
  pod.phase = change.phase;
  pod.ready = change.ready;
  pod.hasAddress = change.hasAddress;
  pod.restarts = change.restarts;
  pod.gone = change.gone;
}

function kindOf(
  pod: WorkloadPod,
  { wasReady, wasEnded }: { readonly wasReady: boolean; readonly wasEnded: boolean },
): WorkloadEntryKind | undefined {
  if (pod.gone) return "pod-removed";
  if (isEnded(pod) && !wasEnded) return "pod-ended";
  if (pod.ready === wasReady) return undefined;
  return pod.ready ? "pod-ready" : "pod-not-ready";
}

/** Its bounds count from the creation, or from the deletion. */
function note(
  world: WorkloadWorld,
  { pod, created, deleted }: PodOfWorkload,
  kind: WorkloadEntryKind,
  { at }: PodChange,
): WorkloadCause {
  const cause = deleted ?? created;
  const shift = pod.createdMs - cause.tMs;
  const since = { nominalMs: at.nominalMs + shift, earliestMs: at.earliestMs + shift, latestMs: at.latestMs + shift };
  return world.recorder.add(world.nowMs, { kind, object: pod.name, pod: pod.number, cause, since });
}

function remove(world: WorkloadWorld, played: PodOfWorkload): void {
  world.podsOf.get(played.pod.owner)?.delete(played);
}

/** Sets the deletion mark; the pod stops as its containers do. */
export function deletePod(
  world: WorkloadWorld,
  played: PodOfWorkload,
  cause: WorkloadCause | undefined,
  graceMs?: number,
): void {
  const { pod, feed } = played;
  const isForced = graceMs === 0 && world.isLost(pod);
  if (pod.gone || (pod.deletedMs !== undefined && !isForced)) return;
  pod.deletedMs = world.nowMs;
  world.disrupted.delete(pod);
  played.last = world.recorder.add(world.nowMs, {
    kind: "pod-deleted",
    object: pod.name,
    pod: pod.number,
    cause,
    since: cause === undefined ? exactly(world.nowMs) : world.reactionSpan(),
    data: graceMs === undefined ? {} : { graceMs },
  });
  played.deleted = played.last;
  if (played.next !== undefined) played.next.canceled = true;
  if (isForced) forget(world, played);
  else if (!world.isLost(pod)) follow(world, played, feed.afterDeletion(world.nowMs - pod.createdMs, graceMs), 0);
  podChanged(world, played, played.last);
}

/** A deletion without grace does not wait for the kubelet. */
function forget(world: WorkloadWorld, played: PodOfWorkload): void {
  const { pod, last } = played;
  pod.ready = false;
  pod.gone = true;
  world.lookAt(played);
  const removed = { kind: "pod-removed", object: pod.name, pod: pod.number, cause: last, since: exactly(0) } as const;
  played.last = world.recorder.add(world.nowMs, removed);
  remove(world, played);
}

/** Its node stops: what it would have done is not heard of any more. */
export function freeze({ next }: PodOfWorkload): void {
  if (next !== undefined) next.canceled = true;
}

/** Somebody else than its kubelet says that it is not ready. */
export function markNotReady(world: WorkloadWorld, played: PodOfWorkload, cause: WorkloadCause): void {
  const { pod } = played;
  if (!pod.ready) return;
  world.lookAt(played);
  pod.ready = false;
  pod.readySinceMs = world.storedMs(world.nowMs);
  const since = world.reactionSpan();
  const entry = { kind: "pod-not-ready", object: pod.name, pod: pod.number, cause, since } as const;
  played.last = world.recorder.add(world.nowMs, entry);
  podChanged(world, played, played.last);
}

/** Everybody who watches pods looks. */
function podChanged(world: WorkloadWorld, played: PodOfWorkload, cause: WorkloadCause): void {
  world.podChange = cause;
  world.work.add(`owner:${played.pod.owner}`, cause);
  if (played.pod.gone && world.workload.kind === "Deployment") world.work.add("workload", cause);
  for (const { name } of world.input.budgets) world.work.add(`budget:${name}`, cause);
  if (world.input.services.length > 0) showEndpoints(world, played, cause);
  count(world, played);
}

function showEndpoints(world: WorkloadWorld, played: PodOfWorkload, cause: WorkloadCause): void {
  const delayMs = world.reactionMs();
  const [earliestMs, latestMs] = endpointRange;
  world.queue.schedule(world.nowMs + delayMs, () => {
    for (const service of world.input.services) {
      const endpoint = endpointOf(played.pod, service);
      const { number } = played.pod;
      if (world.tally.endpoint(service.name, number) === endpoint) continue;
      world.tally.setEndpoint(service.name, number, endpoint);
      const since = world.isIdeal ? exactly(0) : { nominalMs: 0, earliestMs, latestMs };
      const { pod } = played;
      const data = { endpoint };
      world.recorder.add(world.nowMs, {
        kind: "endpoint-changed",
        object: service.name,
        pod: pod.number,
        cause,
        since,
        data,
      });
    }
    noteTotals(world);
  });
}

/** Counts a pod again, and notes the totals once for each instant, when it is over. */
export function count(world: WorkloadWorld, { pod, isAvailable }: PodOfWorkload): void {
  world.tally.count(pod, isAvailable, world.workload.object.revision);
  world.alike.place(pod);
  noteTotals(world);
}

/** All pods again, because another revision is the newest. */
export function countAll(world: WorkloadWorld): void {
  for (const played of world.pods) count(world, played);
}

function noteTotals(world: WorkloadWorld): void {
  if (world.countDue) return;
  world.countDue = true;
  world.queue.schedule(world.nowMs, () => {
    world.countDue = false;
    const next = world.tally.totalsAt(world.nowMs);
    const last = world.counts.at(-1);
    if (last === undefined || !sameTotals(last, next)) world.counts.push(next);
  });
}

function sameTotals(left: WorkloadCounts, right: WorkloadCounts): boolean {
  return (
    left.active === right.active &&
    left.running === right.running &&
    left.ready === right.ready &&
    left.available === right.available &&
    left.updated === right.updated &&
    left.endpoints === right.endpoints &&
    left.usableEndpoints === right.usableEndpoints
  );
}
