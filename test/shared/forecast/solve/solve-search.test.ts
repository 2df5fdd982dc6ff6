import fc from "fast-check";
import { expect, it } from "vitest";
import { largestWithin, smallestReaching } from "../../../../shared/forecast/solve/solve-search.ts";

const scale = { from: 3, min: 1, max: 1000 };

it.each<[name: string, measure: (value: number) => number | undefined, reach: number, expected: number | undefined]>([
  ["a line", (value) => (value - 1) * 10, 180, 19],
  ["a line that reaches at once", (value) => value, 0, 1],
  ["a line that never reaches", (value) => value, 1001, undefined],
  ["a line that reaches at the end", (value) => value, 1000, 1000],
  ["steps", (value) => Math.floor(value / 50), 7, 350],
  ["one step", (value) => (value < 700 ? 0 : 1), 1, 700],
  ["nothing below 5", (value) => (value < 5 ? undefined : value), 4, 5],
  ["infinity beyond 40", (value) => (value > 40 ? Number.POSITIVE_INFINITY : 0), 3600, 41],
])("the smallest number of %s", (_, measure, reach, expected) => {
  expect(smallestReaching(measure, reach, scale)).toBe(expected);
});

it.each<[limit: number, expected: number | undefined]>([
  [0, undefined],
  [10, 1],
  [25, 2],
  [100_000, 1000],
])("the largest number within %i", (limit, expected) => {
  expect(largestWithin((value) => value * 10, limit, scale)).toBe(expected);
});

it("a line takes few looks, and anything that rises takes no more than twenty", () => {
  let looks = 0;
  const counted = (measure: (value: number) => number) => (value: number) => {
    looks += 1;
    return measure(value);
  };
  smallestReaching(
    counted((value) => 7 * value),
    5000,
    scale,
  );
  expect(looks).toBeLessThanOrEqual(5);
  const steps = fc.array(fc.nat(100), { minLength: 1000, maxLength: 1000 });
  fc.assert(
    fc.property(steps, fc.nat(60_000), fc.integer({ min: 1, max: 1000 }), (rises, reach, from) => {
      const heights: number[] = [];
      for (const rise of rises) heights.push((heights.at(-1) ?? 0) + rise);
      const heightAt = (value: number) => heights[value - 1] ?? Number.NaN;
      looks = 0;
      const found = smallestReaching(counted(heightAt), reach, { ...scale, from });
      const index = heights.findIndex((height) => height >= reach);
      expect(found).toBe(index === -1 ? undefined : index + 1);
      expect(looks).toBeLessThanOrEqual(20);
    }),
  );
});
