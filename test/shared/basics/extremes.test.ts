import { expect, it } from "vitest";
import { greatest, least } from "../../../shared/basics/extremes.ts";

it("finds the extremes of more numbers than a call takes arguments", () => {
  const many = Array.from({ length: 1_000_000 }, (_, index) => (index * 7919) % 1_000_003);
  expect([least(many), greatest(many)]).toEqual([0, 1_000_002]);
  expect([least([]), greatest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});
