import { counted } from "../../basics/counted.ts";
import { formatRecorded } from "../../basics/span-words.ts";
import type { Timeline } from "../../simulation/timeline/timeline.ts";
import { firstReady, outagesIn, probeKillsIn, restartsIn } from "../runs/occurrences.ts";
import { sentEvents } from "./load-run.ts";

/** A part of a run, in virtual time. What happens at either end belongs to it. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Totals of a part of a run. Over the whole run they equal `figuresOf`. */
interface RangeSum {
  readonly lengthMs: number;
  readonly restarts: number;
  /** How often probes killed a container. */
  readonly kills: number;
  /** Not Ready after it first was. */
  readonly downMs: number;
  readonly readyMs: number;
  /** Writes of the status, and events that are sent. */
  readonly apiRequests: number;
}

/** Needs a recording of statuses. */
export function sumOfRange({ timeline }: { readonly timeline: Timeline }, range: TimeRange): RangeSum {
  const isInside = ({ tMs }: { readonly tMs: number }): boolean => tMs >= range.fromMs && tMs <= range.toMs;
  const endMs = timeline.ended === "event-limit" ? (timeline.entries.at(-1)?.tMs ?? 0) : timeline.untilMs;
  const toMs = Math.min(range.toMs, endMs);
  const lengthMs = Math.max(0, toMs - range.fromMs);
  const overlapMs = (fromMs: number, untilMs: number): number =>
    Math.max(0, Math.min(untilMs, toMs) - Math.max(fromMs, range.fromMs));
  const downMs = outagesIn(timeline).reduce((sum, { from, to }) => sum + overlapMs(from.tMs, to?.tMs ?? endMs), 0);
  const readyAtMs = firstReady(timeline)?.tMs;
  return {
    lengthMs,
    restarts: restartsIn(timeline, undefined).filter(isInside).length,
    kills: probeKillsIn(timeline, undefined).filter(isInside).length,
    downMs,
    readyMs: readyAtMs === undefined ? 0 : overlapMs(readyAtMs, endMs) - downMs,
    apiRequests: timeline.statuses.filter(isInside).length + sentEvents(timeline.events).filter(isInside).length,
  };
}

/** The sum without what there is none of: `down 4m12s`, `3 restarts`, `41 API requests`. */
export function rangeSumParts({
  lengthMs,
  restarts,
  kills,
  downMs,
  readyMs,
  apiRequests,
}: RangeSum): readonly string[] {
  const ready =
    readyMs === 0 ? "never ready" : readyMs >= lengthMs ? "ready all the time" : `ready ${formatRecorded(readyMs)}`;
  return [
    downMs > 0 ? `down ${formatRecorded(downMs)}` : ready,
    counted(restarts, "restart"),
    ...(kills > 0 ? [counted(kills, "probe kill")] : []),
    counted(apiRequests, "API request"),
  ];
}
