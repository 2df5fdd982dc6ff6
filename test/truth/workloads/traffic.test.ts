import { expect, it } from "vitest";
import { isReady, servesToTheEnd } from "../../../shared/controllers/endpointslice/endpoint.ts";
import type { WorkloadCounts } from "../../../shared/controllers/objects/model.ts";
import { longestGapMs } from "../../../shared/forecast/workload/traffic.ts";
import { playRecording } from "./play.ts";
import { type Recording, readRecordings } from "./recording.ts";

// How long clients of a Service get refused connections, by its recorded endpoint slices and by the engine.

const noReady = (counts: readonly WorkloadCounts[]): readonly WorkloadCounts[] =>
  counts.map((each) => ({ ...each, usableEndpoints: each.endpoints }));

/** What the recorded slices have, from the first ready endpoint on. */
function recordedCounts({ entries }: Recording): readonly WorkloadCounts[] {
  const none = { active: 0, running: 0, ready: 0, available: 0, updated: 0 };
  const counts = entries.flatMap((entry) => {
    if (entry.kind !== "endpointSlice") return [];
    const conditions = Object.values(entry.endpoints);
    const endpoints = conditions.filter(isReady).length;
    const usableEndpoints = endpoints > 0 ? endpoints : conditions.filter(servesToTheEnd).length;
    return [{ ...none, tMs: entry.tMs, endpoints, usableEndpoints }];
  });
  return counts.slice(
    Math.max(
      0,
      counts.findIndex(({ endpoints }) => endpoints > 0),
    ),
  );
}

it.each([
  ["roll-recreate", 16.4, 10.4],
  ["roll-recreate-ignores-sigterm", 25.8, 5.8],
])("%s has no ready endpoint for %ss, and none that serves for %ss", (scenario, ready, usable) => {
  const recording = readRecordings("take-1").find((each) => each.scenario === scenario);
  if (recording === undefined) throw new Error(`${scenario} is not recorded`);
  const recorded = recordedCounts(recording);
  expect(longestGapMs(noReady(recorded), 0) / 1000).toBeCloseTo(ready, 1);
  expect(longestGapMs(recorded, 0) / 1000).toBeCloseTo(usable, 1);
  const { timeline } = playRecording(recording, { seed: 1, meanMs: 0, writtenMs: 0 });
  const from = timeline.counts.findIndex(({ endpoints }) => endpoints > 0);
  const played = timeline.counts.slice(from);
  expect(Math.abs(longestGapMs(noReady(played), 0) / 1000 - ready)).toBeLessThan(0.5);
  expect(Math.abs(longestGapMs(played, 0) / 1000 - usable)).toBeLessThan(0.5);
});
