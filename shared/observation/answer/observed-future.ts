import { addSpans, exactly, joinSpans, type Span } from "../../basics/span.ts";
import { watchEntries } from "../../forecast/answer/digest.ts";
import type { Counts, PublishedStatus, Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import type { PodReport } from "../report.ts";
import { futureScenario, observedAnswer } from "./future.ts";
import { type FollowedPod, observedLife, statusOf } from "./life.ts";
import type { ObservedNow } from "./model.ts";
import { openingOf } from "./opening.ts";
import { shiftedStatus } from "./shifted-status.ts";

/**
 * What an observed pod does from the observed moment on, which is at 0: it begins with what was observed, and goes on with a run that has
 * come to that. Undefined where none does, and where the scenario that somebody has written is another one.
 */
export function observedFuture(report: PodReport, input: FollowedPod): Timeline | undefined {
  if (futureScenario(report, input).differs !== undefined) return undefined;
  const { look, atMs } = report;
  const now = observedAnswer(report);
  const { run, nowMs } = observedLife(report, now, input);
  if (run === undefined && !isStanding(now)) return undefined;
  const offsets = run === undefined ? new Map<string, number>() : restartOffsets(report, run, nowMs);
  const opening = openingOf(look.pod, input.pod, run?.entries.filter(({ tMs }) => tMs <= nowMs) ?? []);
  const entries = [...opening, ...(run === undefined ? [] : laterEntries(run, { nowMs, opening, offsets, ...input }))];
  const isAhead = ({ tMs }: { readonly tMs: number }): boolean => tMs > nowMs && tMs <= nowMs + input.aheadMs;
  const later = (run?.statuses ?? [])
    .filter(isAhead)
    .map(({ tMs, status }): PublishedStatus => ({ tMs: tMs - nowMs, status: shiftedStatus(status, nowMs, offsets) }));
  const statuses = [{ tMs: 0, status: statusOf(look.pod, atMs, input.pod) }, ...later];
  const events = (run?.events ?? []).filter(isAhead).map((event) => ({ ...event, tMs: event.tMs - nowMs }));
  const createdAt = look.pod.createdAt ?? look.pod.startedAt;
  return {
    entries,
    statuses,
    events,
    counts: countsOf(entries, { statusWrites: later.length, events: events.length, aheadMs: input.aheadMs }),
    ended: run?.ended ?? "horizon",
    untilMs: input.aheadMs,
    seed: input.seed,
    createdMs: createdAt && Math.min(0, createdAt.nominalMs - atMs),
  };
}

/** It goes on as it is: nothing that is known changes it. */
function isStanding({ is, outlook }: ObservedNow): boolean {
  return outlook === "never-ready" && standing.has(is);
}

const standing: ReadonlySet<ObservedNow["is"]> = new Set(["not-ready", "creating", "unscheduled", "create"]);

/** By how much the restarts of each container are more than those of the run: a loop that no longer changes is played from its tenth on. */
function restartOffsets({ look }: PodReport, run: Timeline, nowMs: number): ReadonlyMap<string, number> {
  const starts = run.entries.filter(({ kind, tMs }) => kind === "container-started" && tMs <= nowMs);
  return new Map(
    look.pod.containers.map(({ name, restartCount }) => {
      const played = starts.findLast(({ container }) => container === name)?.run;
      return [name, played === undefined ? 0 : restartCount + 1 - played];
    }),
  );
}

interface Later {
  readonly nowMs: number;
  readonly aheadMs: number;
  readonly opening: readonly TimelineEntry[];
  readonly offsets: ReadonlyMap<string, number>;
}

/** What happens after the observed moment. Bounds count from what was before it, which is known. */
function laterEntries(run: Timeline, { nowMs, aheadMs, opening, offsets }: Later): readonly TimelineEntry[] {
  const causesMs = new Map(run.entries.map(({ id, tMs }) => [id, tMs - nowMs]));
  const spans = new Map<string, Span>();
  const conditions = new Map(opening.map(({ data }) => [data.condition ?? "", data.status]));
  return run.entries.flatMap((entry): readonly TimelineEntry[] => {
    const tMs = entry.tMs - nowMs;
    if (tMs <= 0 || tMs > aheadMs) return [];
    const { id, cause = "", sinceCause, data } = entry;
    const from = spans.get(cause) ?? exactly(causesMs.get(cause) ?? tMs);
    const at = joinSpans(causesMs.has(cause) ? addSpans(from, sinceCause) : from, exactly(tMs));
    spans.set(id, at);
    // The status may be a moment ahead of the run.
    if (entry.kind === "condition-changed" && conditions.get(data.condition ?? "") === data.status) return [];
    if (entry.kind === "condition-changed") conditions.set(data.condition ?? "", data.status);
    const more = offsets.get(entry.container ?? "") ?? 0;
    const counted = (value: number | undefined): number | undefined => (value === undefined ? undefined : value + more);
    const [ofRun, attempt, restartCount] = [entry.run, entry.attempt, entry.restartCount].map(counted);
    return [{ ...entry, tMs, at, cause: spans.has(cause) ? cause : undefined, run: ofRun, attempt, restartCount }];
  });
}

interface Written extends Pick<Counts, "statusWrites" | "events"> {
  readonly aheadMs: number;
}

function countsOf(entries: readonly TimelineEntry[], { aheadMs, ...written }: Written): Counts {
  const { restarts, readyMs } = watchEntries(entries, aheadMs, false);
  const names = restarts.map(({ container }) => container);
  const kills = entries.filter(({ kind, data }) => kind === "container-stopping" && data.probe !== undefined);
  return {
    ...written,
    entries: entries.length,
    restarts: Object.fromEntries(
      [...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]),
    ),
    probeKills: kills.length,
    readyMs,
  };
}
