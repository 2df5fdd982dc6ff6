import { formatBounds, formatSpan } from "../../../../shared/basics/span-words.ts";
import type { TimelineEntry } from "../../../../shared/simulation/index.ts";
import type { Model } from "../model/model.ts";
import { runOf } from "../run/run-of.ts";
import { t } from "../words/l10n.ts";

/** When the same thing happens over the runs: `3m–never in 100 runs (14 never)`. Undefined if they are not played yet, or are all alike. */
export function spreadInRuns(
  model: Pick<Model, "run" | "second" | "observed" | "alerts" | "spreads">,
  entry: TimelineEntry,
): string | undefined {
  const { spreads } = model;
  const run = runOf(model, entry.id);
  if (spreads === undefined || run !== model.run) return undefined;
  const isAlike = ({ kind, container, run: count, probe, condition }: Alike): boolean =>
    kind === entry.kind &&
    container === entry.container &&
    count === entry.run &&
    probe === entry.data.probe &&
    condition === entry.data.condition;
  const before = run.timeline.entries.slice(0, run.timeline.entries.indexOf(entry));
  const nth =
    1 +
    before.filter((other) => isAlike({ ...other, ...probeAndCondition(other) }) && other.data.isRoutine !== true)
      .length;
  const found = spreads.entries.find((spread) => isAlike(spread) && spread.nth === nth);
  if (found === undefined) return undefined;
  const { minMs, p50Ms, maxMs, share } = found;
  const span = { nominalMs: p50Ms, earliestMs: minMs, latestMs: maxMs };
  const never = spreads.runs - Math.round(share * spreads.runs);
  if (never > 0) return t("{0}–never in {1} runs ({2} never)", formatBounds(span).earliest, spreads.runs, never);
  return minMs === maxMs ? undefined : t("{0} in {1} runs", formatSpan(span), spreads.runs);
}

type Alike = Pick<TimelineEntry, "kind" | "container" | "run"> & ReturnType<typeof probeAndCondition>;

function probeAndCondition({ data }: TimelineEntry) {
  return { probe: data.probe, condition: data.condition };
}
