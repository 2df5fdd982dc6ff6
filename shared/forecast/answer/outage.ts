import type { Container } from "../../kubernetes/pod.ts";
import { formatOpenTime } from "../../scenario/language/format-time.ts";
import type { Scenario } from "../../scenario/model.ts";
import { writtenScript } from "../../scenario/script.ts";
import { endOfEvent } from "../../scenario/shifted.ts";

/** What an outage does to a container that ends while it lasts. */
export interface OutageEnd {
  /** `while database is away (5m–9m)`. */
  readonly when: string;
  readonly advice: string;
}

/** Undefined if no outage of the scenario ends the container. */
export function endByOutage(scenario: Scenario, container: Container): OutageEnd | undefined {
  const needed = new Set(
    (writtenScript(scenario, container)?.runs ?? []).flatMap(({ end, phasedEnds }) =>
      // Another failure of its own would not be told from those of an outage.
      end === undefined || end.exitCode === 0
        ? phasedEnds.flatMap(({ when, exitCode }) => (when.kind === "away" && exitCode !== 0 ? [when.dependency] : []))
        : [],
    ),
  );
  const [dependency, ...others] = needed;
  const outages = scenario.events.filter((event) => event.kind === "outage" && needed.has(event.dependency));
  if (dependency === undefined || others.length > 0 || outages.length === 0) return undefined;
  const times = outages.map((event) => formatOpenTime({ minMs: event.atMs, maxMs: endOfEvent(event) }));
  return {
    when: `while ${dependency} is away (${times.slice(0, timesMax).join(", ")}${times.length > timesMax ? ", …" : ""})`,
    advice: `Let ${container.name} wait for ${dependency} and try again instead of exiting, or lower the maximum back-off of the node.`,
  };
}

const timesMax = 3;
