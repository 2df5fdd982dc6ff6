import * as z from "zod/mini";
import { assumptionsSchema } from "../values/assumptions.ts";
import type { Message } from "../values/parse.ts";
import { editsSchema, rangeSchema } from "../values/values.ts";
import { podReferenceSchema } from "./pod.ts";
import { linesSchema } from "./setup.ts";

/** A pod as the panel plays it: on another node, with another scenario, before any of that is written. */
export const judgeParamsSchema = z.object({
  uri: z.string(),
  reference: podReferenceSchema,
  assumptions: assumptionsSchema,
  /** The whole scenario; undefined means as the manifest says. */
  lines: z.optional(linesSchema),
});

const findingSeverities = ["error", "warning", "info", "hint"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

const finding = { rule: z.string(), severity: z.literal(findingSeverities), message: z.string() };

const judgedFixSchema = z.object({ title: z.string(), edits: editsSchema });

/** The diagnostics of the pod and its object with their quick fixes, in the order of the text. */
export const judgeAnswerSchema = z.object({
  /** The version of the document that the edits are for. */
  version: z.number(),
  findings: z.array(z.object({ ...finding, range: rangeSchema, fixes: z.array(judgedFixSchema) })),
});

const panelFindingSchema = z.object({
  ...finding,
  /** Zero-based. */
  line: z.number(),
  /** Titles. */
  fixes: z.array(z.string()),
});

/** What the page shows of an answer. It names a finding and a fix by their places, so that no edit comes from the page. */
export const panelFindingsSchema = z.object({
  /** The id that the answer repeats. */
  id: z.number(),
  findings: z.array(panelFindingSchema),
});

export type JudgeParams = Message<typeof judgeParamsSchema>;
export type JudgeAnswer = Message<typeof judgeAnswerSchema>;
export type JudgedFix = Message<typeof judgedFixSchema>;
export type PanelFindings = Message<typeof panelFindingsSchema>;
export type PanelFinding = Message<typeof panelFindingSchema>;
