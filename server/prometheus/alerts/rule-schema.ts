import * as z from "zod/mini";
import { once } from "../../../shared/basics/once.ts";

/** Undefined if a template decides the value. */
const labels = z.record(z.string(), z.optional(z.union([z.string(), z.number(), z.boolean()])));

/** Of one rule. What is not read here (annotations and the like) may be anything. */
export const ruleSchema = once(() =>
  z.looseObject({
    alert: z.optional(z.string()),
    record: z.optional(z.string()),
    expr: z.union([z.string(), z.number()]),
    for: z.optional(z.string()),
    keep_firing_for: z.optional(z.string()),
    labels: z.optional(z.nullable(labels)),
  }),
);

export const groupSchema = once(() =>
  z.looseObject({
    name: z.optional(z.string()),
    interval: z.optional(z.string()),
    query_offset: z.optional(z.string()),
    limit: z.optional(z.number()),
    labels: z.optional(z.nullable(labels)),
    rules: z.optional(z.nullable(z.array(z.unknown()))),
  }),
);

const groups = once(() => z.array(z.unknown()));
export const ruleFileSchema = once(() => z.looseObject({ groups: groups() }));
/** monitoring.coreos.com/v1 */
export const prometheusRuleSchema = once(() =>
  z.looseObject({ kind: z.literal("PrometheusRule"), spec: z.looseObject({ groups: groups() }) }),
);
export const listSchema = once(() => z.looseObject({ items: z.array(z.unknown()) }));
