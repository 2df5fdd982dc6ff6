import { describe, expect, it } from "vitest";
import { isWhole, replayed } from "../../extent.ts";
import { explain } from "./explain.ts";
import { knownWays } from "./known-ways.ts";
import { inputsOf, recordedOf } from "./play.ts";
import { rangeFigures } from "./range-figures.ts";
import { hasImages, isHeld, type RecordedRange, rangesOf, relativeWidth } from "./ranges.ts";
import { mixedNames, readRecording, recordingNames } from "./recording.ts";
import { unexplained } from "./unexplained.ts";

// Every fact of the runtime, event and status of a real kubelet's run, in order, each within the interval that the engine can
// reach for it given those before it. `node test/truth/timelines/print.ts` prints the table.
describe("a run of the real kubelet is one of the engine's", () => {
  const ranges: RecordedRange[] = [];

  it("has all recordings", () => expect([recordingNames.length, mixedNames.length]).toEqual([251, 224]));

  it.each(replayed([...recordingNames, ...mixedNames], 8))("%s", (name) => {
    const recording = readRecording(name);
    const problems = recording.runs.flatMap((run, index) => {
      if (unexplained[name]?.includes(index)) return [];
      const recorded = recordedOf(recording, run);
      const { problem, entries } = explain(inputsOf(recording, run), recorded, knownWays(name, index));
      if (hasImages(run)) ranges.push(...rangesOf(run, recorded.shiftMs, entries));
      return problem === undefined ? [] : [`run ${index}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  // Each range counts from the start or end that the moment follows from: bounds of which nothing was drawn.
  it("whose ranges hold its starts and ends, and are narrow where images are on the node", () => {
    const held = ranges.filter(isHeld).length;
    const widths = ranges.map(relativeWidth).sort((one, other) => one - other);
    const median = widths[Math.floor(widths.length / 2)] ?? Number.POSITIVE_INFINITY;
    expect(held / ranges.length).toBeGreaterThanOrEqual(0.999);
    expect(median).toBeLessThanOrEqual(0.09);
    if (!isWhole) return;
    const medianPercent = Math.round(median * 1000) / 10;
    expect({ moments: ranges.length, held, medianPercent }).toEqual(rangeFigures);
  });
});
