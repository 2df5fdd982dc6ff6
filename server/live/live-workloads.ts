import * as z from "zod/mini";
import { parseTime } from "../../shared/observation/objects/fields.ts";

/** A Deployment, StatefulSet or DaemonSet of the cluster, as far as its rollout is predicted from it. */
export interface LiveWorkload {
  readonly uid: string;
  readonly kind: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly name: string;
  readonly namespace: string;
  /** The spec as the object has it. */
  readonly spec: unknown;
  /** The controller has seen the last change. */
  readonly isObserved: boolean;
  readonly isPaused: boolean;
  /** Pods of the newest template, all pods, pods that are available, pods that are wanted. */
  readonly updated: number;
  readonly total: number;
  readonly available: number;
  readonly wanted: number;
  /** The last progress of a Deployment, in ms since 1970, and how it is judged. */
  readonly progressedMs: number | undefined;
  readonly isFailed: boolean;
  /** The controller says of a Deployment that its rollout is complete; of a StatefulSet, whether its revision is that of the last one. */
  readonly isComplete: boolean | undefined;
  /** Why no pod can be created. */
  readonly problem: string | undefined;
  /** Seconds; undefined if there is none. */
  readonly progressDeadlineSeconds: number | undefined;
}

const count = z.optional(z.number());
const condition = z.object({
  type: z.string(),
  status: z.optional(z.string()),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  lastUpdateTime: z.optional(z.string()),
});
const schema = z.object({
  kind: z.literal(["Deployment", "StatefulSet", "DaemonSet"]),
  metadata: z.object({
    name: z.string(),
    namespace: z.optional(z.string()),
    uid: z.string(),
    generation: count,
  }),
  spec: z.looseObject({ replicas: count, paused: z.optional(z.boolean()), progressDeadlineSeconds: count }),
  status: z.optional(
    z.object({
      observedGeneration: count,
      replicas: count,
      updatedReplicas: count,
      availableReplicas: count,
      desiredNumberScheduled: count,
      currentNumberScheduled: count,
      updatedNumberScheduled: count,
      numberAvailable: count,
      currentRevision: z.optional(z.string()),
      updateRevision: z.optional(z.string()),
      conditions: z.optional(z.array(condition)),
    }),
  ),
});

const noDeadline = 2_147_483_647;

/** Undefined if it is not one. */
export function readWorkload(object: unknown): LiveWorkload | undefined {
  const { data } = schema.safeParse(object);
  if (data === undefined) return undefined;
  const { kind, metadata, spec, status = {} } = data;
  const progressing = status.conditions?.find(({ type }) => type === "Progressing");
  const progressed = progressing?.lastUpdateTime === undefined ? undefined : parseTime(progressing.lastUpdateTime);
  const deadline = kind === "Deployment" ? (spec.progressDeadlineSeconds ?? 600) : noDeadline;
  const isDaemon = kind === "DaemonSet";
  return {
    uid: metadata.uid,
    kind,
    name: metadata.name,
    namespace: metadata.namespace ?? "default",
    spec,
    isObserved: (status.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    isPaused: spec.paused === true,
    updated: (isDaemon ? status.updatedNumberScheduled : status.updatedReplicas) ?? 0,
    total: (isDaemon ? status.currentNumberScheduled : status.replicas) ?? 0,
    available: (isDaemon ? status.numberAvailable : status.availableReplicas) ?? 0,
    wanted: (isDaemon ? status.desiredNumberScheduled : spec.replicas) ?? (isDaemon ? 0 : 1),
    progressedMs: progressed?.nominalMs,
    isFailed: progressing?.reason === "ProgressDeadlineExceeded",
    isComplete:
      kind === "Deployment"
        ? progressing?.reason === "NewReplicaSetAvailable"
        : status.currentRevision === status.updateRevision,
    problem: problemOf(status.conditions ?? []),
    progressDeadlineSeconds: deadline === noDeadline ? undefined : deadline,
  };
}

/** Models pkg/controller/deployment/util: a quota or an admission webhook (v1.37.1 FailedRSCreateReason). */
function problemOf(conditions: readonly z.infer<typeof condition>[]): string | undefined {
  const failure = conditions.find(({ type, status }) => type === "ReplicaFailure" && status === "True");
  return failure && (failure.message || failure.reason || "ReplicaFailure");
}

/** All pods are of the newest template, and available. */
export function isRolledOut({ isObserved, updated, total, available, wanted }: LiveWorkload): boolean {
  return isObserved && updated >= wanted && total <= updated && available >= updated;
}
