import * as z from "zod/mini";
import type {
  BudgetSpec,
  DaemonSetSpec,
  DeploymentSpec,
  IntOrPercent,
  OtherPods,
  ServiceSpec,
  StatefulSetSpec,
  WorkloadSpec,
} from "../../controllers/objects/model.ts";
import { waiters } from "../../controllers/waiters/waiters.ts";
import type { Message } from "../values/parse.ts";
import { pathSchema } from "../values/values.ts";
import { pathLocationSchema, podPayloadSchema, podReferenceSchema } from "./pod.ts";
import { linesSchema } from "./setup.ts";

const count = z.int().check(z.gte(0));
const time = z.number().check(z.gte(0));
const amount: z.ZodMiniType<IntOrPercent> = z.union([z.object({ count }), z.object({ percent: count })]);

const deployment = z.pipe(
  z.object({
    kind: z.literal("Deployment"),
    replicas: count,
    paused: z.boolean(),
    strategy: z.literal(["RollingUpdate", "Recreate"]),
    maxSurge: amount,
    maxUnavailable: amount,
    minReadySeconds: count,
    progressDeadlineSeconds: z.optional(z.number()),
    revisionHistoryLimit: count,
  }),
  // JSON drops a field that is undefined; this puts it back.
  z.transform((spec): DeploymentSpec => ({ ...spec, progressDeadlineSeconds: spec.progressDeadlineSeconds })),
);

const statefulSet: z.ZodMiniType<StatefulSetSpec> = z.object({
  kind: z.literal("StatefulSet"),
  replicas: count,
  strategy: z.literal(["RollingUpdate", "OnDelete", "Recreate"]),
  isParallel: z.boolean(),
  partition: count,
  leavesOutPartition: z.optional(z.boolean()),
  countsUpdateRange: z.optional(z.boolean()),
  maxUnavailable: amount,
  minReadySeconds: count,
  startOrdinal: count,
});

const daemonSet: z.ZodMiniType<DaemonSetSpec> = z.object({
  kind: z.literal("DaemonSet"),
  strategy: z.literal(["RollingUpdate", "OnDelete"]),
  maxSurge: amount,
  maxUnavailable: amount,
  minReadySeconds: count,
});

const spec: z.ZodMiniType<WorkloadSpec> = z.union([deployment, statefulSet, daemonSet]);

const others = z.array(
  z.pipe(
    z.object({ workload: z.string(), pods: count, healthy: count, scale: z.optional(count) }),
    z.transform((each): OtherPods => ({ ...each, scale: each.scale })),
  ),
);

const budget = z.pipe(
  z.object({
    others: z.optional(others),
    name: z.string(),
    minAvailable: z.optional(amount),
    maxUnavailable: z.optional(amount),
    unhealthyPodEvictionPolicy: z.literal(["IfHealthyBudget", "AlwaysAllow"]),
  }),
  z.transform(
    ({ others: shared, ...written }): BudgetSpec => ({
      ...written,
      ...(shared !== undefined && { others: shared }),
      minAvailable: written.minAvailable,
      maxUnavailable: written.maxUnavailable,
    }),
  ),
);

const service = z.pipe(
  z.object({ name: z.string(), publishNotReadyAddresses: z.boolean(), others: z.optional(others) }),
  z.transform(
    ({ others: shared, ...written }): ServiceSpec => ({ ...written, ...(shared !== undefined && { others: shared }) }),
  ),
);

/** A workload beside its pod: what decides about its rollout. */
const workloadSchema = z.object({
  name: z.string(),
  spec,
  nodes: z.array(z.string()),
  services: z.array(service),
  budgets: z.array(budget),
  /** How long requests still come to a deleted pod; absent: nobody says. */
  trafficDelayMs: z.optional(time),
  /** Who waits for its rollouts; absent: nobody says. */
  waiter: z.optional(z.literal(waiters)),
  /** Where the fields of its spec stand that decide about a rollout, as far as they are written; paths begin with `spec`. */
  fields: z.optional(z.array(pathLocationSchema)),
});

/** Everything that a page needs to play the rollouts of a workload without asking again. */
export const rolloutPayloadSchema = z.object({ pod: podPayloadSchema, workload: workloadSchema });

/** Why a workload is not played, in a sentence. */
export const unplayedRolloutSchema = z.object({ unplayed: z.string() });

/** What people let happen, at a virtual time. */
const editSchema = z.union([
  z.object({ kind: z.literal("drain"), atMs: time, node: z.string() }),
  z.object({ kind: z.literal("lose-node"), atMs: time, node: z.string() }),
  z.object({ kind: z.literal("scale"), atMs: time, replicas: count.check(z.lte(5000)) }),
  z.object({ kind: z.literal("roll-back"), atMs: time }),
  z.object({ kind: z.literal("pause"), atMs: time }),
  z.object({ kind: z.literal("resume"), atMs: time }),
  z.object({ kind: z.literal("delete-pod"), atMs: time, pod: z.string() }),
]);

/** Fields of the strategy in place of those of the manifest, as they are written there. */
const strategySchema = z.object({
  strategy: z.optional(z.literal(["RollingUpdate", "Recreate"])),
  maxSurge: z.optional(z.string()),
  maxUnavailable: z.optional(z.string()),
  minReadySeconds: z.optional(count),
  isParallel: z.optional(z.boolean()),
});

const editsMax = 50;

/** Everything that people change in the panel of a rollout and that changes the run. It is what undo and redo go through. */
const rolloutSetupSchema = z.object({
  seed: z.int().check(z.gte(1)),
  /** Each pod of the new version crashes so long after each start; absent: it does what the scenario says. */
  crashAfterMs: z.optional(time),
  /** How long requests still come to a deleted pod; absent: as the project file says. */
  trafficDelayMs: z.optional(time),
  edits: z.array(editSchema).check(z.maxLength(editsMax)),
  /** The second strategy; absent: nothing is compared. */
  compared: z.optional(strategySchema),
});

/** From the extension to the page of a rollout. */
export const toRolloutPageSchema = z.union([
  z.object({ type: z.literal("rollout"), payload: rolloutPayloadSchema }),
  /** The workload is not there any more, or cannot be read: what is shown is old. */
  z.object({ type: z.literal("stale"), reason: z.string() }),
]);

const rolloutExportFormats = ["svg", "markdown", "json"] as const;

export const rolloutExportSchema = z.object({
  format: z.literal(rolloutExportFormats),
  payload: rolloutPayloadSchema,
  setup: rolloutSetupSchema,
});

/** From the page of a rollout to the extension. */
export const fromRolloutPageSchema = z.union([
  z.object({ type: z.literal("ready"), hasFirst: z.boolean() }),
  z.object({ type: z.literal("reveal"), path: pathSchema, focus: z.boolean() }),
  z.object({ type: z.literal("export"), format: z.literal(rolloutExportFormats), setup: rolloutSetupSchema }),
  /** Write these lines into the manifest, in place of its scenario. */
  z.object({ type: z.literal("write"), lines: linesSchema }),
  /** Open the panel of one pod. */
  z.object({ type: z.literal("simulate-pod") }),
  z.object({ type: z.literal("ignored"), problem: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

/** What a panel keeps through a window reload. */
export const rolloutStateSchema = z.object({
  reference: podReferenceSchema,
  setup: rolloutSetupSchema,
  tMs: time,
  view: z.literal(["lanes", "table"]),
});

export type RolloutPayload = Message<typeof rolloutPayloadSchema>;
export type UnplayedRollout = Message<typeof unplayedRolloutSchema>;
export type RolloutEdit = Message<typeof editSchema>;
export type StrategyChange = Message<typeof strategySchema>;
export type RolloutSetup = Message<typeof rolloutSetupSchema>;
export type ToRolloutPage = Message<typeof toRolloutPageSchema>;
export type FromRolloutPage = Message<typeof fromRolloutPageSchema>;
export type RolloutState = Message<typeof rolloutStateSchema>;
export type RolloutExport = Message<typeof rolloutExportSchema>;

export const unchangedRollout: RolloutSetup = { seed: 1, edits: [] };
