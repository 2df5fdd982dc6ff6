import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { clockChangeOf } from "../../../../shared/controllers/cronjob/clock-change.ts";
import { parseSchedule } from "../../../../shared/controllers/cronjob/schedule.ts";

// Zone, schedule, whether cron v3.0.1 skips a day of 2026 or 2027, and whether it starts twice on one: what SpecSchedule.Next gives, again and again.
const rowSchema = z.tuple([z.string(), z.string(), z.boolean(), z.boolean()]);
const recorded = z
  .array(rowSchema)
  .parse(JSON.parse(readFileSync(new URL("clock-changes.json", import.meta.url), "utf8")));

function changeOf(text: string, zone: string) {
  const schedule = parseSchedule(text);
  return schedule && clockChangeOf(schedule, zone);
}

/** On a day without midnight, the cron library of Kubernetes also loses the start that a weekday asks for. We do not model that, and so say nothing. */
const lost = "Asia/Beirut, 30 2 * * 0";

describe("what changes of the clock do to the one start of a day", () => {
  it.each(recorded)("%s, %s", (zone, text, isSkipped, isDoubled) => {
    if (`${zone}, ${text}` === lost) return expect(changeOf(text, zone)).toBeUndefined();
    return expect(changeOf(text, zone) ?? { isSkipped: false, isDoubled: false }).toEqual({ isSkipped, isDoubled });
  });

  it("is not said of more starts than one, nor of what is no zone", () => {
    for (const text of ["30 * * * *", "*/5 2 * * *", "30 2,3 * * *", "@every 24h"])
      expect(changeOf(text, "Europe/Berlin")).toBeUndefined();
    for (const zone of ["", "Nowhere/Land", "a\u0000b", "x".repeat(10_000)])
      expect(changeOf("30 2 * * *", zone)).toBeUndefined();
  });
});
