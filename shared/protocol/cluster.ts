import * as z from "zod/mini";
import { observedOverlaySchema } from "./pod/observed.ts";
import { assumptionsSchema } from "./values/assumptions.ts";
import type { Message } from "./values/parse.ts";
import { timedTextSchema } from "./values/timed-text.ts";
import { spanSchema } from "./values/values.ts";

/** Of the addresses of documents that show a pod of the cluster: nobody can change them, so that nothing is said against them. */
export const livePodScheme = "pod-cadence-pod";

export const podsShownSchema = z.object({
  uids: z.array(z.string()),
});

/** That the object with this UID is controlled by another one. */
const ownerLinkSchema = z.object({
  uid: z.string(),
  kind: z.string(),
  name: z.string(),
  controller: z.optional(z.object({ kind: z.string(), name: z.string(), uid: z.string() })),
});

const gatesSchema = z.record(z.string(), z.boolean());

/** `False` or `Unknown`: `kubectl get nodes` shows it as NotReady. */
const nodeReadinessSchema = z.object({
  status: z.string(),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
});

/** What a node says of its kubelet. */
const nodeInfoSchema = z.object({
  name: z.string(),
  /** As the node has it: `v1.36.2`. */
  kubeletVersion: z.optional(z.string()),
  /** The KubeletConfiguration of its `configz`. */
  kubeletConfiguration: z.optional(z.unknown()),
  /** Of `kubernetes_feature_enabled` in its metrics; only gates that this says anything of. */
  featureGates: z.optional(gatesSchema),
  /** Its condition `Ready`, when it was read last. */
  readiness: z.optional(nodeReadinessSchema),
  /** Why something of it is not known: `configz of node gpu-1 may not be read (forbidden)`. */
  missing: z.array(z.string()),
});

const apiServerInfoSchema = z.object({
  /** `v1.36.2`. */
  version: z.optional(z.string()),
  featureGates: z.optional(gatesSchema),
  missing: z.array(z.string()),
});

/** Whether what is shown is what the cluster has. */
const freshnessSchema = z.union([
  /** `lists`: where watches do not work, everything is listed so often. `reason` is a sentence. */
  z.object({ is: z.literal("live"), lists: z.optional(z.object({ everyMs: z.number(), reason: z.string() })) }),
  /** `sinceMs`: since 1970. `reason` is a sentence. `nextTryMs`: when it is tried again; absent while it is. */
  z.object({
    is: z.literal("stale"),
    sinceMs: z.number(),
    reason: z.string(),
    nextTryMs: z.optional(z.number()),
  }),
]);

/** A batch of what watches reported. Objects are as the API has them; the reader checks them. */
export const clusterChangeSchema = z.object({
  /** The context of the kubeconfig, for people; null: nothing is connected any more, and all is forgotten. */
  context: z.nullable(z.string()),
  /** Where objects go whose manifest names no namespace. */
  defaultNamespace: z.optional(z.string()),
  /** Everything that is known from before is forgotten first. */
  isFirst: z.boolean(),
  /** v1.Pod objects, new or changed. */
  pods: z.array(z.unknown()),
  /** UIDs of pods that are gone. */
  gone: z.array(z.string()),
  /** v1.Event objects about pods. */
  events: z.array(z.unknown()),
  /** Replica sets, jobs and others between a pod and what people wrote. */
  owners: z.array(ownerLinkSchema),
  nodes: z.array(nodeInfoSchema),
  /** apps/v1 Deployments, StatefulSets and DaemonSets that are followed, new or changed, with what decides about their rollouts. */
  workloads: z.optional(z.array(z.unknown())),
  apiServer: z.optional(apiServerInfoSchema),
  freshness: freshnessSchema,
  /** How far the clock of the API server is ahead of that of the reader. Default: both are the same. */
  clockAheadMs: z.optional(z.number()),
});

export type ClusterChange = Message<typeof clusterChangeSchema>;
export type OwnerLink = Message<typeof ownerLinkSchema>;
export type NodeInfo = Message<typeof nodeInfoSchema>;
export type NodeReadiness = Message<typeof nodeReadinessSchema>;
export type ApiServerInfo = Message<typeof apiServerInfoSchema>;
export type Freshness = Message<typeof freshnessSchema>;

/** How a pod is doing, for an icon. */
const podAppearances = ["failing", "waiting", "unready", "ready", "done"] as const;
export type PodAppearance = (typeof podAppearances)[number];

/** A pod, as a list shows it. */
const podRowSchema = z.object({
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  /** What people wrote, of which the pod is; undefined means the pod itself. */
  workload: z.optional(z.object({ kind: z.string(), name: z.string() })),
  /** In words: `waiting after crash, next try in 40s–1m13s`. */
  state: timedTextSchema,
  /** The same for the width of a view, what matters first: `40s–1m13s · ↻5 · exit 1`. */
  short: timedTextSchema,
  restarts: z.number(),
  /** When the last run ended that was followed by another one, or will be. Ms since 1970. */
  restartedMs: z.optional(z.number()),
  /** When the pod as a whole failed. Ms since 1970. */
  failedMs: z.optional(z.number()),
  look: z.enum(podAppearances),
  /** More lines of a tooltip: where it runs, since when. */
  about: z.array(timedTextSchema),
  containers: z.array(z.object({ name: z.string(), restarts: z.number() })),
});

/** The rollout that a workload is in. Times are ms since 1970. */
const liveRolloutSchema = z.object({
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  /** Pods of the newest template, pods that are wanted, and those of all that are available. */
  updated: z.number(),
  of: z.number(),
  available: z.number(),
  /** `failed`: reported with `ProgressDeadlineExceeded`; it may go on. `complete`: pods are not available for another reason. */
  state: z.enum(["running", "paused", "failed", "complete"]),
  /** Why no pod can be created, as the controller says it. */
  problem: z.optional(z.string()),
  /** When it is expected to be complete. Absent: it is not, or that is not predicted. */
  completes: z.optional(spanSchema),
  /** Why that is not predicted, in a sentence. */
  unplayed: z.optional(z.string()),
  /** When it is reported as failed, unless something moves before. */
  deadlineMs: z.optional(z.number()),
});

export type LiveRollout = Message<typeof liveRolloutSchema>;

/** What changed for those who show the pods. */
export const clusterAnswerSchema = z.object({
  rows: z.array(podRowSchema),
  /** All rollouts that go on, where one of them may be another one than before. */
  rollouts: z.optional(z.array(liveRolloutSchema)),
});

export type PodRow = Message<typeof podRowSchema>;

export const podOfClusterSchema = z.object({ uid: z.string() });

const detailTextSchema = z.object({
  label: z.string(),
  description: timedTextSchema,
  /** Codicon. */
  icon: z.string(),
  /** Markdown-free sentences; empty: nothing more is to be said. */
  tooltip: z.string(),
});

/** A line below a pod, with lines below it. */
export interface DetailItem extends Message<typeof detailTextSchema> {
  readonly items: readonly DetailItem[];
}

const detailItemSchema: z.ZodMiniType<DetailItem> = z.object({
  ...detailTextSchema.shape,
  items: z.array(z.lazy(() => detailItemSchema)),
});

export const podDetailsSchema = z.object({ items: z.array(detailItemSchema) });

export type PodDetails = Message<typeof podDetailsSchema>;

/** What a pod of the cluster did, and for what machines that is to be predicted. */
export const observedAnswerSchema = z.object({
  overlay: observedOverlaySchema,
  assumptions: assumptionsSchema,
  assumptionsText: z.string(),
});

export type ObservedAnswer = Message<typeof observedAnswerSchema>;
