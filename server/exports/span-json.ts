import type { RunTimes } from "../../shared/basics/run-times.ts";
import type { Span } from "../../shared/basics/span.ts";
import type { RunTimesJson, SpanJson } from "./schemas/parts.ts";

/** A span without anything that its maker may have added; null where it never comes. */
export function spanJson(span: Span): SpanJson;
export function spanJson(span: Span | undefined): SpanJson | null;
export function spanJson(span: Span | undefined): SpanJson | null {
  if (span === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs, latestMs };
}

/** What the runs came to, and what is possible; null where it never comes. */
export function runTimesJson(times: RunTimes | undefined): RunTimesJson | null {
  if (times === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = times.span;
  return { nominalMs, earliestMs, latestMs, bounds: spanJson(times.bounds) };
}
