import * as z from "zod/mini";
import type { WrittenPod } from "../../api-server/admission/admit.ts";
import type { ScenarioText } from "../../scenario/language/parse.ts";
import { assumptionsSchema } from "../values/assumptions.ts";
import type { Message } from "../values/parse.ts";
import { pathSchema, rangeSchema } from "../values/values.ts";
import { answerSchema } from "./answer.ts";
import { jobSpecSchema } from "./job.ts";

/** Names a pod of a file so that it is found again after edits, in a code lens and after a window reload. */
export const podReferenceSchema = z.object({
  uri: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  /** The n-th located pod of the file, from 0. A lookup prefers kind, namespace and name and falls back on this. */
  ordinal: z.int().check(z.gte(0)),
});

/** Where something of the pod spec stands in the manifest: containers, probes, hooks, rules. */
export const pathLocationSchema = z.object({
  /** Relative to the pod spec. */
  path: pathSchema,
  range: rangeSchema,
});

export const scenarioTextSchema: z.ZodMiniType<ScenarioText> = z.pipe(
  z.object({
    text: z.string(),
    container: z.optional(z.string()),
    source: z.literal(["comment", "project", "argument"]),
  }),
  z.transform(
    (written): ScenarioText => ({ text: written.text, container: written.container, source: written.source }),
  ),
);

/** JSON drops a field that is undefined; this puts it back. */
export const writtenPodSchema: z.ZodMiniType<WrittenPod> = z.pipe(
  z.object({
    kind: z.string(),
    name: z.string(),
    namespace: z.string(),
    spec: z.optional(z.unknown()),
    isStatic: z.optional(z.boolean()),
  }),
  z.transform((written): WrittenPod => ({ ...written, spec: written.spec })),
);

const ms = z.number().check(z.nonnegative());
const trainingSchema = z.object({
  failuresEveryMs: ms,
  checkpointEveryMs: ms,
  checkpointTakesMs: ms,
  resumeTakesMs: ms,
  schedulingTakesMs: ms,
  pullTakesMs: ms,
});

const writtenPayload = z.object({
  reference: podReferenceSchema,
  written: writtenPodSchema,
  /** Where the pod spec stands in its object. */
  specPath: z.optional(pathSchema),
  scenarioTexts: z.array(scenarioTextSchema),
  assumptions: assumptionsSchema,
  /** As the hover says it: `Kubernetes 1.37 · gates default · kubelet configuration: kubelet.yaml`. */
  assumptionsText: z.string(),
  /** Of the Job that creates the pod. */
  job: z.optional(jobSpecSchema),
  /** What the project file says of training runs, in ms. */
  training: z.optional(trainingSchema),
  /** What it says of the pods of a node, and how many nodes there are. */
  load: z.optional(z.object({ pods: z.optional(z.string()), nodes: z.number() })),
  /** For the default horizon; undefined if the pod cannot be played, or the page has to work it out. */
  answer: z.optional(answerSchema),
  locations: z.array(pathLocationSchema),
  /** Where the keys of single fields stand that explain a wait or a kill, as far as they are written. */
  fields: z.optional(z.array(pathLocationSchema)),
  /** Where each of `scenarioTexts` stands; null: in another file. */
  scenarioRanges: z.optional(z.array(z.nullable(rangeSchema))),
  /** Why the manifest cannot be read as it stands, in a sentence; the values are then what could be recovered. */
  broken: z.optional(z.string()),
  /** What the API server or the kubelet refuses of it first, in a sentence; the pod is played as if it were not refused. */
  refused: z.optional(z.string()),
});

/** Everything that the panel needs to play one pod without asking again. */
export const podPayloadSchema = z.pipe(
  writtenPayload,
  z.transform((payload) => ({ ...payload, broken: payload.broken })),
);

export type PodReference = Message<typeof podReferenceSchema>;
export type PathLocation = Message<typeof pathLocationSchema>;
export type PodPayload = Message<typeof podPayloadSchema>;
