import * as z from "zod/mini";
import { type MinorVersion, minorVersions } from "../kubernetes/versions.ts";
import { yamlCompletions } from "./initialization.ts";
import { type PodReference, podPayloadSchema, podReferenceSchema } from "./pod.ts";
import { type Position, positionSchema, type Range, rangeSchema } from "./values.ts";

/** `PodRequestParams → PodPayload | null`. Null: the file holds no such pod. */
export const podRequest = "podCadence/pod";
/** `AssumptionsRequestParams → AssumptionsAnswer`. */
export const assumptionsRequest = "podCadence/assumptions";
/** `ForecastRequestParams → ForecastAnswer | null`. Null: the file holds no pod and no kubelet configuration. */
export const forecastRequest = "podCadence/forecast";
/** `PinRequestParams → PinAnswer | null`. Null: the file holds no pod there. */
export const pinRequest = "podCadence/pinForecast";
/** Server to client, `ChangedParams`: the document, its settings or its project file changed. */
export const changedNotification = "podCadence/changed";
/** Server to client, without parameters: settings, a project file or a file that it names changed. */
export const settingsChangedNotification = "podCadence/settingsChanged";
/** Server to client, `ReadFileParams → ReadFileAnswer`: a file that is not open, where the server itself cannot read it. */
export const readFileRequest = "podCadence/readFile";
/** Server to client, `ReadFileParams → ListFolderAnswer`: what is in a folder that the server itself cannot read. */
export const listFolderRequest = "podCadence/listFolder";
/** Client to server, `YamlCompletionParams`: another extension came or went, or its settings changed. */
export const yamlCompletionNotification = "podCadence/yamlCompletion";

/** The reference wins over the position; with neither the first pod of the file is meant. */
export interface PodRequestParams {
  readonly uri: string;
  readonly position?: Position | undefined;
  readonly reference?: PodReference | undefined;
}

export const podRequestParamsSchema: z.ZodMiniType<PodRequestParams> = z.object({
  uri: z.string(),
  position: z.optional(positionSchema),
  reference: z.optional(podReferenceSchema),
});

export const podAnswerSchema = z.nullable(podPayloadSchema);

export interface AssumptionsRequestParams {
  readonly uri: string;
}

export const assumptionsRequestParamsSchema: z.ZodMiniType<AssumptionsRequestParams> = z.object({ uri: z.string() });

/** What the status item shows of a document, and what commands depend on. */
export interface AssumptionsAnswer {
  readonly kubernetes: MinorVersion;
  /** Where the version comes from. */
  readonly source: "default" | "setting" | "project file";
  /** As the hover says it: `Kubernetes 1.37 · gates default · kubelet defaults`. */
  readonly text: string;
  /** What the document holds. Nothing is known of one that is not open. */
  readonly hasPod: boolean;
  readonly hasKubeletConfiguration: boolean;
}

export const assumptionsAnswerSchema: z.ZodMiniType<AssumptionsAnswer> = z.object({
  kubernetes: z.enum(minorVersions),
  source: z.enum(["default", "setting", "project file"]),
  text: z.string(),
  hasPod: z.boolean(),
  hasKubeletConfiguration: z.boolean(),
});

/** As for the pod; without a pod it means the kubelet configuration of the file. */
export interface ForecastRequestParams {
  readonly uri: string;
  readonly position?: Position | undefined;
  readonly reference?: PodReference | undefined;
}

export const forecastRequestParamsSchema: z.ZodMiniType<ForecastRequestParams> = z.object({
  uri: z.string(),
  position: z.optional(positionSchema),
  reference: z.optional(podReferenceSchema),
});

export interface ForecastAnswer {
  readonly title: string;
  readonly markdown: string;
}

export const forecastAnswerSchema: z.ZodMiniType<ForecastAnswer | null> = z.nullable(
  z.object({ title: z.string(), markdown: z.string() }),
);

export type PinRequestParams = PodRequestParams;
export const pinRequestParamsSchema = podRequestParamsSchema;

export interface PinAnswer {
  /** The version of the document that the edits are for. */
  readonly version: number;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
  /** What was done; where there are no edits, why not. */
  readonly message: string;
}

export const pinAnswerSchema: z.ZodMiniType<PinAnswer | null> = z.nullable(
  z.object({
    version: z.number(),
    edits: z.array(z.object({ range: rangeSchema, newText: z.string() })),
    message: z.string(),
  }),
);

export interface ChangedParams {
  readonly uri: string;
}

export const changedParamsSchema: z.ZodMiniType<ChangedParams> = z.object({ uri: z.string() });

export interface ReadFileParams {
  readonly uri: string;
}

export const readFileParamsSchema: z.ZodMiniType<ReadFileParams> = z.object({ uri: z.string() });

/** Null: the file is not there or cannot be read. */
export type ReadFileAnswer = { readonly text: string } | null;

export const readFileAnswerSchema: z.ZodMiniType<ReadFileAnswer> = z.nullable(z.object({ text: z.string() }));

/** Null: the folder is not there or cannot be read. A link to a folder is neither file nor folder. */
export type ListFolderAnswer = {
  readonly entries: readonly { readonly name: string; readonly kind: "file" | "folder" }[];
} | null;

export const listFolderAnswerSchema: z.ZodMiniType<ListFolderAnswer> = z.nullable(
  z.object({ entries: z.array(z.object({ name: z.string(), kind: z.enum(["file", "folder"]) })) }),
);

/** What the answer to `workspace/diagnostic` says beyond the protocol: manifests that are too large or cannot be read. */
export const workspaceReportSchema = z.looseObject({ unread: z._default(z.number(), 0) });

export const yamlCompletionParamsSchema = z.object({ yamlCompletion: z.enum(yamlCompletions) });
