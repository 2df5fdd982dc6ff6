import { expect, test } from "vitest";
import { usualFrom, usualUpTo } from "../../../shared/basics/usual-numbers.ts";

test.each([
  [1, 1, 1],
  [7, 8, 6],
  [11, 12, 10],
  [37, 40, 36],
  [121, 150, 120],
  [1000, 1000, 1000],
  [1001, 1001, 1000],
  [0, 1, 0],
])("beside %i people write %i and %i", (value, above, below) => {
  expect([usualFrom(value), usualUpTo(value)]).toEqual([above, below]);
});
