import * as z from "zod/mini";
import type { Span } from "../basics/span.ts";
import { type EditedLine, linesSchema } from "./setup.ts";
import { spanSchema } from "./values.ts";

/** What a pod really did, to be laid over its predicted run. Times are ms from t = 0 of that run: the kubelet first saw the pod. */
export interface ObservedOverlay {
  /** Which pod, where and as of when: `web-7d4b9-x2x of context kind, seen at 12:03:22 UTC`. */
  readonly title: string;
  /** How far the observation reaches. */
  readonly untilMs: number;
  readonly containers: readonly OverlayContainer[];
  /** The scenario that does what was observed. */
  readonly lines: readonly EditedLine[];
  /** What had to be assumed, and what contradicts the prediction: sentences. */
  readonly notes: readonly string[];
}

export interface OverlayContainer {
  readonly name: string;
  /** Runs before the first known one that nobody saw. */
  readonly missing: number;
  /** Oldest first. */
  readonly runs: readonly OverlayRun[];
}

export interface OverlayRun {
  /** Counts the starts of the container from 1, as the timeline does. */
  readonly run: number;
  readonly startMs?: Span | undefined;
  readonly end?: OverlayEnd | undefined;
}

export interface OverlayEnd {
  readonly atMs?: Span | undefined;
  readonly exitCode: number;
  readonly reason?: string | undefined;
  /** Who had it stopped, where an event tells. */
  readonly by?: "liveness" | "startup" | "other" | undefined;
}

const endSchema = z.object({
  atMs: z.optional(spanSchema),
  exitCode: z.int(),
  reason: z.optional(z.string()),
  by: z.optional(z.literal(["liveness", "startup", "other"])),
});

const runSchema = z.object({
  run: z.int().check(z.gte(1)),
  startMs: z.optional(spanSchema),
  end: z.optional(endSchema),
});

export const observedOverlaySchema: z.ZodMiniType<ObservedOverlay> = z.object({
  title: z.string(),
  untilMs: z.number(),
  containers: z.array(z.object({ name: z.string(), missing: z.int().check(z.gte(0)), runs: z.array(runSchema) })),
  lines: linesSchema,
  notes: z.array(z.string()),
});
