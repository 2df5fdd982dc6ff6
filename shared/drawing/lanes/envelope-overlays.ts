import type { EnvelopeEntry } from "../../forecast/runs/envelope.ts";
import type { EntryKind } from "../../simulation/timeline/timeline.ts";
import type { EventSpread, LaneOverlay } from "./model.ts";

/** What is drawn of many runs, and how it is described. */
const drawn: Partial<Record<EntryKind, readonly [kind: EventSpread["kind"], what: string]>> = {
  "container-started": ["start", "start"],
  "container-exited": ["exit", "exit"],
  "container-stopping": ["kill", "SIGTERM"],
  "container-killed": ["kill", "SIGKILL"],
};

/** The spreads of starts, exits and kills over many runs, for each container's lane. */
export function envelopeOverlays(envelope: readonly EnvelopeEntry[]): ReadonlyMap<string, LaneOverlay> {
  const spreads = new Map<string, EventSpread[]>();
  for (const entry of envelope) {
    const [kind, what] = drawn[entry.kind] ?? [];
    if (kind === undefined || entry.container === undefined) continue;
    const { minMs, p50Ms, maxMs, share, run } = entry;
    const label = `${what} of run ${run ?? 1}`;
    const lane = `container:${entry.container}`;
    spreads.set(lane, [...(spreads.get(lane) ?? []), { kind, minMs, medianMs: p50Ms, maxMs, share, label }]);
  }
  return new Map([...spreads].map(([lane, own]) => [lane, { ghosts: [], spreads: own }]));
}
