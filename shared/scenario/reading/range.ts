import { formatDuration } from "../../basics/durations.ts";
import type { OpenTime } from "../model.ts";
import { middleOf } from "../ranges.ts";
import { type Read, readDuration } from "./duration.ts";
import { type Token, tokenize } from "./lexer.ts";
import { complain, createReader, type Reader, shown, silently, want } from "./reader.ts";
import { example } from "./wanted.ts";

/** A time of a clause: one, or a range of which each run draws one. Then `ms` is its middle. */
export interface Time {
  readonly ms: number;
  readonly range: OpenTime | undefined;
}

const dash = "–";
const dashes: ReadonlySet<string> = new Set([dash, "-", "to"]);
const rangeExample = example("14s–26s", "a range: each run draws a time of it", 'a duration such as "90s" or "5m"');

/** Reads `30s`, `14s–26s`, `14s-26s`, `14s – 26s` or `14s to 26s`. */
export function readTime(reader: Reader, index: number): Read<Time> | undefined {
  const token = reader.tokens[index];
  const joined = token === undefined ? undefined : endsOf(token);
  if (token !== undefined && joined !== undefined) {
    const [min, max] = joined.map(durationOf);
    if (min === undefined || max === undefined) return notRange(reader, index, token);
    return ascending(reader, index, { min, max, end: index + 1 });
  }
  const first = readDuration(reader, index);
  want(reader, index, [rangeExample]);
  if (first === undefined) return undefined;
  const mark = reader.tokens[first.index];
  if (mark === undefined || !dashes.has(mark.lower)) return { value: exact(first.value), index: first.index };
  // `takes 5s to create` has no range.
  const next = mark.lower === "to" ? silently(reader) : reader;
  const second = readDuration(next, first.index + 1);
  if (second === undefined && mark.lower === "to") return { value: exact(first.value), index: first.index };
  return second && ascending(reader, index, { min: first.value, max: second.value, end: second.index });
}

/** Reads an interval: `5m–9m` or `5m to 9m`. */
export function readInterval(reader: Reader, index: number): Read<OpenTime> | undefined {
  const read = readTime(reader, index);
  const range = read?.value.range;
  if (read !== undefined && range !== undefined) return { value: range, index: read.index };
  const token = reader.tokens[index];
  if (read === undefined || token === undefined) return undefined;
  const said = reader.text.slice(token.start, reader.tokens[read.index - 1]?.end);
  const hasEnds = readDuration(silently(reader), index)?.index !== read.index;
  const wrong = hasEnds ? `${shown(said)} ends when it begins. Use another end,` : "Add the end of the interval,";
  complain(reader, read.index, { token, message: `${wrong} for example "5m–9m".` });
  return undefined;
}

/** Reads a time in a place where nothing is drawn: a limit, or a moment. */
export function readExactTime(reader: Reader, index: number): Read<number> | undefined {
  const token = reader.tokens[index];
  const range = readTime(silently(reader), index)?.value.range;
  if (token === undefined || range === undefined) return readDuration(reader, index);
  const last = formatDuration(range.maxMs);
  const message = `A range is not possible here. Use one time, for example ${shown(last)}.`;
  complain(reader, index, { token, message, nearest: last });
  return undefined;
}

function exact(ms: number): Time {
  return { ms, range: undefined };
}

/** What stands on both sides of the dash of one word that begins with a digit. */
function endsOf({ kind, text }: Token): readonly [string, string] | undefined {
  const at = kind === "word" ? text.search(/[–-]/) : -1;
  // `-5s` is a negative time, and a range that begins with its dash has no beginning.
  if (at < 0 || text === "-" || (at === 0 && text.charAt(0) === "-")) return undefined;
  return [text.slice(0, at), text.slice(at + 1)];
}

function durationOf(text: string): number | undefined {
  const reader = createReader(text, new Set());
  const read = tokenize(text).length === 1 ? readDuration(reader, 0) : undefined;
  return read?.value;
}

function notRange(reader: Reader, index: number, token: Token): undefined {
  complain(reader, index, {
    token,
    message: `${shown(token.text)} is not a range. Use two times with units, for example "14s–26s".`,
  });
  return undefined;
}

interface Ends {
  readonly min: number;
  readonly max: number;
  /** The index after the range. */
  readonly end: number;
}

/** Equal ends are one time. */
function ascending(reader: Reader, index: number, { min, max, end }: Ends): Read<Time> | undefined {
  if (min === max) return { value: exact(min), index: end };
  if (min < max) {
    const range = { minMs: min, maxMs: max };
    return { value: { ms: middleOf(range), range }, index: end };
  }
  const [first, last] = [reader.tokens[index], reader.tokens[end - 1]];
  if (first === undefined || last === undefined) return undefined;
  const right = `${formatDuration(max)}${dash}${formatDuration(min)}`;
  const token = { ...first, end: last.end };
  complain(reader, end - 1, {
    token,
    message: `The range ${shown(reader.text.slice(first.start, last.end))} ends before it begins. Use ${shown(right)}.`,
    nearest: right,
  });
  return undefined;
}
