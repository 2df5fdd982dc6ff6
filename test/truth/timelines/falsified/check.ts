import { expect, it } from "vitest";
import { explain } from "../explain.ts";
import { knownWays } from "../known-ways.ts";
import { inputsOf, recordedOf } from "../play.ts";
import { readRecording } from "../recording.ts";
import type { Perturbation } from "./perturb.ts";

/** A replay that would explain anything proves nothing: a recording in which one thing is changed is explained no more. */
export function isExplainedOnlyUnchanged(perturbations: Readonly<Record<string, Perturbation>>): void {
  const name = "liveness-own-grace@default";
  const recording = readRecording(name);
  const [run] = recording.runs;
  if (run === undefined) throw new Error("no run");

  it("is explained as it is", () => {
    expect(explain(inputsOf(recording, run), recordedOf(recording, run), knownWays(name, 0)).problem).toBeUndefined();
  });

  it.each(Object.entries(perturbations))("%s", (_, perturb) => {
    const changed = perturb(run);
    expect(changed).not.toEqual(run);
    const { problem } = explain(inputsOf(recording, changed), recordedOf(recording, changed));
    expect(problem).toBeDefined();
  });
}
