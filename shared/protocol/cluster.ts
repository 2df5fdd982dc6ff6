import * as z from "zod/mini";
import type { Assumptions } from "../kubernetes/node.ts";
import { assumptionsSchema } from "./assumptions.ts";
import { type ObservedOverlay, observedOverlaySchema } from "./observed.ts";
import { type PodReference, podReferenceSchema } from "./pod.ts";
import type { TimedText } from "./timed-text.ts";
import { spanSchema } from "./values.ts";

/** Of the addresses of documents that show a pod of the cluster: nobody can change them, so that nothing is said against them. */
export const livePodScheme = "pod-cadence-pod";

/** Client to server, `ClusterChange → ClusterAnswer`: what the connected cluster told since the last one. */
export const clusterRequest = "podCadence/cluster";
/** `PodOfClusterParams → PodDetails | null`: what the tree shows below a pod. Null: it is gone. */
export const podDetailsRequest = "podCadence/clusterPod";
/** `PodOfClusterParams → ObservedAnswer | null`: what a pod of the cluster did, for the panel of a manifest. Null: there is none. */
export const observedRequest = "podCadence/observed";
/** `PodRequestParams → PodsOfManifestAnswer | null`: the pods that the object of a manifest has in the cluster. Null: there is no such object. */
export const podsOfManifestRequest = "podCadence/podsOfManifest";

/** Server to client, `PodsShownParams`: the pods of which open manifests speak, of which everything is worth knowing. */
export const podsShownNotification = "podCadence/podsShown";

export interface PodsShownParams {
  readonly uids: readonly string[];
}

export const podsShownParamsSchema: z.ZodMiniType<PodsShownParams> = z.object({ uids: z.array(z.string()) });

/** A batch of what watches told. Objects are as the API has them; the reader checks them. */
export interface ClusterChange {
  /** The context of the kubeconfig, for people; null: nothing is connected any more, and all is forgotten. */
  readonly context: string | null;
  /** Where objects go whose manifest names no namespace. */
  readonly defaultNamespace?: string | undefined;
  /** Everything that is known from before is forgotten first. */
  readonly isFirst: boolean;
  /** v1.Pod objects, new or changed. */
  readonly pods: readonly unknown[];
  /** UIDs of pods that are gone. */
  readonly gone: readonly string[];
  /** v1.Event objects about pods. */
  readonly events: readonly unknown[];
  /** Replica sets, jobs and others between a pod and what people wrote. */
  readonly owners: readonly OwnerLink[];
  readonly nodes: readonly NodeTruth[];
  readonly apiServer?: ApiServerTruth | undefined;
  readonly freshness: Freshness;
}

/** That the object with this UID is controlled by another one. */
export interface OwnerLink {
  readonly uid: string;
  readonly kind: string;
  readonly name: string;
  readonly controller?: { readonly kind: string; readonly name: string; readonly uid: string } | undefined;
}

/** What a node says of its kubelet. */
export interface NodeTruth {
  readonly name: string;
  /** As the node has it: `v1.36.2`. */
  readonly kubeletVersion?: string | undefined;
  /** The KubeletConfiguration of its `configz`. */
  readonly kubeletConfiguration?: unknown;
  /** Of `kubernetes_feature_enabled` in its metrics; only gates that this says anything of. */
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
  /** Why something of it is not known: `configz of node gpu-1 may not be read (forbidden)`. */
  readonly missing: readonly string[];
}

export interface ApiServerTruth {
  /** `v1.36.2`. */
  readonly version?: string | undefined;
  readonly featureGates?: Readonly<Record<string, boolean>> | undefined;
  readonly missing: readonly string[];
}

/** Whether what is shown is what the cluster has. */
export type Freshness =
  | { readonly is: "live" }
  /** `sinceMs`: since 1970. `reason` is a sentence. */
  | { readonly is: "stale"; readonly sinceMs: number; readonly reason: string };

const gatesSchema = z.record(z.string(), z.boolean());

export const clusterChangeSchema: z.ZodMiniType<ClusterChange> = z.object({
  context: z.nullable(z.string()),
  defaultNamespace: z.optional(z.string()),
  isFirst: z.boolean(),
  pods: z.array(z.unknown()),
  gone: z.array(z.string()),
  events: z.array(z.unknown()),
  owners: z.array(
    z.object({
      uid: z.string(),
      kind: z.string(),
      name: z.string(),
      controller: z.optional(z.object({ kind: z.string(), name: z.string(), uid: z.string() })),
    }),
  ),
  nodes: z.array(
    z.object({
      name: z.string(),
      kubeletVersion: z.optional(z.string()),
      kubeletConfiguration: z.optional(z.unknown()),
      featureGates: z.optional(gatesSchema),
      missing: z.array(z.string()),
    }),
  ),
  apiServer: z.optional(
    z.object({ version: z.optional(z.string()), featureGates: z.optional(gatesSchema), missing: z.array(z.string()) }),
  ),
  freshness: z.union([
    z.object({ is: z.literal("live") }),
    z.object({ is: z.literal("stale"), sinceMs: z.number(), reason: z.string() }),
  ]),
});

/** What changed for those who show the pods. */
export interface ClusterAnswer {
  readonly rows: readonly PodRow[];
}

/** A pod, as a list shows it. */
export interface PodRow {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** What people wrote, of which the pod is; undefined: the pod itself. */
  readonly workload?: { readonly kind: string; readonly name: string } | undefined;
  readonly state: TimedText;
  readonly restarts: number;
  readonly look: PodAppearance;
}

/** How a pod is doing, for an icon. */
export const podAppearances = ["failing", "waiting", "unready", "ready", "done"] as const;
export type PodAppearance = (typeof podAppearances)[number];

export interface PodOfClusterParams {
  readonly uid: string;
}

export const podOfClusterParamsSchema: z.ZodMiniType<PodOfClusterParams> = z.object({ uid: z.string() });

export interface PodDetails {
  readonly items: readonly DetailItem[];
}

/** A line below a pod, with lines below it. */
export interface DetailItem {
  readonly label: string;
  readonly description: TimedText;
  /** Codicon. */
  readonly icon: string;
  /** Markdown-free sentences; empty: nothing more is to be said. */
  readonly tooltip: string;
  readonly items: readonly DetailItem[];
}

/** What a pod of the cluster did, and for what machines that is to be predicted. */
export interface ObservedAnswer {
  readonly overlay: ObservedOverlay;
  readonly assumptions: Assumptions;
  readonly assumptionsText: string;
}

export const observedAnswerSchema: z.ZodMiniType<ObservedAnswer | null> = z.nullable(
  z.object({ overlay: observedOverlaySchema, assumptions: assumptionsSchema, assumptionsText: z.string() }),
);

export interface PodsOfManifestAnswer {
  readonly reference: PodReference;
  /** The worst first. */
  readonly uids: readonly string[];
}

export const podsOfManifestSchema: z.ZodMiniType<PodsOfManifestAnswer | null> = z.nullable(
  z.object({ reference: podReferenceSchema, uids: z.array(z.string()) }),
);

const timedTextSchema: z.ZodMiniType<TimedText> = z.array(
  z.union([z.string(), z.object({ what: z.string(), window: spanSchema, afterwards: z.optional(z.string()) })]),
);

export const clusterAnswerSchema: z.ZodMiniType<ClusterAnswer> = z.object({
  rows: z.array(
    z.object({
      uid: z.string(),
      namespace: z.string(),
      name: z.string(),
      workload: z.optional(z.object({ kind: z.string(), name: z.string() })),
      state: timedTextSchema,
      restarts: z.number(),
      look: z.enum(podAppearances),
    }),
  ),
});

const detailItemSchema: z.ZodMiniType<DetailItem> = z.object({
  label: z.string(),
  description: timedTextSchema,
  icon: z.string(),
  tooltip: z.string(),
  items: z.array(z.lazy(() => detailItemSchema)),
});

export const podDetailsSchema: z.ZodMiniType<PodDetails | null> = z.nullable(
  z.object({ items: z.array(detailItemSchema) }),
);
