import * as z from "zod/mini";
import type { Immutable } from "../../../shared/protocol/values/parse.ts";

// What several commands print. JSON Schemas are made from these, and the types of what is printed: nothing here is loaded at run time.

/** A description for people who read the JSON Schema. */
export function about<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  return schema.check(z.describe(description));
}

/** Written once in a JSON Schema, and named where it is used. */
export function named<Schema extends z.ZodMiniType>(id: string, description: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { id, description });
  return schema;
}

export const version = about("Changes when a field is removed or means something else.", z.literal(1));

/** All times are whole milliseconds. */
export const ms = z.int();
export const count = z.int().check(z.gte(0));
export const share = z.number().check(z.gte(0), z.lte(1));

export const span = named(
  "span",
  "A time in milliseconds that the kubelet's loops and jitter affect.",
  z.strictObject({
    nominalMs: about("The value without loops and jitter; of sampled runs, the median.", ms),
    earliestMs: about("The earliest possible time.", ms),
    latestMs: about("The latest possible time.", ms),
  }),
);

export const runTimes = named(
  "runTimes",
  "When something happens that needs a run, in milliseconds: over the simulated runs, with the bounds of what is possible.",
  z.strictObject({
    nominalMs: about("The median of the runs.", ms),
    earliestMs: about("The earliest run.", ms),
    latestMs: about("The latest run.", ms),
    bounds: about("The earliest and the latest possible instant: timeouts are judged by these.", span),
  }),
);

export const spread = named(
  "spread",
  "A number over the simulated runs.",
  z.strictObject({ min: z.number(), p50: about("The median.", z.number()), max: z.number() }),
);

/** Null where it never comes. */
export function time(description: string) {
  return about(`${description} Null if that never comes.`, z.nullable(span));
}

/** The same of what needs a run. */
export function runTime(description: string) {
  return about(`${description} Null if that never comes.`, z.nullable(runTimes));
}

export const fieldPath = about("The field that decides, from the root of the object.", z.string());

/** Where an object is written. */
export const place = {
  path: about("The file as it was named.", z.string()),
  document: about("The document in the file, from 0, as kubectl counts.", z.int()),
  item: z.optional(about("The position in a List.", z.int())),
};

export const object = { kind: z.string(), name: z.string(), namespace: z.string() };

export const node = named(
  "node",
  "The assumed node.",
  z.strictObject({
    kubernetes: about(
      "The minor version, such as 1.36; with the patch, such as 1.36.2, where that release does something else than the newest of its minor.",
      z.string(),
    ),
    featureGates: about("Those that do not have their default.", z.record(z.string(), z.boolean())),
    kubeletConfiguration: about(
      "The fields of a KubeletConfiguration that are set, as far as restarts depend on them.",
      z.record(z.string(), z.unknown()),
    ),
  }),
);

export const expectation = named(
  "expectation",
  "What became of an `expect` line.",
  z.strictObject({
    text: z.string(),
    holds: z.boolean(),
    share: about("The share of the runs in which it holds.", share),
    earliestMs: about("Over these runs, the earliest time of what is expected.", z.nullable(ms)),
    latestMs: about("Over these runs, the latest time of what is expected.", z.nullable(ms)),
  }),
);

export type SpanJson = Immutable<z.infer<typeof span>>;
export type RunTimesJson = Immutable<z.infer<typeof runTimes>>;
export type NodeJson = Immutable<z.infer<typeof node>>;
export type ExpectationJson = Immutable<z.infer<typeof expectation>>;

/** Of commands that play pods. */
export const notes = about(
  "What the caller should know, a sentence each: for example that a comment overrides --scenario.",
  z.array(z.string()),
);
