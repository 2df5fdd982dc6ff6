import { expect, test } from "vitest";
import { formatWallTime, parseWallTime } from "../../../shared/basics/wall-time.ts";

test.each([
  ["1970-01-01T00:00", 0],
  ["2026-11-21T14:30", 1_795_271_400_000],
  ["2000-02-29T23:59", 951_868_740_000],
  ["2100-03-01T00:00", 4_107_542_400_000],
  ["1969-12-31T12:00", -43_200_000],
])("the time %s", (text, wallMs) => {
  expect(parseWallTime(text)).toBe(wallMs);
  expect(formatWallTime(wallMs)).toBe(text.replace("T", " "));
});

test.each(["", "2026-13-01T00:00", "2026-02-29T00:00", "2026-01-01T24:00", "2026-01-01", "now"])(
  "%j is no time",
  (text) => {
    expect(parseWallTime(text)).toBeUndefined();
  },
);
