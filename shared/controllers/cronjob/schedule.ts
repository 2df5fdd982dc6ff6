import { spaceSeparated, trimSpace } from "../../basics/go-text.ts";
import { parseDuration } from "../../basics/read-duration.ts";

// Models github.com/robfig/cron/v3 ParseStandard and SpecSchedule.Next (v3.0.1). Times are of a clock without daylight saving time.

/** When a CronJob starts: at fixed distances, or wherever its fields match. */
export type CronSchedule =
  | { readonly kind: "every"; readonly everyMs: number }
  | {
      readonly kind: "fields";
      readonly minutes: readonly number[];
      readonly hours: readonly number[];
      readonly days: ReadonlySet<number>;
      readonly months: ReadonlySet<number>;
      readonly weekdays: ReadonlySet<number>;
      /** Neither the day of the month nor that of the week is `*`: one of them is enough. */
      readonly isEitherDay: boolean;
    };

const words: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};
const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const dayNames = "sun mon tue wed thu fri sat".split(" ");
const secondMs = 1000;

/** Undefined if the API server rejects it. */
export function parseSchedule(text: string): CronSchedule | undefined {
  if (text.startsWith("@every ")) {
    const ms = parseDuration(text.slice("@every ".length));
    return ms === undefined ? undefined : { kind: "every", everyMs: Math.max(1, Math.floor(ms / secondMs)) * secondMs };
  }
  const parts = spaceSeparated(trimSpace(words[text] ?? text));
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = parts;
  const minutes = readField(minute, [0, 59]);
  const hours = readField(hour, [0, 23]);
  const days = readField(day, [1, 31]);
  const months = readField(month, [1, 12], monthNames);
  const weekdays = readField(weekday, [0, 6], dayNames);
  const isWrong = parts.length !== 5 || [minutes, hours, days, months, weekdays].includes(undefined);
  if (isWrong || !minutes || !hours || !days || !months || !weekdays) return undefined;
  return {
    kind: "fields",
    ...{ minutes: minutes.values, hours: hours.values },
    ...{ days: new Set(days.values), months: new Set(months.values), weekdays: new Set(weekdays.values) },
    isEitherDay: !days.isStar && !weekdays.isStar,
  };
}

interface ReadField {
  readonly values: readonly number[];
  readonly isStar: boolean;
}

function readField(
  text: string,
  bounds: readonly [number, number],
  names: readonly string[] = [],
): ReadField | undefined {
  const all = new Set<number>();
  let isStar = false;
  for (const part of text.split(",").filter((each) => each !== "")) {
    const read = readRange(part, bounds, names);
    if (read === undefined) return undefined;
    for (const value of read.values) all.add(value);
    isStar ||= read.isStar;
  }
  return { values: [...all].sort((left, right) => left - right), isStar };
}

function readRange(
  part: string,
  [from, to]: readonly [number, number],
  names: readonly string[],
): ReadField | undefined {
  const [range = "", stepText, ...more] = part.split("/");
  const [low = "", high] = range.split("-");
  const isAny = low === "*" || low === "?";
  const step = stepText === undefined ? 1 : numberOf(stepText, from, []);
  const first = isAny ? from : numberOf(low, from, names);
  const last = isAny || (high === undefined && stepText !== undefined) ? to : numberOf(high ?? low, from, names);
  if (more.length > 0 || step === undefined || step === 0 || first === undefined || last === undefined)
    return undefined;
  if (first < from || last > to || first > last) return undefined;
  const count = Math.floor((last - first) / step) + 1;
  // A star with a step is no star.
  return { values: Array.from({ length: count }, (_, index) => first + index * step), isStar: isAny && step === 1 };
}

function numberOf(text: string, from: number, names: readonly string[]): number | undefined {
  const place = names.indexOf(text.toLowerCase());
  if (place !== -1) return from + place;
  return /^\+?\d{1,6}$/.test(text) ? Number(text) : undefined;
}

const dayMs = 24 * 3_600_000;
/** Later than that nothing is looked for. */
const daysMax = 5 * 366;

/** The first start after a time. Undefined if there is none within five years. */
export function nextStartMs(schedule: CronSchedule, afterMs: number): number | undefined {
  if (schedule.kind === "every") return Math.floor(afterMs / secondMs) * secondMs + schedule.everyMs;
  const midnightMs = Math.floor(afterMs / dayMs) * dayMs;
  for (let day = 0; day <= daysMax; day += 1) {
    const startMs = midnightMs + day * dayMs;
    if (!matchesDay(schedule, startMs / dayMs)) continue;
    for (const hour of schedule.hours)
      for (const minute of schedule.minutes) {
        const tMs = startMs + (hour * 60 + minute) * 60_000;
        if (tMs > afterMs) return tMs;
      }
  }
  return undefined;
}

function matchesDay(
  { days, months, weekdays, isEitherDay }: CronSchedule & { readonly kind: "fields" },
  day: number,
): boolean {
  const { month, dayOfMonth } = civilOf(day);
  if (!months.has(month)) return false;
  const ofMonth = days.has(dayOfMonth);
  // 1 January 1970 was a Thursday.
  const ofWeek = weekdays.has((day + 4) % 7);
  return isEitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
}

/** The date of a day since 1 January 1970, in the Gregorian calendar: years begin in March, so that the leap day is the last. */
function civilOf(day: number): { readonly month: number; readonly dayOfMonth: number } {
  const ofEra = (day + 719_468) % 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const dayOfMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { month: fromMarch < 10 ? fromMarch + 3 : fromMarch - 9, dayOfMonth };
}

/** Thursday, 1 January 2026, 00:00: the same on every machine. */
const anchorMs = 20_454 * dayMs;
const startsMax = 400;

/** The shortest and the longest time between two starts. */
export interface StartInterval {
  readonly shortestMs: number;
  readonly longestMs: number;
}

/** Undefined if there are no two starts. */
export function intervalOf(schedule: CronSchedule): StartInterval | undefined {
  let before = nextStartMs(schedule, anchorMs);
  let shortestMs = Number.POSITIVE_INFINITY;
  let longestMs = 0;
  for (let count = 0; before !== undefined && count < startsMax; count += 1) {
    const next = nextStartMs(schedule, before);
    if (next === undefined) break;
    shortestMs = Math.min(shortestMs, next - before);
    longestMs = Math.max(longestMs, next - before);
    before = next;
  }
  return longestMs === 0 ? undefined : { shortestMs, longestMs };
}
