import { formatRecorded } from "../../basics/span-words.ts";
import type { Freshness } from "../../protocol/cluster.ts";
import type { TimedText } from "../../protocol/values/timed-text.ts";
import { nextTryInText } from "../words.ts";
import { clockText } from "./clock.ts";

/** `out of date since 12:03:22 UTC, next try in 8s`, `listed every 10s`. Empty: it is as the cluster has it. The reason stands alone. */
export function freshnessText(freshness: Freshness, nowMs: number): string {
  if (freshness.is === "live")
    return freshness.lists === undefined ? "" : `listed every ${formatRecorded(freshness.lists.everyMs)}`;
  const { sinceMs, nextTryMs } = freshness;
  const next = nextTryMs === undefined ? undefined : nextTryInText(nextTryMs, nowMs);
  return `out of date since ${clockText(sinceMs, nowMs)} UTC, ${next ?? "trying again"}`;
}

/** Why it is not as the cluster has it, or not as soon: a sentence. Undefined if it is. */
export function freshnessReason(freshness: Freshness): string | undefined {
  return freshness.is === "stale" ? freshness.reason : freshness.lists?.reason;
}

/** What of it is news: not when it is tried again. */
export function freshnessKey(freshness: Freshness): string {
  const { is } = freshness;
  return JSON.stringify(is === "stale" ? [is, freshness.sinceMs, freshness.reason] : [is, freshness.lists]);
}

/** What is old counts nothing down. */
export function withoutWindows(text: TimedText, unknown: (what: string) => string = unknownText): TimedText {
  return text.map((part) => (typeof part === "string" || !("window" in part) ? part : unknown(part.what)));
}

function unknownText(what: string): string {
  return what === "" ? "out of date" : `${what} unknown (out of date)`;
}
