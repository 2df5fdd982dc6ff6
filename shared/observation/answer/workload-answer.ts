import { agreeing, counted } from "../../basics/counted.ts";
import { plainLine } from "../../basics/plain-line.ts";
import { type ObjectPart, objectAt, placeOf, textAt, timeAt, wholeAt } from "../objects/fields.ts";
import { clockText, lasting, lastingText, messageNote } from "./clock.ts";
import { inNamespace, podsCommand } from "./commands.ts";
import { cronJobCase, jobCase } from "./job-answer.ts";
import type { ObservedNow } from "./model.ts";
import { isOwnedBy, type OwnedPod, withWorstPod } from "./owned-pods.ts";
import {
  conditionsOf,
  countsText,
  type ObservedCounts,
  type StatusCondition,
  type WorkloadAt,
  type WorkloadCase,
} from "./workload-status.ts";

/**
 * What the status of a Job or of a workload says first. Undefined if the object is another one, or has no status that says something.
 * Without `nowMs` the moment is that of the latest time in the status.
 */
export function observedWorkloadAnswer(
  object: unknown,
  { nowMs, pods = [] }: WorkloadSurroundings = {},
): ObservedNow | undefined {
  const root = placeOf(object, [], []);
  const status = root && objectAt(root, "status");
  if (root === undefined || status === undefined || Object.keys(status.fields).length === 0) return undefined;
  const conditions = conditionsOf(status);
  const spec = objectAt(root, "spec") ?? { fields: {}, path: ["spec"], problems: [] };
  const atMs = nowMs ?? latestTimeOf(status, conditions);
  const metadata = objectAt(root, "metadata") ?? root;
  const kind = textAt(root, "kind") ?? "";
  const name = textAt(metadata, "name") ?? "";
  const namespace = textAt(metadata, "namespace") ?? "default";
  const own = caseOf(kind, { name: plainLine(name), namespace, spec, status, conditions, atMs });
  if (own === undefined) return undefined;
  const owner = { kind, name, namespace };
  const owned = pods.filter(({ pod }) => isOwnedBy(pod, owner));
  const found = withWorstPod(own, kind, owned);
  const stale = staleness(root, status);
  const known = stale !== undefined && isFine(found) ? staleCase(found, stale) : found;
  const besides =
    stale === undefined || known !== found
      ? []
      : [{ label: "Status", text: `is ${stale}: its controller has not seen the last change` }];
  const told = [...messageNote(known), ...(known.besides ?? []), ...besides];
  return { ...known, container: undefined, next: undefined, besides: told };
}

/** What is known beside the object. */
interface WorkloadSurroundings {
  readonly nowMs?: number | undefined;
  /** Pods, its own and others. */
  readonly pods?: readonly OwnedPod[];
}

function isFine({ outlook }: WorkloadCase): boolean {
  return outlook === undefined || outlook === "healthy";
}

/** What was well before the last change says nothing of it. */
function staleCase(found: WorkloadCase, stale: string): WorkloadCase {
  const headline = `its controller has not seen the last change yet (status ${stale}); before it: ${found.headline}`;
  return { ...found, is: "starting", outlook: undefined, headline };
}

function caseOf(kind: string, at: WorkloadAt): WorkloadCase | undefined {
  switch (kind) {
    case "Job":
      return jobCase(at);
    case "CronJob":
      return cronJobCase(at);
    case "Deployment":
      return deploymentCase(at);
    case "ReplicaSet":
    case "ReplicationController":
      return countsCase(at, { ...replicaCounts(at), updated: undefined });
    case "StatefulSet":
      return statefulSetCase(at);
    case "DaemonSet":
      return daemonSetCase(at);
    default:
      return undefined;
  }
}

function replicaCounts({ spec, status }: WorkloadAt): Omit<ObservedCounts, "updated"> {
  return {
    wanted: wholeAt(spec, "replicas") ?? 1,
    available: wholeAt(status, "availableReplicas") ?? wholeAt(status, "readyReplicas") ?? 0,
  };
}

function deploymentCase(at: WorkloadAt): WorkloadCase | undefined {
  const { spec, status, conditions, atMs } = at;
  const counts: ObservedCounts = {
    wanted: wholeAt(spec, "replicas") ?? 1,
    updated: wholeAt(status, "updatedReplicas") ?? 0,
    available: wholeAt(status, "availableReplicas") ?? 0,
  };
  const total = wholeAt(status, "replicas") ?? 0;
  const progressing = conditions.find(({ type }) => type === "Progressing");
  const failure = refusedCase(at, counts);
  if (failure !== undefined) return failure;
  if (progressing?.status === "False") {
    const reason = progressing.reason ?? "";
    return {
      is: "not-ready",
      outlook: "never-ready",
      headline: `${lastingText({ what: "rollout failed", from: "at", sinceMs: progressing.sinceMs, why: reason === "" ? undefined : reason }, atMs)}: ${countsText(counts)}`,
      fix: `why its new pods are not available, or kubectl rollout undo${inNamespace(at.namespace)} deployment/${at.name}`,
      after: "the controller goes on trying; old pods stay until new ones are available",
    };
  }
  const { wanted, updated = 0, available } = counts;
  if (wanted === 0) return emptyCase(total);
  const isComplete = updated >= wanted && total <= updated && available >= updated;
  if (isComplete)
    return {
      is: "ready",
      outlook: "healthy",
      ...lasting(
        { what: "rollout complete", from: "at", sinceMs: progressedAt(progressing), tail: countsText(counts) },
        atMs,
      ),
      fix: undefined,
      after: undefined,
    };
  const isRolledOut = progressing?.reason === "NewReplicaSetAvailable";
  return isRolledOut ? unavailableCase(at, { ...counts, updated: undefined }) : rollingCase(at, counts, progressing);
}

/** A rollout that goes on. It fails when nothing progresses until its deadline. */
function rollingCase(at: WorkloadAt, counts: ObservedCounts, progressing: StatusCondition | undefined): WorkloadCase {
  const { spec, atMs, conditions } = at;
  const isPaused = spec.fields["paused"] === true;
  const seconds = wholeAt(spec, "progressDeadlineSeconds") ?? 600;
  const deadlineMs = progressing?.updatedMs === undefined ? undefined : progressing.updatedMs + seconds * 1000;
  const hasDeadline = !isPaused && deadlineMs !== undefined && seconds < noDeadline;
  const isDown = conditions.some(({ type, status }) => type === "Available" && status === "False");
  const text = countsText(counts);
  const progressedMs = progressedAt(progressing);
  const last = progressedMs === undefined ? "" : ", last progress";
  return {
    is: isDown ? "not-ready" : "starting",
    outlook: isDown ? "never-ready" : undefined,
    keepsServing: counts.available >= counts.wanted,
    ...(isPaused
      ? lasting({ what: "rollout is paused", sinceMs: pausedAt(progressing), tail: text }, atMs)
      : lasting({ what: `rolls out: ${text}${last}`, from: "at", sinceMs: progressedMs }, atMs)),
    fix: isDown ? "why its pods are not available" : isPaused ? resumeText(at) : undefined,
    after: hasDeadline
      ? `reported as failed at ${clockText(deadlineMs, atMs)} UTC, unless another pod becomes available before`
      : isPaused
        ? "no further pod is updated until somebody resumes it"
        : undefined,
  };
}

function resumeText({ namespace, name }: WorkloadAt): string {
  return `kubectl rollout resume${inNamespace(namespace)} deployment/${name}`;
}

/**
 * When the condition tells of progress. Pausing and resuming write it, too.
 * Models pkg/controller/deployment/sync.go checkPausedConditions (v1.37.1)
 */
function progressedAt(progressing: StatusCondition | undefined): number | undefined {
  const { reason = "", updatedMs } = progressing ?? {};
  return reason === "DeploymentPaused" || reason === "DeploymentResumed" ? undefined : updatedMs;
}

function pausedAt(progressing: StatusCondition | undefined): number | undefined {
  return progressing?.reason === "DeploymentPaused" ? progressing.updatedMs : undefined;
}

/** The value that stands for no deadline. */
const noDeadline = 2_147_483_647;

/** Pods can't be created: a quota, or an admission webhook. */
function refusedCase({ conditions, atMs }: WorkloadAt, counts: ObservedCounts): WorkloadCase | undefined {
  const failure = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  if (failure === undefined) return undefined;
  return {
    is: "not-ready",
    outlook: "never-ready",
    ...lasting(
      {
        what: "can't create pods",
        sinceMs: failure.sinceMs,
        why: failure.message ?? failure.reason,
        tail: countsText({ ...counts, updated: undefined }),
      },
      atMs,
    ),
    fix: "what the API server says; the controller tries again by itself",
    after: undefined,
  };
}

function countsCase(at: WorkloadAt, counts: ObservedCounts): WorkloadCase {
  const { wanted, available } = counts;
  const failure = refusedCase(at, counts);
  if (failure !== undefined) return failure;
  if (wanted === 0) return emptyCase(wholeAt(at.status, "replicas") ?? 0);
  if (available < wanted) return unavailableCase(at, { ...counts, updated: undefined });
  return healthyCase(`complete: ${countsText({ ...counts, updated: undefined })}`);
}

/** Nobody wants it to have pods. */
function emptyCase(total: number): WorkloadCase {
  const left = `${counted(total, "pod")} ${agreeing(total, "are")} left`;
  return healthyCase(total === 0 ? "is scaled to 0: no pods" : `is scaled to 0: ${left}`);
}

function healthyCase(headline: string): WorkloadCase {
  return { is: "ready", outlook: "healthy", headline, fix: undefined, after: undefined };
}

function statefulSetCase(at: WorkloadAt): WorkloadCase {
  const { status } = at;
  const isRolling = textAt(status, "updateRevision") !== textAt(status, "currentRevision");
  const counts = { ...replicaCounts(at), updated: isRolling ? (wholeAt(status, "updatedReplicas") ?? 0) : undefined };
  const { wanted, updated, available } = counts;
  const created = wholeAt(status, "replicas") ?? 0;
  const failed = refusedCase(at, counts);
  if (failed !== undefined || wanted === 0) return failed ?? emptyCase(created);
  if (updated !== undefined && updated < wanted)
    return updatingCase(at, counts, { held: heldBy(at, wanted - updated), isWaiting: available < wanted });
  const isOrdered = textAt(at.spec, "podManagementPolicy") !== "Parallel";
  const isCreating = available < wanted && created > 0 && created < wanted;
  return isOrdered && isCreating ? creatingCase(at, counts, created) : countsCase(at, counts);
}

/** Why a StatefulSet updates no more of the pods that are left; undefined if it does. */
function heldBy({ spec }: WorkloadAt, left: number): string | undefined {
  const strategy = objectAt(spec, "updateStrategy");
  if (strategy === undefined) return undefined;
  if (textAt(strategy, "type") === "OnDelete") return onDelete;
  const rolling = objectAt(strategy, "rollingUpdate");
  const partition = (rolling && wholeAt(rolling, "partition")) ?? 0;
  return left <= partition ? `partition ${partition} keeps the others` : undefined;
}

/** Each pod is created when all before it are available. */
function creatingCase({ spec, name }: WorkloadAt, counts: ObservedCounts, created: number): WorkloadCase {
  const ordinals = objectAt(spec, "ordinals");
  const ordinal = ((ordinals && wholeAt(ordinals, "start")) ?? 0) + created - 1;
  const later = counted(counts.wanted - created, "pod");
  // Only the newest is not ready: the others were before it was created.
  const newest = counts.available === created - 1 ? `${name}-${ordinal}` : undefined;
  return {
    is: "not-ready",
    outlook: "never-ready",
    headline: `waits for ${newest ?? "its pods"} to become available: ${countsText(counts)}, ${later} not created before`,
    fix: `why it is not ready: kubectl ${newest === undefined ? "get pods" : `describe pod ${newest}`}`,
    after: "each pod is created when all before it are available (podManagementPolicy OrderedReady)",
  };
}

const onDelete = "OnDelete leaves the others until you delete them";

function daemonSetCase(at: WorkloadAt): WorkloadCase {
  const { spec, status } = at;
  const counts = {
    wanted: wholeAt(status, "desiredNumberScheduled") ?? 0,
    updated: wholeAt(status, "updatedNumberScheduled") ?? 0,
    available: wholeAt(status, "numberAvailable") ?? 0,
  };
  const { wanted, updated, available } = counts;
  if (wanted === 0) return healthyCase("has no pods: no node is one that it wants");
  if (updated >= wanted) return countsCase(at, counts);
  const strategy = objectAt(spec, "updateStrategy");
  const isOnDelete = strategy !== undefined && textAt(strategy, "type") === "OnDelete";
  return updatingCase(at, counts, { held: isOnDelete ? onDelete : undefined, isWaiting: available < wanted });
}

interface Updating {
  /** Why no further pod is updated; undefined if the controller goes on. */
  readonly held: string | undefined;
  /** Pods are not available, and the controller goes on only when they are. */
  readonly isWaiting: boolean;
}

/** An update that no deadline ends, pod by pod. */
function updatingCase(at: WorkloadAt, counts: ObservedCounts, { held, isWaiting }: Updating): WorkloadCase {
  const missing = Math.max(0, counts.wanted - counts.available);
  const whom = `${counted(missing, "pod")} that ${agreeing(missing, "are")} not available`;
  const text = countsText(counts);
  const headline =
    held !== undefined
      ? `${text}: ${held}`
      : isWaiting
        ? `rolls out, waits for ${whom}: ${text}`
        : `rolls out: ${text}`;
  return {
    is: isWaiting ? "not-ready" : held === undefined ? "starting" : "ready",
    outlook: isWaiting ? "loses-ready" : held === undefined ? undefined : "healthy",
    headline,
    fix: isWaiting ? `if they do not become available by themselves, why: ${podsCommand(at)}` : undefined,
    after:
      isWaiting && held === undefined ? "the update goes on when they are available; no deadline ends it" : undefined,
  };
}

/** Nothing is rolled out, and pods are not available all the same. */
function unavailableCase(at: WorkloadAt, counts: ObservedCounts): WorkloadCase {
  const { conditions, atMs } = at;
  const missing = counts.wanted - counts.available;
  const condition = conditions.find(({ type, status }) => type === "Available" && status === "False");
  return {
    is: "not-ready",
    outlook: "never-ready",
    ...lasting(
      {
        what: `${counted(missing, "pod")} ${agreeing(missing, "are")} not available`,
        sinceMs: condition?.sinceMs,
        why: countsText(counts),
      },
      atMs,
    ),
    fix: `why, by the pods of ${at.name}: ${podsCommand(at)}`,
    after: undefined,
  };
}

/** What a controller wrote before it read the last change of the spec. */
function staleness(root: ObjectPart, status: ObjectPart): string | undefined {
  const metadata = objectAt(root, "metadata");
  const generation = metadata && wholeAt(metadata, "generation");
  const observed = wholeAt(status, "observedGeneration");
  if (generation === undefined || observed === undefined || observed >= generation) return undefined;
  return `of generation ${observed}, the spec of ${generation}`;
}

/** The latest time that a status has; 0 if it has none. */
export function latestTimeOf(status: ObjectPart, conditions: readonly StatusCondition[]): number {
  const names = ["startTime", "completionTime", "lastScheduleTime", "lastSuccessfulTime"];
  const times = [
    ...names.flatMap((name) => timeAt(status, name)?.nominalMs ?? []),
    ...conditions.flatMap(({ sinceMs, updatedMs }) => [sinceMs ?? 0, updatedMs ?? 0]),
  ];
  return Math.max(0, ...times);
}
