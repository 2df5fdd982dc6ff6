import * as z from "zod/mini";
import type { DaemonSetSpec, DeploymentSpec, StatefulSetSpec, WorkloadKind, WorkloadSpec } from "./model.ts";
import { readIntOrPercent } from "./percent.ts";

const rolling = z.object({
  maxSurge: z.optional(z.unknown()),
  maxUnavailable: z.optional(z.unknown()),
  partition: z.optional(z.number()),
});
const strategy = z.object({ type: z.optional(z.string()), rollingUpdate: z.optional(rolling) });
const schema = z.object({
  replicas: z.optional(z.number()),
  paused: z.optional(z.boolean()),
  minReadySeconds: z.optional(z.number()),
  progressDeadlineSeconds: z.optional(z.number()),
  revisionHistoryLimit: z.optional(z.number()),
  podManagementPolicy: z.optional(z.string()),
  ordinals: z.optional(z.object({ start: z.optional(z.number()) })),
  strategy: z.optional(strategy),
  updateStrategy: z.optional(strategy),
});

const noDeadline = 2_147_483_647;

type Written = z.infer<typeof schema>;

/** The spec of a workload with the defaults of the API server; undefined: it has a shape that the server refuses. */
// Models pkg/apis/apps/v1/defaults.go (v1.37.1)
export function readWorkloadSpec(kind: WorkloadKind, spec: unknown): WorkloadSpec | undefined {
  const { data } = schema.safeParse(spec ?? {});
  if (data === undefined) return undefined;
  if (kind === "Deployment") return deploymentOf(data);
  return kind === "StatefulSet" ? statefulSetOf(data) : daemonSetOf(data);
}

function deploymentOf({ replicas = 1, paused = false, minReadySeconds = 0, ...data }: Written): DeploymentSpec {
  const { maxSurge, maxUnavailable } = data.strategy?.rollingUpdate ?? {};
  const quarter = { percent: 25 };
  const { progressDeadlineSeconds = 600, revisionHistoryLimit = 10 } = data;
  return {
    kind: "Deployment",
    replicas,
    paused,
    strategy: data.strategy?.type === "Recreate" ? "Recreate" : "RollingUpdate",
    maxSurge: readIntOrPercent(maxSurge) ?? quarter,
    maxUnavailable: readIntOrPercent(maxUnavailable) ?? quarter,
    minReadySeconds,
    progressDeadlineSeconds: progressDeadlineSeconds === noDeadline ? undefined : progressDeadlineSeconds,
    revisionHistoryLimit,
  };
}

function statefulSetOf({ replicas = 1, minReadySeconds = 0, ...data }: Written): StatefulSetSpec {
  const type = data.updateStrategy?.type;
  const { maxUnavailable, partition = 0 } = data.updateStrategy?.rollingUpdate ?? {};
  return {
    kind: "StatefulSet",
    replicas,
    strategy: type === "OnDelete" || type === "Recreate" ? type : "RollingUpdate",
    isParallel: data.podManagementPolicy === "Parallel",
    partition,
    maxUnavailable: readIntOrPercent(maxUnavailable) ?? { count: 1 },
    minReadySeconds,
    startOrdinal: data.ordinals?.start ?? 0,
  };
}

function daemonSetOf({ minReadySeconds = 0, updateStrategy }: Written): DaemonSetSpec {
  const { maxSurge, maxUnavailable } = updateStrategy?.rollingUpdate ?? {};
  return {
    kind: "DaemonSet",
    strategy: updateStrategy?.type === "OnDelete" ? "OnDelete" : "RollingUpdate",
    maxSurge: readIntOrPercent(maxSurge) ?? { count: 0 },
    maxUnavailable: readIntOrPercent(maxUnavailable) ?? { count: 1 },
    minReadySeconds,
  };
}
