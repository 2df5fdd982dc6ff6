import { parseDuration } from "../basics/durations.ts";
import { assumedPullMaxMs } from "../simulation/images.ts";
import type { ObservedEvent } from "./event-object.ts";
import { type Facts, specOf } from "./facts.ts";

/** The facts of one container: with what a pull takes before each of its starts, by the pulls that were seen. */
export function withPulls(facts: Facts, events: readonly ObservedEvent[], container: string): Facts {
  if (specOf(facts, container)?.imagePullPolicy !== "Always") return facts;
  const tookMs = events.flatMap((event) => (event.container === container ? (pullMs(event) ?? []) : []));
  const [firstMs] = tookMs;
  if (firstMs === undefined) return { ...facts, pull: { nominalMs: 0, earliestMs: 0, latestMs: assumedPullMaxMs } };
  const longestMs = Math.max(...tookMs);
  return {
    ...facts,
    pull: {
      nominalMs: tookMs.reduce((sum, each) => sum + each, 0) / tookMs.length,
      earliestMs: 0,
      latestMs: longestMs * spread + spareMs,
    },
  };
}

/** The next pull can take longer than those that were seen. */
const spread = 2;
const spareMs = 1000;

/** `Successfully pulled image "a" in 2.9s (4s including waiting).`: pulls of other pods come first. */
function pullMs({ reason, message }: ObservedEvent): number | undefined {
  if (reason !== "Pulled") return undefined;
  const [, plain, withWaiting] = /" in (\S{1,40})(?: \((\S{1,40}) including waiting\))?/.exec(message) ?? [];
  const text = withWaiting ?? plain;
  return text === undefined ? undefined : parseDuration(text);
}
