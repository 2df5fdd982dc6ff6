import * as z from "zod/mini";
import type { WrittenPod } from "../admission/admit.ts";
import type { Path } from "../basics/path.ts";
import type { JobSpec } from "../controllers/model.ts";
import type { Answer } from "../forecast/answer/model.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import type { ScenarioText } from "../scenario/parse.ts";
import { answerSchema } from "./answer.ts";
import { assumptionsSchema } from "./assumptions.ts";
import { jobSpecSchema } from "./job.ts";
import { pathSchema, type Range, rangeSchema } from "./values.ts";

/** Names a pod of a file so that it is found again after edits, in a code lens and after a window reload. */
export interface PodReference {
  readonly uri: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The n-th located pod of the file, from 0. A lookup prefers kind, namespace and name and falls back on this. */
  readonly ordinal: number;
}

export const podReferenceSchema: z.ZodMiniType<PodReference> = z.object({
  uri: z.string(),
  kind: z.string(),
  name: z.string(),
  namespace: z.string(),
  ordinal: z.int().check(z.gte(0)),
});

/** Where something of the pod spec stands in the manifest: containers, probes, hooks, rules. */
export interface PathLocation {
  /** Relative to the pod spec. */
  readonly path: Path;
  readonly range: Range;
}

/** Everything that the panel needs to play one pod without asking again. */
export interface PodPayload {
  readonly reference: PodReference;
  readonly written: WrittenPod;
  /** Where the pod spec stands in its object. */
  readonly specPath?: Path | undefined;
  readonly scenarioTexts: readonly ScenarioText[];
  readonly assumptions: Assumptions;
  /** As the hover says it: `Kubernetes 1.37 · gates default · kubelet configuration: kubelet.yaml`. */
  readonly assumptionsText: string;
  /** Of the Job that creates the pod. */
  readonly job?: JobSpec | undefined;
  /** For the default horizon; undefined: the pod cannot be played, or the page has to work it out. */
  readonly answer?: Answer | undefined;
  readonly locations: readonly PathLocation[];
  /** Where the keys of single fields stand that explain a wait or a kill, as far as they are written. */
  readonly fields?: readonly PathLocation[] | undefined;
  /** Where each of `scenarioTexts` stands; null: in another file. */
  readonly scenarioRanges?: readonly (Range | null)[] | undefined;
  /** Why the manifest cannot be read as it stands, in a sentence; the values are then what could be recovered. */
  readonly broken: string | undefined;
  /** What the API server or the kubelet refuses of it first, in a sentence; the pod is played as if it were not refused. */
  readonly refused?: string | undefined;
}

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

const locations = z.array(z.object({ path: pathSchema, range: rangeSchema }));

const writtenPayload = z.object({
  reference: podReferenceSchema,
  written: writtenPodSchema,
  specPath: z.optional(pathSchema),
  scenarioTexts: z.array(scenarioTextSchema),
  assumptions: assumptionsSchema,
  assumptionsText: z.string(),
  job: z.optional(jobSpecSchema),
  answer: z.optional(answerSchema),
  locations,
  fields: z.optional(locations),
  scenarioRanges: z.optional(z.array(z.nullable(rangeSchema))),
  broken: z.optional(z.string()),
  refused: z.optional(z.string()),
});

export const podPayloadSchema: z.ZodMiniType<PodPayload> = z.pipe(
  writtenPayload,
  z.transform(
    (payload): PodPayload => ({
      ...payload,
      broken: payload.broken,
    }),
  ),
);
