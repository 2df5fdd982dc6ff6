import { describe, expect, it } from "vitest";
import { differences } from "./compare.ts";
import { readRecordings } from "./recording.ts";

describe.each(["take-1", "take-2", "own-1", "own-2", "own-3"] as const)("%s", (file) => {
  const all = readRecordings(file).map((recording) => [recording.scenario, recording] as const);
  it.each(all)("%s", (_name, recording) => {
    expect(differences(recording)).toEqual([]);
  });
});
