import { describe, expect, it } from "vitest";
import { overlapOf } from "../../../../shared/controllers/cronjob/overlap.ts";
import { intervalOf, nextStartMs, parseSchedule } from "../../../../shared/controllers/cronjob/schedule.ts";
import { recordedStarts } from "./recorded-starts.data.ts";

const minuteMs = 60_000;

function startsOf(text: string, count: number): readonly number[] {
  const schedule = parseSchedule(text);
  const starts: number[] = [];
  for (let at: number | undefined = Date.UTC(2026, 0, 1); schedule !== undefined && starts.length < count; ) {
    at = nextStartMs(schedule, at);
    if (at === undefined) break;
    starts.push(at);
  }
  return starts;
}

describe("a schedule", () => {
  it.each(Object.entries(recordedStarts))("%s starts when the library of the controller says", (text, recorded) => {
    expect(startsOf(text, 6)).toEqual(recorded);
  });

  it.each(["", "* * * *", "60 * * * *", "5-1 * * * *", "*/0 * * * *", "1/2/3 * * * *", "@never"])(
    "%j is none",
    (text) => expect(parseSchedule(text)).toBeUndefined(),
  );

  it("has a shortest and a longest time between two starts", () => {
    const schedule = parseSchedule("*/25 * * * *");
    const interval = schedule && intervalOf(schedule);
    expect(interval).toEqual({ shortestMs: 10 * minuteMs, longestMs: 25 * minuteMs });
  });
});

describe("a run that meets the next start", () => {
  const interval = { shortestMs: 5 * minuteMs, longestMs: 5 * minuteMs };
  const lasting = (minutes: number) => ({
    nominalMs: minutes * minuteMs,
    earliestMs: minutes * minuteMs,
    latestMs: minutes * minuteMs,
  });
  it.each([
    ["Replace", undefined, 7, { kind: "never-completes" }],
    ["Replace", undefined, undefined, { kind: "never-completes" }],
    ["Forbid", undefined, undefined, { kind: "blocked" }],
    ["Forbid", undefined, 7, { kind: "late" }],
    ["Forbid", 60_000, 7, { kind: "skipped" }],
    ["Forbid", 180_000, 7, { kind: "late" }],
    ["Allow", undefined, 12, { kind: "concurrent", runs: 3 }],
    ["Allow", undefined, undefined, { kind: "concurrent", runs: undefined }],
    ["Replace", undefined, 5, undefined],
  ] as const)("%s, deadline %s, %s minutes", (concurrencyPolicy, startingDeadlineMs, minutes, expected) => {
    const lasts = minutes === undefined ? undefined : lasting(minutes);
    expect(overlapOf({ concurrencyPolicy, startingDeadlineMs }, lasts, interval)).toEqual(expected);
  });

  it("is deleted only where it lasts longer than the longest time between two starts", () => {
    const uneven = { shortestMs: 5 * minuteMs, longestMs: 60 * minuteMs };
    const spec = { concurrencyPolicy: "Replace", startingDeadlineMs: undefined } as const;
    expect(overlapOf(spec, lasting(7), uneven)).toEqual({ kind: "may-be-replaced" });
  });
});
