import * as z from "zod/mini";
import { jobSpecSchema } from "../pod/job.ts";
import { scenarioTextSchema, writtenPodSchema } from "../pod/pod.ts";
import { assumptionsSchema } from "../values/assumptions.ts";
import type { Message } from "../values/parse.ts";
import { shownAlertSchema } from "../values/shown-alert.ts";
import { pathSchema } from "../values/values.ts";

const exportFormats = ["svg", "markdown", "json", "kubectl", "cli"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** As many runs as the command line plays. */
const exportedRunsMax = 1000;

const exportedAlertsMax = 200;

const time = z.number().check(z.gte(0));

const viewSchema = z
  .object({ fromMs: time, toMs: time })
  .check(z.refine(({ fromMs, toMs }) => fromMs < toMs, "fromMs is not before toMs"));

/** Everything that one run depends on, and where its manifest is. */
export const playSchema = z.object({
  written: writtenPodSchema,
  /** Where the pod spec stands in its object; absent: where its kind keeps it. */
  specPath: z.optional(pathSchema),
  assumptions: assumptionsSchema,
  assumptionsText: z.string(),
  scenarioTexts: z.array(scenarioTextSchema),
  seed: z.int().check(z.gte(1)),
  untilMs: z.int().check(z.gte(1)),
  /** As a person would type it in a terminal; for the command and for titles. */
  file: z.string(),
  /** Of the Job that creates the pod. */
  job: z.optional(jobSpecSchema),
  /** The scenario is what manifest and project file say, and nothing else. */
  hasManifestScenario: z.boolean(),
});

export const exportParamsSchema = z.object({
  format: z.literal(exportFormats),
  play: playSchema,
  /** The part of time that a picture shows; absent: the whole story. */
  view: z.optional(viewSchema),
  /** What alerts do in the run, for pictures and tables; absent: nothing is said of them. */
  alerts: z.optional(z.array(shownAlertSchema).check(z.maxLength(exportedAlertsMax))),
  /** So many seeds, for the spreads of a picture, for JSON and for the command; absent: one run. */
  runs: z.optional(z.int().check(z.gte(1), z.lte(exportedRunsMax))),
});

export const exportAnswerSchema = z.object({
  text: z.string(),
  language: z.literal(["xml", "markdown", "json", "plaintext", "shellscript"]),
  /** Of a file with the text, without the dot. */
  extension: z.literal(["svg", "md", "json", "txt", "sh"]),
});

export type PlayParams = Message<typeof playSchema>;
export type ExportParams = Message<typeof exportParamsSchema>;
export type ExportAnswer = Message<typeof exportAnswerSchema>;
