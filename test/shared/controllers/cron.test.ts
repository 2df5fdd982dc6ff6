import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatWallTime, parseWallTime, wallFields } from "../../../shared/basics/wall-time.ts";
import { planCronJob, plannedMax, readCronJob } from "../../../shared/controllers/cron.ts";
import { nextFiring, parseSchedule } from "../../../shared/kubernetes/cron-schedule.ts";

const minute = 60_000;

function wall(text: string): number {
  const wallMs = parseWallTime(text);
  if (wallMs === undefined) throw new Error(`no time: ${text}`);
  return wallMs;
}

function firings(schedule: string, from: string, count: number): readonly string[] {
  const { value, problems } = parseSchedule(schedule);
  if (value === undefined) throw new Error(problems.join(" "));
  const times: string[] = [];
  for (let lastMs: number | undefined = wall(from); times.length < count; ) {
    lastMs = nextFiring(value, lastMs);
    if (lastMs === undefined) return [...times, "never"];
    times.push(formatWallTime(lastMs));
  }
  return times;
}

describe("the next times, after Saturday 2026-11-21 14:30", () => {
  test.each([
    ["0 3 * * *", "2026-11-22 03:00", "2026-11-23 03:00"],
    ["30 14 * * *", "2026-11-22 14:30", "2026-11-23 14:30"],
    ["*/15 * * * *", "2026-11-21 14:45", "2026-11-21 15:00"],
    ["5/20 * * * *", "2026-11-21 14:45", "2026-11-21 15:05"],
    ["  +45 * * * * ", "2026-11-21 14:45", "2026-11-21 15:45"],
    // What follows a star and a dash counts for nothing.
    ["*-5/15 * * * *", "2026-11-21 14:45", "2026-11-21 15:00"],
    ["0 9-17/4 * * mon-FRI", "2026-11-23 09:00", "2026-11-23 13:00"],
    ["0,31,59 14 * * *", "2026-11-21 14:31", "2026-11-21 14:59"],
    ["0 0 1 jan *", "2027-01-01 00:00", "2028-01-01 00:00"],
    ["0 0 29 2 *", "2028-02-29 00:00", "2032-02-29 00:00"],
    ["0 0 31 * ?", "2026-12-31 00:00", "2027-01-31 00:00"],
    // Neither field is `*`: either is enough.
    ["0 0 1 * mon", "2026-11-23 00:00", "2026-11-30 00:00"],
    ["0 0 */10 * 0", "2026-11-22 00:00", "2026-11-29 00:00"],
    // With a plain `*` both must hold.
    ["0 0 * * 0", "2026-11-22 00:00", "2026-11-29 00:00"],
    ["0 0 */1 * 0", "2026-11-22 00:00", "2026-11-29 00:00"],
    ["@hourly", "2026-11-21 15:00", "2026-11-21 16:00"],
    ["@daily", "2026-11-22 00:00", "2026-11-23 00:00"],
    ["@weekly", "2026-11-22 00:00", "2026-11-29 00:00"],
    ["@monthly", "2026-12-01 00:00", "2027-01-01 00:00"],
    ["@yearly", "2027-01-01 00:00", "2028-01-01 00:00"],
    ["@every 1h30m", "2026-11-21 16:00", "2026-11-21 17:30"],
    ["@every 90s", "2026-11-21 14:31:30", "2026-11-21 14:33"],
  ])("%s", (schedule, first, second) => {
    expect(firings(schedule, "2026-11-21T14:30", 2)).toEqual([first, second]);
  });

  test("a day that no year has never comes", () => {
    expect(firings("0 0 30 2 *", "2026-11-21T14:30", 1)).toEqual(["never"]);
  });
});

describe("a schedule that cannot be read", () => {
  test.each([
    ["", "has five fields (minute, hour, day of month, month, day of week), but this one has 0"],
    ["0 3 * *", "this one has 4"],
    ["0 0 3 * * *", "this one has 6"],
    ["@daily ", "@daily  is not a schedule."],
    [" @daily", "A schedule has five fields"],
    ["60 * * * *", '"60" is not a valid minute: it goes from 0 to 59.'],
    ["* 24 * * *", '"24" is not a valid hour: it goes from 0 to 23.'],
    ["* * 0 * *", '"0" is not a valid day of the month: it goes from 1 to 31.'],
    ["* * * 13 *", '"13" is not a valid month: it goes from 1 to 12.'],
    ["* * * * 7", '"7" is not a valid day of the week: it goes from 0 to 6.'],
    ["* * * * funday", '"funday" is not a valid day of the week: write 0 to 6 or sun to sat, ranges as 1-5'],
    ["5-1 * * * *", '"5-1" is not a valid minute: the range ends before it begins.'],
    ["*/0 * * * *", '"*/0" is not a valid minute: a step is at least 1.'],
    ["1-2-3 * * * *", '"1-2-3" is not a valid minute: write'],
    ["*/2/3 * * * *", '"*/2/3" is not a valid minute: write'],
    ["-5 * * * *", '"-5" is not a valid minute: write'],
    ["@noon", "@noon is not a schedule. Use five fields, @yearly"],
    ["@every never", "@every never is not a schedule"],
    ["TZ=Europe/Berlin 0 3 * * *", "Set the field timeZone instead"],
    ["CRON_TZ=UTC 0 3 * * *", "Set the field timeZone instead"],
  ])("%s", (schedule, problem) => {
    const { value, problems } = parseSchedule(schedule);
    expect(value).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test("each field that is wrong is told", () => {
    expect(parseSchedule("60 24 * * *").problems).toHaveLength(2);
  });
});

/** `14:00 14:00–14:25 completes`: scheduled, started and ended, what became of it. */
function plan(fields: object, count: number, durationMs: number | undefined): readonly string[] {
  const { cronJob, problems } = readCronJob({ schedule: "*/10 * * * *", ...fields });
  expect(problems).toEqual([]);
  const clock = (wallMs: number | undefined): string => (wallMs === undefined ? "-" : formatWallTime(wallMs).slice(11));
  return planCronJob({ cronJob, fromMs: wall("2026-11-21T13:59"), count, durationMs }).map(
    ({ scheduledMs, startedMs, endedMs, outcome, text }) =>
      `${clock(scheduledMs)} ${clock(startedMs)}–${clock(endedMs)} ${outcome}: ${text}`,
  );
}

describe("runs that overlap: every 10 minutes, each takes 25", () => {
  test("Allow: side by side", () => {
    expect(plan({}, 4, 25 * minute)).toEqual([
      "14:00 14:00–14:25 completes: starts on time",
      "14:10 14:10–14:35 completes: starts on time, beside 1 that is still going",
      "14:20 14:20–14:45 completes: starts on time, beside 2 that are still going",
      "14:30 14:30–14:55 completes: starts on time, beside 2 that are still going",
    ]);
  });

  test("Forbid: the latest that was missed starts when the run before it ends", () => {
    expect(plan({ concurrencyPolicy: "Forbid" }, 6, 25 * minute)).toEqual([
      "14:00 14:00–14:25 completes: starts on time",
      "14:10 -–- skipped: skipped: the run before it is still going",
      "14:20 14:25–14:50 completes: starts 5m late, when the run before it ends",
      "14:30 -–- skipped: skipped: the run before it is still going",
      "14:40 -–- skipped: skipped: the run before it is still going",
      "14:50 14:50–15:15 completes: starts on time",
    ]);
  });

  test("Forbid with a deadline: too late is not at all", () => {
    expect(plan({ concurrencyPolicy: "Forbid", startingDeadlineSeconds: 60 }, 4, 25 * minute)).toEqual([
      "14:00 14:00–14:25 completes: starts on time",
      "14:10 -–- skipped: skipped: the run before it is still going",
      "14:20 -–- skipped: skipped: it would start 5m late, and startingDeadlineSeconds is 60",
      "14:30 14:30–14:55 completes: starts on time",
    ]);
  });

  test("Replace: each ends the one before it", () => {
    expect(plan({ concurrencyPolicy: "Replace" }, 3, 25 * minute)).toEqual([
      "14:00 14:00–14:10 replaced: stopped after 10m, when the next one starts",
      "14:10 14:10–14:20 replaced: stopped after 10m, when the next one starts",
      "14:20 14:20–14:30 replaced: stopped after 10m, when the next one starts",
    ]);
  });

  test("what follows a list decides about its last line", () => {
    expect(plan({ concurrencyPolicy: "Forbid" }, 2, 25 * minute)[1]).toContain("14:10 -–- skipped");
    expect(plan({ concurrencyPolicy: "Replace" }, 2, 9 * minute)[1]).toBe(
      "14:10 14:10–14:19 completes: starts on time",
    );
  });

  test("runs that do not end", () => {
    expect(plan({ concurrencyPolicy: "Forbid" }, 3, undefined)).toEqual([
      "14:00 14:00–- unfinished: starts on time",
      "14:10 -–- skipped: skipped: the run before it does not end",
      "14:20 -–- skipped: skipped: the run before it does not end",
    ]);
    expect(plan({}, 2, undefined)[1]).toBe("14:10 14:10–- unfinished: starts on time, beside 1 that is still going");
  });

  test("suspended: none", () => {
    expect(plan({ suspend: true }, 3, minute)).toEqual([]);
  });
});

describe("a CronJob as written", () => {
  test.each([
    [{ schedule: "0 3 * * *" }, []],
    [undefined, ["A schedule has five fields"]],
    [{ schedule: 5 }, ["A schedule has five fields"]],
    [{ schedule: "@daily", concurrencyPolicy: "Sometimes" }, ["concurrencyPolicy Sometimes is unknown: write Allow"]],
    [{ schedule: "@daily", startingDeadlineSeconds: -1 }, ["startingDeadlineSeconds cannot be negative."]],
  ])("%j", (spec, expected) => {
    const { cronJob, problems } = readCronJob(spec);
    expect(cronJob.concurrencyPolicy).toBe("Allow");
    expect(problems).toHaveLength(expected.length);
    for (const [index, problem] of problems.entries()) expect(problem).toContain(expected[index]);
  });

  test("a plan is bounded", () => {
    const { cronJob } = readCronJob({ schedule: "* * * * *" });
    expect(planCronJob({ cronJob, fromMs: 0, count: 1e9, durationMs: 1 })).toHaveLength(plannedMax);
  });

  test("any text is read, and what is read fires on times that its fields hold", () => {
    const part = fc.constantFrom("*", "?", "1", "*/7", "2-5", "0", "31", "mon", "1,3", "5-", "x", ",");
    const texts = fc.oneof(
      fc.string(),
      fc.array(part, { minLength: 4, maxLength: 6 }).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 4e12 }), (text, fromMs) => {
        const { value, problems } = parseSchedule(text);
        expect(value === undefined).toBe(problems.length > 0);
        const nextMs = value && nextFiring(value, fromMs);
        if (nextMs !== undefined) expect(nextMs).toBeGreaterThan(fromMs);
      }),
    );
  });
});

test.each([
  ["1970-01-01T00:00", 0, 4],
  ["2026-11-21T14:30", 1_795_271_400_000, 6],
  ["2000-02-29T23:59", 951_868_740_000, 2],
  ["2100-03-01T00:00", 4_107_542_400_000, 1],
  ["1969-12-31T12:00", -43_200_000, 3],
])("the time %s on the wall", (text, wallMs, weekday) => {
  expect(parseWallTime(text)).toBe(wallMs);
  expect(formatWallTime(wallMs)).toBe(text.replace("T", " "));
  expect(wallFields(wallMs).weekday).toBe(weekday);
});

test.each(["", "2026-13-01T00:00", "2026-02-29T00:00", "2026-01-01T24:00", "2026-01-01", "now"])(
  "%j is no time",
  (text) => {
    expect(parseWallTime(text)).toBeUndefined();
  },
);
