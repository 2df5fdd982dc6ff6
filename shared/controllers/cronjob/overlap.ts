import type { Span } from "../../basics/span.ts";
import type { StartInterval } from "./schedule.ts";

/** What a CronJob does when a start is due. */
export interface CronJobSpec {
  readonly concurrencyPolicy: "Allow" | "Forbid" | "Replace";
  readonly startingDeadlineMs: number | undefined;
}

/** What becomes of runs that last longer than the time to the next start. */
export type Overlap =
  /** Each run is deleted by the next one. */
  | { readonly kind: "never-completes" }
  /** Some runs are. */
  | { readonly kind: "may-be-replaced" }
  /** One run hangs and no other one ever starts. */
  | { readonly kind: "blocked" }
  /** The next run starts when the one before is over, later than scheduled, or at a later time of the schedule. */
  | { readonly kind: "late" | "skipped" }
  /** So many run at the same time; undefined: more and more. */
  | { readonly kind: "concurrent"; readonly runs: number | undefined };

/** Undefined if no run meets the next start. `lasts`: undefined for a run that never ends. Models pkg/controller/cronjob/cronjob_controllerv2.go syncCronJob (v1.37.1) */
export function overlapOf(
  { concurrencyPolicy, startingDeadlineMs }: CronJobSpec,
  lasts: Span | undefined,
  { shortestMs, longestMs }: StartInterval,
): Overlap | undefined {
  if (lasts !== undefined && lasts.latestMs <= shortestMs) return undefined;
  if (concurrencyPolicy === "Replace")
    return { kind: lasts === undefined || lasts.earliestMs > longestMs ? "never-completes" : "may-be-replaced" };
  if (concurrencyPolicy === "Allow")
    return { kind: "concurrent", runs: lasts && Math.ceil(lasts.latestMs / shortestMs) };
  if (lasts === undefined) return { kind: "blocked" };
  // When a run is over the controller looks again: the last start that was missed is made up for within the deadline.
  const lateMs = lasts.nominalMs % shortestMs;
  return { kind: startingDeadlineMs !== undefined && lateMs > startingDeadlineMs ? "skipped" : "late" };
}
