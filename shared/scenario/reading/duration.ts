import { parseDuration } from "../../basics/read-duration.ts";
import { durationMsMax } from "../limits.ts";
import type { Token } from "./lexer.ts";
import { complain, type Reader, shown, want } from "./reader.ts";
import { example, word } from "./wanted.ts";

/** Nobody means a time with more digits. */
const digitsMax = 9;

const units: readonly { readonly ms: number; readonly words: readonly string[] }[] = [
  { ms: 1, words: ["ms", "msec", "millisecond", "milliseconds"] },
  { ms: 1e3, words: ["s", "sec", "secs", "second", "seconds"] },
  { ms: 60e3, words: ["m", "min", "mins", "minute", "minutes"] },
  { ms: 3600e3, words: ["h", "hr", "hrs", "hour", "hours"] },
  { ms: 24 * 3600e3, words: ["d", "day", "days"] },
];
const msByUnit: ReadonlyMap<string, number> = new Map(
  units.flatMap(({ ms, words }) => words.map((unit) => [unit, ms])),
);

const examples = ["10s", "1m", "5m", "1h30m"].map((text) =>
  example(text, "a duration", 'a duration such as "90s" or "5m"'),
);
const unitWords = ["s", "min", "hours"].map((text) => word(text, "the unit of the duration"));

export interface Read<Value> {
  readonly value: Value;
  readonly index: number;
}

/** Reads a Go duration (`1m30s`) or what people write (`5 min`, `2 hours`, `1 hour 30 minutes`), as whole milliseconds. */
export function readDuration(reader: Reader, index: number): Read<number> | undefined {
  want(reader, index, examples);
  const token = reader.tokens[index];
  if (token?.kind !== "word") return undefined;
  const read = readAmounts(reader, index) ?? readGoDuration(token, index);
  if (read === undefined) complainOfUnit(reader, index, token);
  if (read === undefined || isWithinBounds(read.value)) return read && { ...read, value: Math.round(read.value) };
  const message =
    read.value < 0
      ? `${shown(token.text)} is negative. Durations are positive.`
      : `${shown(token.text)} is longer than the maximum of 100 years.`;
  complain(reader, index, { token, message });
  return undefined;
}

/** `5 min`, `5min`, `1 hour 30 minutes`. */
function readAmounts(reader: Reader, from: number): Read<number> | undefined {
  let sum: Read<number> | undefined;
  let amount = readAmount(reader, from);
  while (amount !== undefined) {
    sum = { value: (sum?.value ?? 0) + amount.value, index: amount.index };
    amount = readAmount(reader, sum.index);
  }
  return sum;
}

function readAmount(reader: Reader, index: number): Read<number> | undefined {
  const [, amount, unit] = amountAndUnit(reader.tokens[index]);
  if (amount === undefined || unit === undefined) return undefined;
  if (unit !== "") return amountOf(amount, unit, index + 1);
  const next = reader.tokens[index + 1];
  return next?.kind === "word" ? amountOf(amount, next.lower, index + 2) : undefined;
}

function amountOf(amount: string, unit: string, index: number): Read<number> | undefined {
  const ms = msByUnit.get(unit);
  return ms === undefined ? undefined : { value: Number(amount) * ms, index };
}

function readGoDuration(token: Token, index: number): Read<number> | undefined {
  const ms = parseDuration(token.text);
  return ms === undefined ? undefined : { value: ms, index: index + 1 };
}

/** A number without a unit is the most common mistake, so the message lists the units. */
function complainOfUnit(reader: Reader, index: number, token: Token): void {
  const [, amount, unit] = amountAndUnit(token);
  if (amount === undefined || amount.length > digitsMax) return;
  if (unit === "") want(reader, index + 1, unitWords);
  const wrong = `${shown(token.text)} ${unit === "" ? "has no unit" : "is not a duration"}`;
  const message = `${wrong}. Use "${amount}s", "${amount}m" or "${amount}h".`;
  complain(reader, reader.farthest.index, { token, message });
}

function amountAndUnit(token: Token | undefined): readonly string[] {
  return token?.kind === "word" ? (/^(\d+(?:\.\d+)?)([a-zµμ]*)$/.exec(token.lower) ?? []) : [];
}

function isWithinBounds(ms: number): boolean {
  return ms >= 0 && ms <= durationMsMax;
}
