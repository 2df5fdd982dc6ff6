import * as z from "zod/mini";
import { alertRuleSources } from "../values/alert-rule-sources.ts";
import type { Message } from "../values/parse.ts";
import { shownAlertSchema } from "../values/shown-alert.ts";
import { playSchema } from "./export.ts";

const sourceSchema = z.literal(alertRuleSources);
/** A run, and the rules that are evaluated over it. Absent: those of the workspace if there are any, else kubernetes-mixin. */
export const alertsParamsSchema = z.object({ play: playSchema, rules: z.optional(sourceSchema) });

/** What alerts about the pod do in its run: those that become pending, and those that look for crash loops and see none where there is one. */
export const alertsAnswerSchema = z.object({
  rules: sourceSchema,
  /** There are rule files in the workspace. */
  hasFiles: z.boolean(),
  /** What is wrong with rules of the workspace, in sentences. */
  problems: z.array(z.string()),
  alerts: z.array(shownAlertSchema),
});

export type AlertsParams = Message<typeof alertsParamsSchema>;
export type AlertsAnswer = Message<typeof alertsAnswerSchema>;
