import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, formatGoDuration } from "../../../shared/basics/durations.ts";
import { durationError, parseDuration } from "../../../shared/basics/read-duration.ts";

describe("parseDuration reads what Go reads", () => {
  test.each([
    ["90s", 90_000],
    ["1m30s", 90_000],
    ["1h30m", 5_400_000],
    ["500ms", 500],
    ["0", 0],
    ["+0", 0],
    ["0s", 0],
    ["1.5s", 1_500],
    [".5s", 500],
    ["1.s", 1_000],
    ["0.3s", 300],
    ["1.1s", 1_100],
    ["0.9999s", 999.9],
    ["300.0009s", 300_000.9],
    ["1us", 0.001],
    ["1\u00b5s", 0.001],
    ["1\u03bcs", 0.001],
    ["1ns", 0.000001],
    ["0.4ns", 0],
    ["-1.5h", -5_400_000],
    ["1s1s", 2_000],
    ["2540400h", 2_540_400 * 3_600_000],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    "",
    " ",
    "60",
    "1d",
    "1:00",
    "s",
    ".s",
    "-",
    "+-1s",
    "1 s",
    " 1s",
    "1s ",
    "1S",
    "5 min",
    "1.2.3s",
    "1e3s",
    "0x1s",
    "00",
    "1constructor",
    "2562048h",
    `${"9".repeat(400)}s`,
  ])("%j is refused", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test("a megabyte of text is read, too", () => {
    expect(parseDuration("1".repeat(1_000_000))).toBeUndefined();
    expect(parseDuration("1s".repeat(100_000))).toBe(100_000_000);
  });
});

test.each([
  ["", 'time: invalid duration ""'],
  ["60", 'time: missing unit in duration "60"'],
  ["1m30", 'time: missing unit in duration "1m30"'],
  ["1d", 'time: unknown unit "d" in duration "1d"'],
  ["1:00", 'time: unknown unit ":" in duration "1:00"'],
  ["10 s", 'time: unknown unit " s" in duration "10 s"'],
  [" 10s", 'time: invalid duration " 10s"'],
  ["PT1M", 'time: invalid duration "PT1M"'],
  ["-", 'time: invalid duration "-"'],
  ["10000000h", 'time: invalid duration "10000000h"'],
  ["\u00e9", String.raw`time: invalid duration "\xc3\xa9"`],
  ["5\u039cS", String.raw`time: unknown unit "\xce\x9cS" in duration "5\xce\x9cS"`],
  ['1"\n', String.raw`time: unknown unit "\"\x0a" in duration "1\"\x0a"`],
  ["10s", undefined],
])("of %j Go says %s", (text, error) => {
  expect(durationError(text)).toBe(error);
});

describe("the two forms of writing", () => {
  test.each([
    // ms, for people, as Go prints
    [0, "0s", "0s"],
    [0.000001, "0.000001ms", "1ns"],
    [0.0015, "0.0015ms", "1.5\u00b5s"],
    [1.5, "1.5ms", "1.5ms"],
    [300, "300ms", "300ms"],
    [999.9, "999.9ms", "999.9ms"],
    [1_000, "1s", "1s"],
    [1_500, "1.5s", "1.5s"],
    [10_000, "10s", "10s"],
    [59_999, "59.999s", "59.999s"],
    [59_999.9999999, "1m", "1m0s"],
    [60_000, "1m", "1m0s"],
    [60_000.000001, "1m0.000000001s", "1m0.000000001s"],
    [80_000, "1m20s", "1m20s"],
    [290_000, "4m50s", "4m50s"],
    [300_000, "5m", "5m0s"],
    [3_600_000, "1h", "1h0m0s"],
    [3_605_000, "1h5s", "1h0m5s"],
    [3_900_000, "1h5m", "1h5m0s"],
    [86_400_000, "24h", "24h0m0s"],
    [-1_500, "-1.5s", "-1.5s"],
  ])("%d ms", (ms, forPeople, asGo) => {
    expect([formatDuration(ms), formatGoDuration(ms)]).toEqual([forPeople, asGo]);
  });

  test("both are read back to the same time", () => {
    const wholeMs = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(wholeMs, (ms) => {
        expect(parseDuration(formatGoDuration(ms))).toBe(ms);
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  test("microseconds survive, too", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (microseconds) => {
        expect(parseDuration(formatGoDuration(microseconds / 1e3))).toBe(microseconds / 1e3);
      }),
    );
  });
});
