/** A time in UTC. */
interface UtcDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** Since 1970-01-01. */
  readonly day: number;
  /** Since midnight. */
  readonly seconds: number;
}

const secondsOfDay = 86_400;

/** Functions of Unix times, by their names in PromQL. Models github.com/prometheus/prometheus/promql/functions.go dateWrapper (Prometheus v0.316.0). */
const functions: Readonly<Record<string, (date: UtcDate) => number>> = {
  minute: ({ seconds }) => Math.floor(seconds / 60) % 60,
  hour: ({ seconds }) => Math.floor(seconds / 3600),
  // 1970-01-01 was a Thursday.
  day_of_week: ({ day }) => (((day + 4) % 7) + 7) % 7,
  day_of_month: ({ dayOfMonth }) => dayOfMonth,
  day_of_year: ({ year, day }) => day - firstDayOf(year, 1) + 1,
  days_in_month: ({ year, month }) => firstDayOf(year, month + 1) - firstDayOf(year, month),
  month: ({ month }) => month,
  year: ({ year }) => year,
};

export const dateFunctionNames: readonly string[] = Object.keys(functions);

export function dateFunction(name: string, unixSeconds: number): number {
  return Number.isFinite(unixSeconds) ? (functions[name]?.(dateOf(Math.trunc(unixSeconds))) ?? Number.NaN) : Number.NaN;
}

function dateOf(unixSeconds: number): UtcDate {
  const day = Math.floor(unixSeconds / secondsOfDay);
  const seconds = unixSeconds - day * secondsOfDay;
  let year = 1970 + Math.floor(day / 365.2425);
  while (firstDayOf(year, 1) > day) year--;
  while (firstDayOf(year + 1, 1) <= day) year++;
  let month = 12;
  while (firstDayOf(year, month) > day) month--;
  return { year, month, dayOfMonth: day - firstDayOf(year, month) + 1, day, seconds };
}

/** Days before each month of a year that is not a leap year. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/** In days since 1970-01-01. `month`: 13 is the first of the next year. */
function firstDayOf(year: number, month: number): number {
  const last = year - 1;
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400) - 477;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return (year - 1970) * 365 + leapDays + (daysBefore[month - 1] ?? 0) + Number(isLeap && month > 2);
}
