import { exactly, type Span } from "../../simulation/index.ts";
import { answerEviction, type EvictionAnswer, type MatchingBudget } from "../disruption/evict.ts";
import type { NewEntry, WorkloadCause } from "../objects/recorder.ts";
import { deletePod } from "../world/pods.ts";
import type { PodOfWorkload, WorkloadWorld } from "../world/world.ts";
import { reconcileBudget } from "./reconcile.ts";

/** `kubectl drain` tries a refused eviction again after this. Models staging/src/k8s.io/kubectl/pkg/drain/drain.go evictPods (v1.37.1) */
export const retryMs = 5000;
/** A request for an eviction takes so long at most until the API server reads the budget, and from there until it writes it. */
const askMaxMs = 20;
const writeMaxMs = 20;
/** The API server tries again after this when somebody else wrote the budget in between. Models pkg/registry/core/pod/storage/eviction.go EvictionsRetry (v1.37.1) */
const conflictRange = [500, 550] as const;

/** All pods of the node are evicted side by side; those of a DaemonSet stay. */
export function drain(world: WorkloadWorld, node: string): void {
  const data = { node };
  const { name } = world.workload.object;
  const begun = { kind: "drain-started", object: name, cause: undefined, since: exactly(0), data } as const;
  const cause = world.recorder.add(world.nowMs, begun);
  world.drained.add(node);
  if (world.workload.kind === "DaemonSet") return;
  const leaving = [...world.live()].filter(({ pod }) => pod.node === node);
  for (const played of leaving) askAfter(world, 0, { played, cause });
}

/** Asks until the pod may go. */
export function evict(world: WorkloadWorld, played: PodOfWorkload): void {
  read(world, { played, cause: undefined, askedMs: world.nowMs, waitMs: world.nowMs, conflicts: 0 });
}

interface Request {
  readonly played: PodOfWorkload;
  readonly cause: WorkloadCause | undefined;
  readonly askedMs: number;
  /** From the cause to the request, at least. */
  readonly waitMs: number;
  readonly conflicts: number;
}

/** Evictions are asked for side by side: which comes first differs by run. */
function askAfter(world: WorkloadWorld, waitMs: number, { played, cause }: Pick<Request, "played" | "cause">): void {
  const askedMs = world.nowMs + waitMs + drawn(world, askMaxMs);
  world.queue.schedule(askedMs, () => read(world, { played, cause, askedMs, waitMs, conflicts: 0 }));
}

function drawn({ isIdeal, random }: WorkloadWorld, mostMs: number): number {
  return isIdeal ? 0 : Math.floor(random.next() * (mostMs + 1));
}

/** The API server reads the budget. */
function read(world: WorkloadWorld, request: Request): void {
  const { pod } = request.played;
  if (pod.gone) return;
  const answer = answerEviction(pod, matchingBudgets(world));
  if (answer.kind === "refused") refuse(world, request, answer);
  else if (!answer.usesBudget || world.isIdeal) accept(world, request, answer);
  else {
    const writes = world.budgetWrites;
    world.queue.schedule(world.nowMs + drawn(world, writeMaxMs), () => write(world, request, { answer, writes }));
  }
}

function matchingBudgets(world: WorkloadWorld): readonly MatchingBudget[] {
  for (const { name } of world.input.budgets) reconcileBudget(world, name, world.podChange);
  return world.input.budgets.flatMap((budget) => {
    const status = world.budgets.get(budget.name);
    return status === undefined ? [] : [{ budget, status }];
  });
}

type Accepted = EvictionAnswer & { readonly kind: "accepted" };

/** It writes the budget that allows one disruption less: a conflict, if somebody else wrote it since. */
function write(
  world: WorkloadWorld,
  request: Request,
  { answer, writes }: { readonly answer: Accepted; readonly writes: number },
): void {
  if (world.budgetWrites === writes) {
    accept(world, request, answer);
    return;
  }
  const [shortestMs, longestMs] = conflictRange;
  const againMs = world.nowMs + shortestMs + drawn(world, longestMs - shortestMs);
  world.queue.schedule(againMs, () => read(world, { ...request, conflicts: request.conflicts + 1 }));
}

function accept(world: WorkloadWorld, request: Request, { usesBudget }: Accepted): void {
  const { played } = request;
  if (played.pod.gone) return;
  const reason = { ...about(world, request), ...becauseFreed(world, request) };
  const accepted = world.recorder.add(world.nowMs, { ...reason, kind: "eviction-accepted" });
  if (usesBudget) {
    world.disrupted.add(played.pod);
    world.budgetWrites += 1;
    world.acceptedMs = world.nowMs;
  }
  deletePod(world, played, accepted);
}

function refuse(
  world: WorkloadWorld,
  request: Request,
  { reason, message }: EvictionAnswer & { readonly kind: "refused" },
): void {
  const { data, ...rest } = about(world, request);
  const refused = world.recorder.add(world.nowMs, {
    ...rest,
    kind: "eviction-refused",
    data: { ...data, reason, message },
  });
  if (reason === "TooManyRequests") askAfter(world, retryMs, { played: request.played, cause: refused });
}

function about(world: WorkloadWorld, request: Request): Omit<NewEntry, "kind"> {
  const { pod } = request.played;
  const { cause, askedMs } = request;
  return { object: pod.name, pod: pod.number, cause, since: sinceCause(world, request), data: { askedMs } };
}

/** The first try after a budget let a pod go: it follows from what made the budget do so, however often it was refused before. */
function becauseFreed(world: WorkloadWorld, request: Request): Pick<NewEntry, "cause" | "since"> | undefined {
  const { freedBy, nowMs } = world;
  if (request.waitMs === 0 || freedBy === undefined || freedBy.tMs < (request.cause?.tMs ?? 0)) return undefined;
  const { latestMs } = sinceCause(world, request);
  return { cause: freedBy, since: { nominalMs: nowMs - freedBy.tMs, earliestMs: 0, latestMs } };
}

function sinceCause(world: WorkloadWorld, request: Request): Span {
  const { waitMs, conflicts } = request;
  if (world.isIdeal) return exactly(waitMs);
  const tries = Math.max(conflicts, mayConflict(world) ? 1 : 0);
  const [, longestMs] = conflictRange;
  const latestMs = waitMs + askMaxMs + writeMaxMs + tries * (longestMs + writeMaxMs);
  return { nominalMs: waitMs, earliestMs: waitMs, latestMs };
}

/** Whether another eviction was written in the time of this one, or could be: in other runs it comes first. */
function mayConflict({ acceptedMs, budgets, nowMs }: WorkloadWorld): boolean {
  if (budgets.size === 0) return false;
  const wasWritten = acceptedMs !== undefined && nowMs - acceptedMs <= askMaxMs + writeMaxMs;
  return wasWritten || [...budgets.values()].some(({ disruptionsAllowed }) => disruptionsAllowed > 1);
}
