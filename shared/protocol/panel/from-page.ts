import * as z from "zod/mini";
import { linesSchema, triedFieldsSchema } from "../pod/setup.ts";
import { alertRuleSources } from "../values/alert-rule-sources.ts";
import { assumptionsSchema } from "../values/assumptions.ts";
import type { Message } from "../values/parse.ts";
import { pathSchema } from "../values/values.ts";
import { exportParamsSchema, playSchema } from "./export.ts";

// Apart from panel.ts, so that the page does not carry what only the extension reads.

const place = z.int().check(z.gte(0));

/** From the panel's page to the extension. */
export const fromPageSchema = z.union([
  /** The page listens, and has taken the message in its HTML or not. */
  z.object({ type: z.literal("ready"), hasFirst: z.boolean() }),
  /** Show this place of the manifest in the editor, and go there or not. */
  z.object({ type: z.literal("reveal"), path: pathSchema, focus: z.boolean() }),
  /** Show this one of the scenario's texts in the editor, by its place in the payload. */
  z.object({ type: z.literal("reveal-scenario"), index: place }),
  /** Write the run down in another form; the file is the address of the manifest. */
  z.object({ type: z.literal("export"), request: exportParamsSchema }),
  /** Make the manifest say this, and nothing else, of what the containers do, and give fields these values. Without lines its scenario stays. */
  z.object({ type: z.literal("write"), lines: z.optional(linesSchema), fields: z.optional(triedFieldsSchema) }),
  /** Find what is wrong with the pod as it is played now. Without lines the scenario is that of the manifest. */
  z.object({ type: z.literal("judge"), assumptions: assumptionsSchema, lines: z.optional(linesSchema) }),
  /** Say what alerts do in this run. Without rules, those that the workspace has are meant. */
  z.object({ type: z.literal("ask-alerts"), play: playSchema, rules: z.optional(z.literal(alertRuleSources)) }),
  /** Make a fix of a finding, both by their places in the answer `id`. */
  z.object({ type: z.literal("fix"), id: place, finding: place, fix: place }),
  /** Show where a finding of the answer `id` stands. */
  z.object({ type: z.literal("reveal-finding"), id: place, finding: place }),
  /** What was observed is not shown any more, and need not be sent. */
  z.object({ type: z.literal("unobserve") }),
  /** Open the panel of the rollout of the pod's workload. */
  z.object({ type: z.literal("simulate-rollout") }),
  /** A message was not understood and ignored. */
  z.object({ type: z.literal("ignored"), problem: z.string() }),
  /** The page cannot go on; the sentence goes to the log. */
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

export type FromPage = Message<typeof fromPageSchema>;
