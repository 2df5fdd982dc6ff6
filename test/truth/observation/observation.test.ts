import { describe, expect, it } from "vitest";
import { expectGolden } from "../../golden.ts";
import { allWaits, figuresOf, isInside, isStartRight, knowledges, recordedPods, report } from "./figures.ts";

const pods = recordedPods();

describe.each(knowledges)("waits in recorded statuses, known: %s", (knowledge) => {
  const waits = allWaits(pods, knowledge).filter(({ isDisturbed }) => !isDisturbed);

  it("the window opens within 1.5 s of the real end of the back-off, wherever one delay is left", () => {
    const sure = waits.filter(({ delaysMs, realEarliestMs }) => delaysMs.length === 1 && realEarliestMs !== undefined);
    expect(sure.length).toBeGreaterThan(2400);
    expect(sure.filter((wait) => !isStartRight(wait))).toEqual([]);
  });

  it("every restart falls inside, and none is overdue", () => {
    const restarted = waits.filter(({ startedMs }) => startedMs !== undefined);
    expect(restarted.length).toBeGreaterThan(2500);
    expect(restarted.filter((wait) => !isInside(wait))).toEqual([]);
    expect(figuresOf(waits).overdue).toBe(0);
  });
});

it("the figures, and what is not as it was said", () => {
  expectGolden("observation/figures", report(pods).join("\n"));
});
