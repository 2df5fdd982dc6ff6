import * as z from "zod/mini";
import { kubernetesVersions } from "../kubernetes/versions.ts";
import {
  clusterAnswerSchema,
  clusterChangeSchema,
  observedAnswerSchema,
  podDetailsSchema,
  podOfClusterSchema,
  podsShownSchema,
} from "./cluster.ts";
import { alertsAnswerSchema, alertsParamsSchema } from "./panel/alerts.ts";
import { exportAnswerSchema, exportParamsSchema } from "./panel/export.ts";
import { yamlCompletions } from "./pod/initialization.ts";
import { judgeAnswerSchema, judgeParamsSchema } from "./pod/judge.ts";
import { podPayloadSchema, podReferenceSchema } from "./pod/pod.ts";
import { rolloutExportSchema, rolloutPayloadSchema, unplayedRolloutSchema } from "./pod/rollout.ts";
import { linesSchema, triedFieldsSchema } from "./pod/setup.ts";
import { solveAnswerSchema, solveParamsSchema } from "./pod/solve.ts";
import type { Message } from "./values/parse.ts";
import { positionSchema, rangeSchema, writingSchema } from "./values/values.ts";

/** What is asked under a name, and what is answered. JSON in both directions; whoever gets it reads it with the schema. */
export interface Request<Params, Answer> extends Notification<Params> {
  readonly answer: z.ZodMiniType<Answer>;
}

/** A notification: a name and its params, without an answer. */
export interface Notification<Params> {
  readonly method: string;
  readonly params: z.ZodMiniType<Params>;
}

const ofFileSchema = z.object({ uri: z.string() });

/** The reference wins over the position; with neither the first pod of the file is meant. */
const podPlaceSchema = z.object({
  ...ofFileSchema.shape,
  position: z.optional(positionSchema),
  reference: z.optional(podReferenceSchema),
});

const assumptionsAnswerSchema = z.object({
  kubernetes: z.literal(kubernetesVersions),
  /** Where the version comes from. */
  source: z.enum(["default", "setting", "project file"]),
  /** As the hover says it: `Kubernetes 1.37 · gates default · kubelet defaults`. */
  text: z.string(),
  /** What the document holds. Nothing is known of one that is not open. */
  hasPod: z.boolean(),
  hasKubeletConfiguration: z.boolean(),
});

/** The timeline, or why there is none while the manifest is as it is: a sentence. */
const timelineTextAnswerSchema = z.union([
  z.object({
    title: z.string(),
    text: z.string(),
    /** The language as editors name it. */
    language: z.string(),
    /** The pod that the notification is about, also after lines were added above it. */
    reference: podReferenceSchema,
  }),
  z.object({ problem: z.string() }),
]);

/** What was rendered, or a sentence. */
const renderedAnswerSchema = z.union([
  z.object({
    /** URI of the chart or the overlay. */
    folder: z.string(),
    text: z.string(),
    /** Zero-based: where the pod begins that the file is about. Absent: there is no pod. */
    line: z.optional(z.number()),
  }),
  z.object({
    problem: z.string(),
    /** The file belongs to no chart and no overlay. */
    isOfNone: z.optional(z.literal(true)),
  }),
]);

/** Client to server. Every answer can be null: what was asked about is not there, or the params were not what was agreed. */
/** As `pod-cadence simulate` takes it. Which pod may be left out where there is one only. */
/** What every question about pods may say, as the options of the command line do. */
export const askedSchema = z.object({
  scenario: z.optional(z.array(z.string()).check(z.maxLength(50))),
  events: z.optional(z.array(z.string()).check(z.maxLength(50))),
  until: z.optional(z.string()),
  runs: z.optional(z.int().check(z.positive(), z.maximum(1000))),
  seed: z.optional(z.int().check(z.nonnegative(), z.maximum(2 ** 31))),
});

/** One run is played. */
export const simulatedSchema = z.object({ pod: z.optional(z.string()), ...z.omit(askedSchema, { runs: true }).shape });

const rolloutAnswerSchema = z.nullable(z.union([rolloutPayloadSchema, unplayedRolloutSchema]));

export const serverRequests = {
  /** Everything that the panel needs to play a pod. */
  pod: { method: "podCadence/pod", params: podPlaceSchema, answer: z.nullable(podPayloadSchema) },
  /** What the status item shows of a document, and what commands depend on. */
  assumptions: { method: "podCadence/assumptions", params: ofFileSchema, answer: z.nullable(assumptionsAnswerSchema) },
  /** The page of a pod; without a pod that of the kubelet configuration of the file. */
  forecast: {
    method: "podCadence/forecast",
    params: podPlaceSchema,
    answer: z.nullable(z.object({ title: z.string(), markdown: z.string() })),
  },
  /** What the document changes in the forecasts and findings of its text before. */
  comparison: {
    method: "podCadence/comparison",
    params: z.object({
      ...ofFileSchema.shape,
      /** The text as it is now, where it is not that of the open document. */
      text: z.optional(z.string()),
      before: z.object({ name: z.string(), text: z.string() }),
    }),
    answer: z.nullable(
      z.object({
        title: z.string(),
        markdown: z.string(),
        /** Fields of the open document whose change the API server refuses. */
        refused: z.array(z.object({ range: rangeSchema, message: z.string() })),
      }),
    ),
  },
  timelineText: {
    method: "podCadence/timelineText",
    /** The horizon is how long the pod is played; half an hour where nothing is said. */
    params: z.object({ ...podPlaceSchema.shape, horizonMs: z.optional(z.number().check(z.positive())) }),
    answer: z.nullable(timelineTextAnswerSchema),
  },
  /** A text in few words, for agents: as JSON that they read. It need not be open; its settings are those of the address. */
  brief: {
    method: "podCadence/brief",
    params: z.object({
      ...ofFileSchema.shape,
      text: z.string(),
      about: z.union([
        z.literal("problems"),
        z.object({ forecast: askedSchema }),
        z.object({ changeFrom: z.string(), asked: askedSchema }),
        z.object({ simulated: simulatedSchema }),
      ]),
    }),
    answer: z.nullable(z.union([z.object({ json: z.string() }), z.object({ problem: z.string() })])),
  },
  /** What is left of an incident, explained: as a page, and as JSON for agents. The settings are those of the address. */
  incident: {
    method: "podCadence/incident",
    params: z.object({ ...ofFileSchema.shape, texts: z.array(z.object({ name: z.string(), text: z.string() })) }),
    answer: z.nullable(
      z.union([
        z.object({ title: z.string(), markdown: z.string(), json: z.string() }),
        z.object({ problem: z.string() }),
      ]),
    ),
  },
  /** Writes what pods did into their manifests, as scenarios: those of the texts, else those that the pod has in the connected cluster. */
  learn: {
    method: "podCadence/learn",
    params: z.object({
      ...podPlaceSchema.shape,
      texts: z.optional(z.array(z.object({ name: z.string(), text: z.string() }))),
    }),
    answer: z.nullable(writingSchema),
  },
  /** The output of the user's own Helm or Kustomize for a file of a chart or an overlay. Asked in trusted workspaces only: it runs a program. */
  rendered: {
    method: "podCadence/rendered",
    params: z.object({ ...ofFileSchema.shape, at: z.optional(z.enum(["disk", "HEAD"])) }),
    answer: z.nullable(renderedAnswerSchema),
  },
  /** Writes the forecast of a pod into its manifest, as expectations. */
  pin: { method: "podCadence/pinForecast", params: podPlaceSchema, answer: z.nullable(writingSchema) },
  /** Makes these lines the whole scenario of the manifest's comments: what the containers do, events and expectations. Gives fields these values. */
  writeScenario: {
    method: "podCadence/writeScenario",
    params: z.object({
      ...ofFileSchema.shape,
      reference: podReferenceSchema,
      lines: z.optional(linesSchema),
      fields: z.optional(triedFieldsSchema),
    }),
    answer: z.nullable(writingSchema),
  },
  /** A run in another form. */
  export: { method: "podCadence/export", params: exportParamsSchema, answer: z.nullable(exportAnswerSchema) },
  /** Everything that the page of a rollout needs. Null: no Deployment, StatefulSet or DaemonSet is there. */
  rollout: { method: "podCadence/rollout", params: podPlaceSchema, answer: rolloutAnswerSchema },
  /** A rollout in another form. */
  exportRollout: {
    method: "podCadence/exportRollout",
    params: rolloutExportSchema,
    answer: z.nullable(exportAnswerSchema),
  },
  /** What is wrong with a pod as the panel plays it. */
  judge: { method: "podCadence/judge", params: judgeParamsSchema, answer: z.nullable(judgeAnswerSchema) },
  /** What alerts do in a run. */
  alerts: { method: "podCadence/alerts", params: alertsParamsSchema, answer: z.nullable(alertsAnswerSchema) },
  /** How a goal can be reached. */
  solve: { method: "podCadence/solve", params: solveParamsSchema, answer: z.nullable(solveAnswerSchema) },
  /** What the connected cluster reported since the last one. */
  cluster: { method: "podCadence/cluster", params: clusterChangeSchema, answer: z.nullable(clusterAnswerSchema) },
  /** What the tree shows below a pod of the cluster. */
  podDetails: { method: "podCadence/clusterPod", params: podOfClusterSchema, answer: z.nullable(podDetailsSchema) },
  /** What a pod of the cluster did, for the panel of a manifest. */
  observed: { method: "podCadence/observed", params: podOfClusterSchema, answer: z.nullable(observedAnswerSchema) },
  /** The UIDs of the pods that the object of a manifest has in the cluster, the worst first. */
  podsOfManifest: {
    method: "podCadence/podsOfManifest",
    params: podPlaceSchema,
    answer: z.nullable(z.object({ reference: podReferenceSchema, uids: z.array(z.string()) })),
  },
};

/** Server to client, where the server itself cannot read. Null: not there, or not to be read. */
export const clientRequests = {
  /** A file that is not open. */
  readFile: { method: "podCadence/readFile", params: ofFileSchema, answer: z.nullable(z.object({ text: z.string() })) },
  /** What is in a folder. A link to a folder is neither file nor folder. */
  listFolder: {
    method: "podCadence/listFolder",
    params: ofFileSchema,
    answer: z.nullable(
      z.object({ entries: z.array(z.object({ name: z.string(), kind: z.enum(["file", "folder"]) })) }),
    ),
  },
};

/** Client to server. */
export const serverNotifications = {
  /** Another extension came or went, or its settings changed. */
  yamlCompletion: {
    method: "podCadence/yamlCompletion",
    params: z.object({ yamlCompletion: z.enum(yamlCompletions) }),
  },
};

/** Server to client. */
export const clientNotifications = {
  /** The document, its settings or its project file changed. */
  changed: { method: "podCadence/changed", params: ofFileSchema },
  /** Settings, a project file or a file that it names changed. */
  settingsChanged: { method: "podCadence/settingsChanged", params: z.unknown() },
  /** The pods of the cluster of which open manifests speak, of which everything is worth knowing. */
  podsShown: { method: "podCadence/podsShown", params: podsShownSchema },
};

type Schemas = { readonly params: z.ZodMiniType; readonly answer: z.ZodMiniType };

/** What is asked, as `serverRequests.pod` says. */
export type ParamsOf<R extends Pick<Schemas, "params">> = Message<R["params"]>;
/** What is answered where there is something to answer. */
export type AnswerOf<R extends Pick<Schemas, "answer">> = NonNullable<Message<R["answer"]>>;

export type PodPlace = Message<typeof podPlaceSchema>;

/** What the answer to `workspace/diagnostic` says beyond the protocol: manifests that are too large or cannot be read. */
export const workspaceReportSchema = z.looseObject({ unread: z._default(z.number(), 0) });
