import { describe, expect, it } from "vitest";
import { parsePromql } from "../../../../server/prometheus/promql/parse.ts";

const problems: readonly (readonly [expression: string, message: string, offset: number])[] = [
  ["", "the expression is incomplete", 0],
  ["x +", "the expression is incomplete", 3],
  ["foo{", "the expression is incomplete", 4],
  ["increse(x[5m])", "increse is not a function: did you mean increase?", 7],
  ["rate(x)", "argument 1 of rate() must be a range such as x[5m]", 0],
  ["x[5m]", "a range such as [5m] needs a function, for example increase()", 0],
  ["sum(x[5m])", "sum() requires an instant vector", 0],
  ["1 > 2", "comparisons between numbers require bool", 0],
  ["up and 1", "and requires instant vectors on both sides", 0],
  ["{}", "a selector must have a matcher that does not match the empty text", 0],
  [`a{b=~"${"(?:x{1000}){1}".repeat(100)}"}`, "the regular expression is too large", 5],
  ['a{b=~"("}', '"(" is not a regular expression', 5],
  ["sum(a) @ 5", "@ must follow a selector, a range, or a subquery", 0],
  [
    "idelta(a[5m] anchored)",
    "anchored ranges are only allowed for rate(), increase(), delta(), changes(), resets()",
    0,
  ],
  ["rate(a[5m] smoothed)", "smoothed ranges are not supported", 5],
  ["count_values(1, a)", "argument 1 of count_values() must be a string", 0],
  ["histogram_quantile(0.9, x)", "histogram_quantile() is not supported", 0],
  ["a - b offset 5m + histogram_quantile(0.9, x)", "histogram_quantile() is not supported", 18],
  ["a and on(x) group_left b", "group_left and group_right are not allowed for and", 2],
];

describe("what is wrong or not supported", () => {
  it.each(problems)("%s", (expression, message, offset) => {
    expect(parsePromql(expression)).toHaveProperty("problem", { message, offset });
  });

  it("is told of an expression that is too long or too deep, without a crash", () => {
    expect(parsePromql("x".repeat(30_000))).toHaveProperty("problem");
    expect(parsePromql(`${"(".repeat(5000)}x${")".repeat(5000)}`)).toHaveProperty("problem");
    expect(parsePromql(`a${" + b offset 1m".repeat(300)}`)).toHaveProperty("problem");
  });
});

it("an offset is that of the operand before it, and binds it before anything else", () => {
  const offsets = (expression: string): unknown => JSON.stringify(parsePromql(expression)).match(/"offsetMs":\d+/g);
  expect(offsets("a - b offset 5m == c")).toEqual(['"offsetMs":0', '"offsetMs":300000', '"offsetMs":0']);
  const bound = parsePromql("a and b offset 5m == c");
  expect("value" in bound && bound.value.is === "binary" && bound.value.operator).toBe("and");
});

it("a pattern takes no longer for a long text, however it is nested", () => {
  const parsed = parsePromql('a{b=~"(x+x+)+y"}');
  const matches = "value" in parsed && parsed.value.is === "selector" ? parsed.value.matchers[1]?.matches : undefined;
  expect(matches?.("x".repeat(5000))).toBe(false);
});
