import { formatDuration } from "../../basics/durations.ts";
import { rangeInWords } from "../../basics/span-words.ts";
import type { Container } from "../../kubernetes/pod.ts";
import { formatOpenTime } from "../../scenario/language/format.ts";
import type { Scenario } from "../../scenario/model.ts";
import { endOfEvent } from "../../scenario/phases.ts";
import { writtenScript } from "../../scenario/script.ts";
import { type RunDigest, settledMs } from "./digest-model.ts";
import { spreadOf } from "./spread.ts";

/** What an outage does to a container that ends while it lasts, and what it costs beyond the outage. */
export interface OutageCost {
  /** `while database is away (5m–9m)`. */
  readonly when: string;
  /** `The pod is ready for good 1m20s–2m30s after database is back`; undefined if it is not in all runs, or at once. */
  readonly later: string | undefined;
  readonly advice: string;
}

/** Undefined if no outage of the scenario ends the container. */
export function outageCost(
  scenario: Scenario,
  container: Container,
  runs: readonly RunDigest[],
): OutageCost | undefined {
  const needed = new Set(
    (writtenScript(scenario, container)?.runs ?? []).flatMap(({ end, phasedEnds }) =>
      // An end of its own would not be told from those of an outage.
      end === undefined ? phasedEnds.flatMap(({ when }) => (when.kind === "away" ? [when.dependency] : [])) : [],
    ),
  );
  const [dependency, ...others] = needed;
  const outages = scenario.events.filter((event) => event.kind === "outage" && needed.has(event.dependency));
  const last = outages.at(-1);
  if (dependency === undefined || others.length > 0 || last === undefined) return undefined;
  const times = outages.map((event) => formatOpenTime({ minMs: event.atMs, maxMs: endOfEvent(event) }));
  return {
    when: `while ${dependency} is away (${times.slice(0, timesMax).join(", ")}${times.length > timesMax ? ", …" : ""})`,
    later: laterInWords(dependency, Math.max(...outages.map(endOfEvent)), runs),
    advice: `Let ${container.name} wait for ${dependency} and try again instead of exiting, or lower the maximum back-off of the node.`,
  };
}

const timesMax = 3;
/** What comes sooner than this after the outage costs nothing. */
const noticeableMs = 2000;

function laterInWords(dependency: string, overMs: number, runs: readonly RunDigest[]): string | undefined {
  const laterMs = runs.flatMap((run) => settledMs(run) ?? []).map((settled) => settled - overMs);
  if (laterMs.length === 0 || laterMs.length < runs.length) return undefined;
  const spread = spreadOf(laterMs);
  if (spread.min < 0 || spread.max < noticeableMs) return undefined;
  const back = `after ${dependency} is back at ${formatDuration(overMs)}`;
  return `The pod is ready for good ${rangeInWords(spread)} ${back}`;
}
