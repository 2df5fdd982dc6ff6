import type { Span } from "../../shared/basics/span.ts";
import type { SpanJson } from "./schemas/parts.ts";

/** A span without anything that its maker may have added; null where it never comes. */
export function spanJson(span: Span): SpanJson;
export function spanJson(span: Span | undefined): SpanJson | null;
export function spanJson(span: Span | undefined): SpanJson | null {
  if (span === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs, latestMs };
}
