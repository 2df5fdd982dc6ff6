import * as z from "zod/mini";
import type { Message } from "../values/parse.ts";
import { spanSchema } from "../values/values.ts";
import { linesSchema } from "./setup.ts";

const endSchema = z.object({
  atMs: z.optional(spanSchema),
  exitCode: z.int(),
  reason: z.optional(z.string()),
  /** Who had it stopped, if an event shows that. */
  by: z.optional(z.literal(["liveness", "startup", "other"])),
});

const runSchema = z.object({
  /** Counts the starts of the container from 1, as the timeline does. */
  run: z.int().check(z.gte(1)),
  startMs: z.optional(spanSchema),
  end: z.optional(endSchema),
});

const containerSchema = z.object({
  name: z.string(),
  /** Runs before the first known one that nobody saw. */
  missing: z.int().check(z.gte(0)),
  /** Oldest first. */
  runs: z.array(runSchema),
});

/** What a pod really did, to be laid over its predicted run. Times are ms from t = 0 of that run: the kubelet first saw the pod. */
export const observedOverlaySchema = z.object({
  /** Which pod, where and as of when: `web-7d4b9-x2x of context kind, seen at 12:03:22 UTC`. */
  title: z.string(),
  /** How far the observation reaches. */
  untilMs: z.number(),
  containers: z.array(containerSchema),
  /** The scenario that does what was observed. */
  lines: linesSchema,
  /** What had to be assumed, and what contradicts the prediction: sentences. */
  notes: z.array(z.string()),
});

export type ObservedOverlay = Message<typeof observedOverlaySchema>;
export type OverlayContainer = Message<typeof containerSchema>;
export type OverlayRun = Message<typeof runSchema>;
export type OverlayEnd = Message<typeof endSchema>;
