import { describe, expect, it } from "vitest";
import { explain } from "./explain.ts";
import { knownWays } from "./known-ways.ts";
import { inputOf, recordedOf } from "./play.ts";
import { readRecording, recordingNames } from "./recording.ts";

/** Runs for which the search finds no path of the engine, and why: ARCHITECTURE.md, "Where we differ". */
const unexplained: Readonly<Record<string, readonly number[]>> = {
  "crash-300ms@default-v1.34": [2],
  "crash-loop-seen-early@default-v1.34": [1],
  "sidecar-crash-loop-beside-main@default-v1.34": [2],
  "two-containers-own-backoff@default": [3],
  "two-containers-own-backoff@default-v1.34": [0, 1],
};

// Every fact of the runtime, event and status of a real kubelet's run, in order, each within the interval that the engine can
// reach for it given those before it. `node test/truth/timelines/print.ts` prints the table.
describe("a run of the real kubelet is one of the engine's", () => {
  it("has all recordings", () => expect(recordingNames.length).toBe(216));

  it.each(recordingNames)("%s", (name) => {
    const recording = readRecording(name);
    const problems = recording.runs.flatMap((run, index) => {
      if (unexplained[name]?.includes(index)) return [];
      const { problem } = explain(inputOf(recording, run), recordedOf(recording, run), knownWays(name, index));
      return problem === undefined ? [] : [`run ${index}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});
