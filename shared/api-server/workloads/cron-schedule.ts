import { spaceSeparated, trimSpace } from "../../basics/go-text.ts";
import { parseDuration } from "../../basics/read-duration.ts";

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

const words = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/** What is wrong with the schedule of a CronJob and what to write instead: five fields, or a word such as `@hourly` or `@every 1h30m`. */
// Models github.com/robfig/cron/v3 ParseStandard (v3.0.1), as pkg/apis/batch/validation uses it
export function scheduleProblems(text: string): readonly string[] {
  const written = trimSpace(text);
  if (/^(?:CRON_)?TZ=/.test(written))
    return ["A time zone in the schedule is rejected. Set the field timeZone instead."];
  // A blank beside a word is refused, one beside a field is not.
  if (text.startsWith("@")) return wordProblems(text);
  const parts = spaceSeparated(text);
  if (parts.length !== fields.length)
    return [
      `A schedule has five fields (minute, hour, day of month, month, day of week), but this one has ${parts.length}. For example, use "0 3 * * *" for every day at 3:00.`,
    ];
  return fields.flatMap((field, position) => fieldProblem(parts[position] ?? "", field) ?? []);
}

function wordProblems(word: string): readonly string[] {
  const isInterval = word.startsWith("@every ") && parseDuration(word.slice("@every ".length)) !== undefined;
  if (isInterval || words.includes(word)) return [];
  return [`${word} is not a schedule. Use five fields, ${words.join(", ")} or a duration as in "@every 1h30m".`];
}

function fieldProblem(text: string, field: Field): string | undefined {
  const parts = text.split(",").filter((part) => part !== "");
  return parts.flatMap((part) => rangeProblem(part, field) ?? [])[0];
}

/** `*`, `5`, `5-9`, `*\/15`, `5-9/2`, `5/15` (from 5 on). What follows a star and a dash counts for nothing. */
function rangeProblem(part: string, field: Field): string | undefined {
  const { name, from, to } = field;
  const [range = "", step, ...more] = part.split("/");
  const [low = "", high, ...others] = range.split("-");
  const isStar = low === "*" || low === "?";
  const first = isStar ? from : numberOf(low, field);
  const end = isStar || (high === undefined && step !== undefined) ? to : numberOf(high ?? low, field);
  const by = step === undefined ? 1 : wholeNumber(step);
  const what = `${JSON.stringify(part)} is not a valid ${name}`;
  if (more.length > 0 || (others.length > 0 && !isStar) || first === undefined || end === undefined || by === undefined)
    return `${what}: write ${from} to ${to}${namesText(field)}, ranges as 1-5, steps as */2, and lists with commas.`;
  if (by === 0) return `${what}: a step is at least 1.`;
  if (first < from || end > to) return `${what}: it goes from ${from} to ${to}.`;
  return first > end ? `${what}: the range ends before it begins.` : undefined;
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
