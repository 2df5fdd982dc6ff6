import { parseDuration } from "../basics/durations.ts";
import { dayMs, hourMs, minuteMs, wallFields } from "../basics/wall-time.ts";

/** When a schedule fires. `every`: at a fixed distance from the time before. */
export type CronSchedule =
  | { readonly kind: "every"; readonly everyMs: number }
  | {
      readonly kind: "fields";
      readonly minutes: readonly number[];
      readonly hours: readonly number[];
      readonly days: ReadonlySet<number>;
      readonly months: ReadonlySet<number>;
      readonly weekdays: ReadonlySet<number>;
      /** Neither the day of the month nor the weekday is `*`: then either of them is enough. */
      readonly eitherDay: boolean;
    };

export interface ReadSchedule {
  /** Undefined where there are problems. */
  readonly value: CronSchedule | undefined;
  /** What is wrong and what to write instead. */
  readonly problems: readonly string[];
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names: readonly string[];
}

const fields: readonly Field[] = [
  { name: "minute", from: 0, to: 59, names: [] },
  { name: "hour", from: 0, to: 23, names: [] },
  { name: "day of the month", from: 1, to: 31, names: [] },
  { name: "month", from: 1, to: 12, names: "jan feb mar apr may jun jul aug sep oct nov dec".split(" ") },
  { name: "day of the week", from: 0, to: 6, names: "sun mon tue wed thu fri sat".split(" ") },
];

const shorthands: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** Reads the schedule of a CronJob: five fields, or a word such as `@hourly` or `@every 1h30m`. */
// Models github.com/robfig/cron/v3 ParseStandard (v3.0.1), as pkg/apis/batch/validation uses it
export function parseSchedule(text: string): ReadSchedule {
  const written = text.trim();
  if (/^(?:CRON_)?TZ=/.test(written))
    return refused("A time zone in the schedule is rejected. Set the field timeZone instead.");
  // A blank beside a word is refused, one beside a field is not.
  if (text.startsWith("@")) return parseWord(text);
  const parts = written === "" ? [] : written.split(/\s+/);
  if (parts.length !== fields.length)
    return refused(
      `A schedule has five fields (minute, hour, day of month, month, day of week), but this one has ${parts.length}. For example, use "0 3 * * *" for every day at 3:00.`,
    );
  const read = fields.map((field, position) => parseField(parts[position] ?? "", field));
  const problems = read.flatMap((result) => ("problem" in result ? [result.problem] : []));
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = read.map((result) =>
    "problem" in result ? [] : result.values,
  );
  if (problems.length > 0) return { value: undefined, problems };
  const value: CronSchedule = {
    kind: "fields",
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays),
    eitherDay: !hasStar(parts[2]) && !hasStar(parts[4]),
  };
  return { value, problems: [] };
}

function refused(problem: string): ReadSchedule {
  return { value: undefined, problems: [problem] };
}

/** A field counts as `*` when one of its parts is it; with a step it does not. */
function hasStar(part: string | undefined): boolean {
  return (part ?? "").split(",").some((each) => /^[*?](?:-[^/]*)?(?:\/\+?0*1)?$/.test(each));
}

function parseWord(word: string): ReadSchedule {
  const known = shorthands.get(word);
  if (known !== undefined) return parseSchedule(known);
  const everyMs = word.startsWith("@every ") ? parseDuration(word.slice("@every ".length)) : undefined;
  if (everyMs !== undefined)
    return { value: { kind: "every", everyMs: Math.max(1000, Math.floor(everyMs / 1000) * 1000) }, problems: [] };
  return refused(
    `${word} is not a schedule. Use five fields, ${[...shorthands.keys()].join(", ")} or a duration as in "@every 1h30m".`,
  );
}

type ReadField = { readonly values: readonly number[] } | { readonly problem: string };

function parseField(text: string, field: Field): ReadField {
  const values = new Set<number>();
  for (const part of text.split(",").filter((each) => each !== "")) {
    const read = parseRange(part, field);
    if ("problem" in read) return read;
    for (const value of read.values) values.add(value);
  }
  return { values: [...values].sort((left, right) => left - right) };
}

/** `*`, `5`, `5-9`, `*\/15`, `5-9/2`, `5/15` (from 5 on). What follows a star and a dash counts for nothing. */
function parseRange(part: string, field: Field): ReadField {
  const { name, from, to } = field;
  const [range = "", step, ...more] = part.split("/");
  const [low = "", high, ...others] = range.split("-");
  const isStar = low === "*" || low === "?";
  const first = isStar ? from : numberOf(low, field);
  const end = isStar || (high === undefined && step !== undefined) ? to : numberOf(high ?? low, field);
  const by = step === undefined ? 1 : wholeNumber(step);
  const what = `${JSON.stringify(part)} is not a valid ${name}`;
  if (more.length > 0 || (others.length > 0 && !isStar) || first === undefined || end === undefined || by === undefined)
    return {
      problem: `${what}: write ${from} to ${to}${namesText(field)}, ranges as 1-5, steps as */2, and lists with commas.`,
    };
  if (by === 0) return { problem: `${what}: a step is at least 1.` };
  if (first < from || end > to) return { problem: `${what}: it goes from ${from} to ${to}.` };
  if (first > end) return { problem: `${what}: the range ends before it begins.` };
  return { values: Array.from({ length: Math.floor((end - first) / by) + 1 }, (_, index) => first + index * by) };
}

function namesText({ names }: Field): string {
  return names.length === 0 ? "" : ` or ${names[0]} to ${names.at(-1)}`;
}

function numberOf(text: string, { from, names }: Field): number | undefined {
  const position = names.indexOf(text.toLowerCase());
  return position === -1 ? wholeNumber(text) : from + position;
}

function wholeNumber(text: string): number | undefined {
  return /^\+?\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** A schedule that fires less than once in this time never fires, as 30 February. */
const searchedDays = 5 * 366;

/** The first time after `afterMs` at which the schedule fires, in wall time; undefined: never. */
// Models github.com/robfig/cron/v3 SpecSchedule.Next (v3.0.1)
export function nextFiring(schedule: CronSchedule, afterMs: number): number | undefined {
  if (schedule.kind === "every") return Math.floor(afterMs / 1000) * 1000 + schedule.everyMs;
  const startMs = Math.floor(afterMs / minuteMs + 1) * minuteMs;
  const firstDayMs = Math.floor(startMs / dayMs) * dayMs;
  for (let day = 0; day <= searchedDays; day += 1) {
    const dayStartMs = firstDayMs + day * dayMs;
    if (!firesOn(schedule, dayStartMs)) continue;
    const found = firstOfDay(schedule, dayStartMs, startMs);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firesOn(schedule: Extract<CronSchedule, { kind: "fields" }>, dayStartMs: number): boolean {
  const { day, month, weekday } = wallFields(dayStartMs);
  if (!schedule.months.has(month)) return false;
  const isDay = schedule.days.has(day);
  const isWeekday = schedule.weekdays.has(weekday);
  return schedule.eitherDay ? isDay || isWeekday : isDay && isWeekday;
}

function firstOfDay(
  { hours, minutes }: Extract<CronSchedule, { kind: "fields" }>,
  dayStartMs: number,
  startMs: number,
): number | undefined {
  for (const hour of hours) {
    const hourStartMs = dayStartMs + hour * hourMs;
    const minute = minutes.find((each) => hourStartMs + each * minuteMs >= startMs);
    if (minute !== undefined) return hourStartMs + minute * minuteMs;
  }
  return undefined;
}
