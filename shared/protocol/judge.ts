import * as z from "zod/mini";
import type { Assumptions } from "../kubernetes/node.ts";
import { assumptionsSchema } from "./assumptions.ts";
import { type PodReference, podReferenceSchema } from "./pod.ts";
import { type EditedLine, linesSchema } from "./setup.ts";
import { type Range, rangeSchema } from "./values.ts";

/** `JudgeParams → JudgeAnswer | null`. Null: the file holds no such pod. */
export const judgeRequest = "podCadence/judge";

/** A pod as the panel plays it: on another node, with another scenario, before any of that is written. */
export interface JudgeParams {
  readonly uri: string;
  readonly reference: PodReference;
  readonly assumptions: Assumptions;
  /** The whole scenario; undefined: as the manifest says. */
  readonly lines?: readonly EditedLine[] | undefined;
}

export const judgeParamsSchema: z.ZodMiniType<JudgeParams> = z.object({
  uri: z.string(),
  reference: podReferenceSchema,
  assumptions: assumptionsSchema,
  lines: z.optional(linesSchema),
});

/** The diagnostics of the pod and its object with their quick fixes, in the order of the text. */
export interface JudgeAnswer {
  /** The version of the document that the edits are for. */
  readonly version: number;
  readonly findings: readonly JudgedFinding[];
}

export interface JudgedFinding {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  readonly range: Range;
  readonly fixes: readonly JudgedFix[];
}

export interface JudgedFix {
  readonly title: string;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
}

export const findingSeverities = ["error", "warning", "info", "hint"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

const severity = z.literal(findingSeverities);

export const judgeAnswerSchema: z.ZodMiniType<JudgeAnswer | null> = z.nullable(
  z.object({
    version: z.number(),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity,
        message: z.string(),
        range: rangeSchema,
        fixes: z.array(
          z.object({
            title: z.string(),
            edits: z.array(z.object({ range: rangeSchema, newText: z.string() })),
          }),
        ),
      }),
    ),
  }),
);

/** What the page shows of an answer. It names a finding and a fix by their places, so that no edit comes from the page. */
export interface PanelFindings {
  /** Of the answer. */
  readonly id: number;
  readonly findings: readonly PanelFinding[];
}

export interface PanelFinding {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  /** Zero-based. */
  readonly line: number;
  /** Titles. */
  readonly fixes: readonly string[];
}

export const panelFindingsSchema: z.ZodMiniType<PanelFindings> = z.object({
  id: z.number(),
  findings: z.array(
    z.object({
      rule: z.string(),
      severity,
      message: z.string(),
      line: z.number(),
      fixes: z.array(z.string()),
    }),
  ),
});
