import { expect, test } from "vitest";
import { isWholeQuantity, parseQuantity, quantityError } from "../../../shared/basics/quantities.ts";

test.each([
  ["0", 0],
  ["100Mi", 104_857_600],
  ["1.5Gi", 1_610_612_736],
  ["500m", 0.5],
  ["1e3", 1_000],
  ["1E3", 1_000],
  ["2E", 2e18],
  ["-1", -1],
  ["+1k", 1_000],
  [".5", 0.5],
])("%s is %d", (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});

test.each(["", " ", "x", "10MB ", "1 Gi", "50%", "--1", "Infinity", "1,5"])("%j is none", (text) => {
  expect(parseQuantity(text)).toBeUndefined();
  expect(quantityError(text)).toContain("quantities must match the regular expression");
});

test("a suffix that does not exist, and two points", () => {
  expect(quantityError("1KB")).toContain("quantities must match");
  expect(quantityError("1Kii")).toBe("unable to parse quantity's suffix");
  expect(quantityError("1.2.3")).toContain("quantities must match");
  expect(quantityError(".")).toBe("unable to parse numeric part of quantity");
});

test.each([
  ["10Mi", true],
  ["-1", true],
  ["1.0", false],
  ["1.5Gi", false],
  ["1000m", false],
  ["99999999999999999999", false],
])("%s is whole: %s", (text, whole) => {
  expect(isWholeQuantity(text)).toBe(whole);
});
