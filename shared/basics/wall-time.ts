// Milliseconds since 1970-01-01T00:00 on one clock, whatever its time zone.

interface WallFields {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function wallFields(wallMs: number): WallFields {
  const days = Math.floor(wallMs / dayMs);
  let year = 1970 + Math.floor(days / 366);
  while (daysBeforeYear(year + 1) <= days) year += 1;
  let day = days - daysBeforeYear(year);
  let month = 1;
  while (day >= daysOfMonth(year, month)) {
    day -= daysOfMonth(year, month);
    month += 1;
  }
  const restMs = wallMs - days * dayMs;
  return {
    year,
    month,
    day: day + 1,
    hour: Math.floor(restMs / hourMs),
    minute: Math.floor(restMs / minuteMs) % 60,
  };
}

/** Reads `2026-11-21T14:30`, with seconds or without. Undefined if there is no such time. */
export function parseWallTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/.exec(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (match === null || month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  let days = daysBeforeYear(year) + day - 1;
  for (let before = 1; before < month; before += 1) days += daysOfMonth(year, before);
  return days * dayMs + hour * hourMs + minute * minuteMs + second * 1000;
}

/** `2026-11-21 14:30`, with seconds where there are some. */
export function formatWallTime(wallMs: number): string {
  const { year, month, day, hour, minute } = wallFields(wallMs);
  const seconds = Math.floor((wallMs % minuteMs) / 1000);
  const time = [hour, minute, ...(seconds > 0 ? [seconds] : [])].map(twoDigits).join(":");
  return `${year}-${twoDigits(month)}-${twoDigits(day)} ${time}`;
}

function twoDigits(value: number): string {
  return `${value}`.padStart(2, "0");
}

function daysBeforeYear(year: number): number {
  const before = year - 1;
  const leapDays = (last: number): number => Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400);
  return 365 * (year - 1970) + leapDays(before) - leapDays(1969);
}

function daysOfMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 31);
}
