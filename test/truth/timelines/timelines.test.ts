import { describe, expect, it } from "vitest";
import { replayed } from "../extent.ts";
import { explain } from "./explain.ts";
import { knownWays } from "./known-ways.ts";
import { inputsOf, recordedOf } from "./play.ts";
import { mixedNames, readRecording, recordingNames } from "./recording.ts";
import { unexplained } from "./unexplained.ts";

// Every fact of the runtime, event and status of a real kubelet's run, in order, each within the interval that the engine can
// reach for it given those before it. `node test/truth/timelines/print.ts` prints the table.
describe("a run of the real kubelet is one of the engine's", () => {
  it("has all recordings", () => expect([recordingNames.length, mixedNames.length]).toEqual([251, 224]));

  it.each(replayed([...recordingNames, ...mixedNames], 8))("%s", (name) => {
    const recording = readRecording(name);
    const problems = recording.runs.flatMap((run, index) => {
      if (unexplained[name]?.includes(index)) return [];
      const { problem } = explain(inputsOf(recording, run), recordedOf(recording, run), knownWays(name, index));
      return problem === undefined ? [] : [`run ${index}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});
