import * as z from "zod/mini";
import type { WrittenPod } from "../admission/admit.ts";
import type { Path } from "../basics/path.ts";
import type { JobSpec } from "../controllers/model.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import type { ScenarioText } from "../scenario/parse.ts";
import { assumptionsSchema } from "./assumptions.ts";
import { jobSpecSchema } from "./job.ts";
import { scenarioTextSchema, writtenPodSchema } from "./pod.ts";
import type { TimeView } from "./time-view.ts";
import { pathSchema } from "./values.ts";

/** `ExportParams → ExportAnswer | null`. Null: there is no pod to play. */
export const exportRequest = "podCadence/export";

export const exportFormats = ["svg", "markdown", "json", "kubectl", "cli"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Everything that one run depends on, and where its manifest is. */
export interface PlayParams {
  readonly written: WrittenPod;
  /** Where the pod spec stands in its object; absent: where its kind keeps it. */
  readonly specPath?: Path | undefined;
  readonly assumptions: Assumptions;
  readonly assumptionsText: string;
  readonly scenarioTexts: readonly ScenarioText[];
  readonly seed: number;
  readonly untilMs: number;
  /** As a person would type it in a terminal; for the command and for titles. */
  readonly file: string;
  /** Of the Job that creates the pod. */
  readonly job?: JobSpec | undefined;
  /** The scenario is what manifest and project file say, and nothing else. */
  readonly hasManifestScenario: boolean;
}

export interface ExportParams {
  readonly format: ExportFormat;
  readonly play: PlayParams;
  /** The part of time that a picture shows; absent: the whole story. */
  readonly view?: Omit<TimeView, "widthPx"> | undefined;
  /** So many seeds, for the spreads of a picture, for JSON and for the command; absent: one run. */
  readonly runs?: number | undefined;
}

export interface ExportAnswer {
  readonly text: string;
  readonly language: "xml" | "markdown" | "json" | "plaintext" | "shellscript";
  /** Of a file with the text, without the dot. */
  readonly extension: "svg" | "md" | "json" | "txt" | "sh";
}

/** As many runs as the command line plays. */
export const exportedRunsMax = 1000;

const time = z.number().check(z.gte(0));

const viewSchema = z
  .object({ fromMs: time, toMs: time, scale: z.literal(["linear", "log"]) })
  .check(z.refine(({ fromMs, toMs }) => fromMs < toMs, "fromMs is not before toMs"));

const playSchema: z.ZodMiniType<PlayParams> = z.object({
  written: writtenPodSchema,
  specPath: z.optional(pathSchema),
  assumptions: assumptionsSchema,
  assumptionsText: z.string(),
  scenarioTexts: z.array(scenarioTextSchema),
  seed: z.int().check(z.gte(1)),
  untilMs: z.int().check(z.gte(1)),
  file: z.string(),
  job: z.optional(jobSpecSchema),
  hasManifestScenario: z.boolean(),
});

export const exportParamsSchema: z.ZodMiniType<ExportParams> = z.object({
  format: z.literal(exportFormats),
  play: playSchema,
  view: z.optional(viewSchema),
  runs: z.optional(z.int().check(z.gte(1), z.lte(exportedRunsMax))),
});

export const exportAnswerSchema: z.ZodMiniType<ExportAnswer | null> = z.nullable(
  z.object({
    text: z.string(),
    language: z.literal(["xml", "markdown", "json", "plaintext", "shellscript"]),
    extension: z.literal(["svg", "md", "json", "txt", "sh"]),
  }),
);
