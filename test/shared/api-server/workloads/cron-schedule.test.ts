import { describe, expect, test } from "vitest";
import { scheduleProblems } from "../../../../shared/api-server/workloads/cron-schedule.ts";

test.each([
  "0 3 * * *",
  "30 14 * * *",
  "*/15 * * * *",
  "5/20 * * * *",
  "  +45 * * * * ",
  "*-5/15 * * * *",
  "0 9-17/4 * * mon-FRI",
  "0,31,59 14 * * *",
  "0 0 1 jan *",
  "0 0 29 2 *",
  "0 0 31 * ?",
  "0 0 1 * mon",
  "0 0 */10 * 0",
  "0 0 * * 0",
  "0 0 */1 * 0",
  "@hourly",
  "@daily",
  "@weekly",
  "@monthly",
  "@yearly",
  "@every 1h30m",
  "@every 90s",
  "0 0 30 2 *",
])("%s is a schedule", (schedule) => {
  expect(scheduleProblems(schedule)).toEqual([]);
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
    const problems = scheduleProblems(schedule);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test("each field that is wrong is told", () => {
    expect(scheduleProblems("60 24 * * *")).toHaveLength(2);
  });
});
