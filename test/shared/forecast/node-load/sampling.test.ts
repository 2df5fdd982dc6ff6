import { describe, expect, it, test } from "vitest";
import { estimateSum, scaleEstimate } from "../../../../shared/forecast/node-load/sampling.ts";

/** Numbers in [0, 1) that are the same every time. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("the sum over a population of which a part was measured", () => {
  test.each<readonly [string, readonly (readonly number[])[], readonly number[], { sum: number; error: number }]>([
    ["all of it", [[1, 2, 3]], [3], { sum: 6, error: 0 }],
    ["one of many that are equal", [[7]], [100], { sum: 700, error: 0 }],
    // The variance of 2, 4 is 2: 10 · (10 − 2) · 2 / 2 = 80.
    ["two of ten", [[2, 4]], [10], { sum: 30, error: Math.sqrt(80) }],
    ["two groups", [[2, 4], [5]], [10, 1], { sum: 35, error: Math.sqrt(80) }],
    ["nothing", [], [], { sum: 0, error: 0 }],
  ])("%s", (_, measured, sizes, { sum, error }) => {
    const { value, standardError } = estimateSum(
      measured.map((numbers, group) => ({ numbers, size: sizes[group] ?? 0 })),
    );
    expect({ value, standardError }).toEqual({ value: sum, standardError: error });
  });

  test.each([
    [3, 400],
    [4, 400],
    [10, 50],
    [30, 1000],
  ])("95 of 100 intervals from %i of %i hold it", (sampled, size) => {
    const random = randomNumbers(sampled);
    const tries = 2000;
    let held = 0;
    for (let round = 0; round < tries; round += 1) {
      const population = Array.from({ length: size }, () => random() + random() + random());
      const total = population.reduce((sum, number) => sum + number, 0);
      const { low, high } = estimateSum([{ size, numbers: population.slice(0, sampled) }]);
      if (low <= total && total <= high) held += 1;
    }
    expect(held / tries).toBeGreaterThan(0.935);
    expect(held / tries).toBeLessThan(0.965);
  });

  it("is never below nothing", () => {
    expect(estimateSum([{ size: 100, numbers: [0, 0, 9] }]).low).toBe(0);
  });

  it("scales with its error", () => {
    expect(scaleEstimate({ value: 10, standardError: 1, low: 8, high: 12 }, 0.5)).toEqual({
      value: 5,
      standardError: 0.5,
      low: 4,
      high: 6,
    });
  });
});
