import fc from "fast-check";
import { expect, it } from "vitest";
import { thresholdBelow } from "../../../../shared/forecast/tolerance/search.ts";

it("finds the first step that does harm, and looks at few", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.nat(10_000),
      fc.constantFrom(100, 1000),
      (harm, more, step) => {
        let looked = 0;
        const found = thresholdBelow(harm + more * step, step, (length) => {
          looked += 1;
          return length >= harm;
        });
        const hurtsMs = Math.ceil(harm / step) * step;
        expect(found).toEqual({ survivesMs: hurtsMs - step, hurtsMs });
        expect(looked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2((harm + more * step) / step + 1)) + 2);
      },
    ),
  );
});

it("ends where each length does harm, and where the known one is the first", () => {
  expect(thresholdBelow(30_000, 1000, () => true)).toEqual({ survivesMs: 0, hurtsMs: 1000 });
  expect(thresholdBelow(30_000, 1000, () => false)).toEqual({ survivesMs: 30_000, hurtsMs: 31_000 });
  expect(thresholdBelow(0, 1000, () => true)).toEqual({ survivesMs: 0, hurtsMs: 1000 });
});
