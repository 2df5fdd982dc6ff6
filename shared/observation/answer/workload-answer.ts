import { agreeing, counted } from "../../basics/counted.ts";
import { plainLine } from "../../basics/plain-line.ts";
import { type ObjectPart, objectAt, placeOf, textAt, timeAt, wholeAt } from "../objects/fields.ts";
import { clockText, lastingText } from "./clock.ts";
import { cronJobCase, jobCase } from "./job-answer.ts";
import type { ObservedNow } from "./model.ts";
import { conditionsOf, type StatusCondition, type WorkloadAt, type WorkloadCase } from "./workload-status.ts";

/**
 * What the status of a Job or of a workload says first. Undefined if the object is another one, or has no status that says something.
 * Without `nowMs` the moment is that of the latest time in the status.
 */
export function observedWorkloadAnswer(object: unknown, nowMs?: number): ObservedNow | undefined {
  const root = placeOf(object, [], []);
  const status = root && objectAt(root, "status");
  if (root === undefined || status === undefined || Object.keys(status.fields).length === 0) return undefined;
  const conditions = conditionsOf(status);
  const spec = objectAt(root, "spec") ?? { fields: {}, path: ["spec"], problems: [] };
  const atMs = nowMs ?? latestTime(status, conditions);
  const name = plainLine(textAt(objectAt(root, "metadata") ?? root, "name") ?? "");
  const found = caseOf(textAt(root, "kind") ?? "", { name, spec, status, conditions, atMs });
  return found && { ...found, container: undefined, next: undefined, besides: staleness(root, status) };
}

function caseOf(kind: string, at: WorkloadAt): WorkloadCase | undefined {
  switch (kind) {
    case "Job":
      return jobCase(at);
    case "CronJob":
      return cronJobCase(at);
    case "Deployment":
      return deploymentCase(at);
    case "StatefulSet":
    case "ReplicaSet":
    case "ReplicationController":
      return countsCase(at, {
        wanted: wholeAt(at.spec, "replicas") ?? 1,
        updated: kind === "StatefulSet" ? updatedOfStatefulSet(at) : undefined,
        available: wholeAt(at.status, "availableReplicas") ?? wholeAt(at.status, "readyReplicas") ?? 0,
      });
    case "DaemonSet":
      return countsCase(at, {
        wanted: wholeAt(at.status, "desiredNumberScheduled") ?? 0,
        updated: wholeAt(at.status, "updatedNumberScheduled") ?? 0,
        available: wholeAt(at.status, "numberAvailable") ?? 0,
      });
    default:
      return undefined;
  }
}

/** Pods of the newest template; undefined once there is only one revision. */
function updatedOfStatefulSet({ status }: WorkloadAt): number | undefined {
  const isRolling = textAt(status, "updateRevision") !== textAt(status, "currentRevision");
  return isRolling ? (wholeAt(status, "updatedReplicas") ?? 0) : undefined;
}

interface Counts {
  readonly wanted: number;
  /** Undefined if there is no rollout. */
  readonly updated: number | undefined;
  readonly available: number;
}

function countsText({ wanted, updated, available }: Counts): string {
  const parts = [
    ...(updated === undefined ? [] : [`${updated} of ${wanted} updated`]),
    `${available} of ${wanted} available`,
  ];
  return parts.join(", ");
}

function deploymentCase(at: WorkloadAt): WorkloadCase | undefined {
  const { spec, status, conditions, atMs } = at;
  const counts: Counts = {
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
      fix: `why its new pods are not available, or kubectl rollout undo deployment/${at.name}`,
      after: "the controller goes on trying; old pods stay until new ones are available",
    };
  }
  const { wanted, updated = 0, available } = counts;
  const isComplete = updated >= wanted && total <= updated && available >= updated;
  if (isComplete)
    return {
      is: "ready",
      outlook: "healthy",
      headline: lastingText(
        { what: "rollout complete", from: "at", sinceMs: progressing?.updatedMs, tail: countsText(counts) },
        atMs,
      ),
      fix: undefined,
      after: undefined,
    };
  const isRolledOut = progressing?.reason === "NewReplicaSetAvailable";
  return isRolledOut ? unavailableCase(at, { ...counts, updated: undefined }) : rollingCase(at, counts, progressing);
}

/** A rollout that goes on. It fails when nothing progresses until its deadline. */
function rollingCase(at: WorkloadAt, counts: Counts, progressing: StatusCondition | undefined): WorkloadCase {
  const { spec, atMs, conditions } = at;
  const isPaused = spec.fields["paused"] === true;
  const seconds = wholeAt(spec, "progressDeadlineSeconds") ?? 600;
  const deadlineMs = progressing?.updatedMs === undefined ? undefined : progressing.updatedMs + seconds * 1000;
  const hasDeadline = !isPaused && deadlineMs !== undefined && seconds < noDeadline;
  const isDown = conditions.some(({ type, status }) => type === "Available" && status === "False");
  return {
    is: isDown ? "not-ready" : "starting",
    outlook: isDown ? "never-ready" : undefined,
    headline: lastingText(
      {
        what: `${isPaused ? "rollout is paused" : "rolls out"}: ${countsText(counts)}, last progress`,
        from: "at",
        sinceMs: progressing?.updatedMs,
      },
      atMs,
    ),
    fix: isDown ? "why its pods are not available" : undefined,
    after: hasDeadline
      ? `reported as failed at ${clockText(deadlineMs, atMs)} UTC, unless another pod becomes available before`
      : undefined,
  };
}

/** The value that stands for no deadline. */
const noDeadline = 2_147_483_647;

/** Pods can't be created: a quota, or an admission webhook. */
function refusedCase({ conditions, atMs }: WorkloadAt, counts: Counts): WorkloadCase | undefined {
  const failure = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  if (failure === undefined) return undefined;
  return {
    is: "not-ready",
    outlook: "never-ready",
    headline: lastingText(
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

function countsCase(at: WorkloadAt, counts: Counts): WorkloadCase | undefined {
  const { wanted, updated, available } = counts;
  const failure = refusedCase(at, counts);
  if (failure !== undefined) return failure;
  if (updated !== undefined && updated < wanted)
    return {
      is: "starting",
      outlook: undefined,
      headline: `rolls out: ${countsText(counts)}`,
      fix: undefined,
      after: undefined,
    };
  if (available < wanted) return unavailableCase(at, { ...counts, updated: undefined });
  return {
    is: "ready",
    outlook: "healthy",
    headline: `complete: ${countsText({ ...counts, updated: undefined })}`,
    fix: undefined,
    after: undefined,
  };
}

/** Nothing is rolled out, and pods are not available all the same. */
function unavailableCase({ conditions, atMs, name }: WorkloadAt, counts: Counts): WorkloadCase {
  const missing = counts.wanted - counts.available;
  const condition = conditions.find(({ type, status }) => type === "Available" && status === "False");
  return {
    is: "not-ready",
    outlook: "never-ready",
    headline: lastingText(
      {
        what: `${counted(missing, "pod")} ${agreeing(missing, "are")} not available`,
        sinceMs: condition?.sinceMs,
        why: countsText(counts),
      },
      atMs,
    ),
    fix: `why, by the pods of ${name}: kubectl get pods`,
    after: undefined,
  };
}

/** What a controller wrote before it read the last change of the spec. */
function staleness(root: ObjectPart, status: ObjectPart): ObservedNow["besides"] {
  const metadata = objectAt(root, "metadata");
  const generation = metadata && wholeAt(metadata, "generation");
  const observed = wholeAt(status, "observedGeneration");
  if (generation === undefined || observed === undefined || observed >= generation) return [];
  return [
    {
      label: "Status",
      text: `is of generation ${observed}, the spec of ${generation}: its controller has not seen the last change`,
    },
  ];
}

function latestTime(status: ObjectPart, conditions: readonly StatusCondition[]): number {
  const names = ["startTime", "completionTime", "lastScheduleTime", "lastSuccessfulTime"];
  const times = [
    ...names.flatMap((name) => timeAt(status, name)?.nominalMs ?? []),
    ...conditions.flatMap(({ sinceMs, updatedMs }) => [sinceMs ?? 0, updatedMs ?? 0]),
  ];
  return Math.max(0, ...times);
}
