import { nearest } from "../../basics/nearest.ts";
import type { OffsetRange } from "../../basics/offset-range.ts";
import type { Token } from "./lexer.ts";
import { quoted } from "./quoted.ts";
import { type Reader, shown, wantedNext } from "./reader.ts";
import type { Wanted } from "./wanted.ts";

/** Something wrong with a text. */
export interface Mistake extends OffsetRange {
  readonly message: string;
  /** The words that are possible there. */
  readonly expected: readonly string[];
  /** What was probably meant, as a replacement for the wrong text. */
  readonly nearest: string | undefined;
  /** It is about a missing or unknown container, which broken text around it can cause. */
  readonly aboutContainer?: boolean;
}

/** What belongs in a place, for messages more specific than "is not expected here". */
export interface ExpectedPart {
  readonly index: number;
  readonly noun: "clause" | "event" | "condition";
}

/** The mistake at the farthest place that the reader got to. */
export function mistakeOf(reader: Reader, place?: ExpectedPart): Mistake {
  const { index, complaint } = reader.farthest;
  const token = reader.tokens[index];
  const all = wantedNext(reader);
  const expected = labelsOf(all);
  if (complaint !== undefined) return mistakeAt(complaint.token, complaint.message, expected, complaint.nearest);
  if (token === undefined || isSeparator(token)) return missing(reader, all);
  const meant = token.kind === "word" ? nearest(token.text, expected.flatMap(firstWordOf)) : undefined;
  const what = index === place?.index ? `is not ${article(place.noun)} ${place.noun} here` : "is not expected here";
  return mistakeAt(token, `${shown(token.raw)} ${what}. ${hintOf(all, meant)}`, expected, meant);
}

export function mistakeAt(
  range: OffsetRange,
  message: string,
  expected: readonly string[] = [],
  meant?: string,
): Mistake {
  return { start: range.start, end: range.end, message, expected, nearest: meant };
}

/** The range from one token to another. */
export function rangeOf(tokens: readonly Token[], from: number, to: number): OffsetRange {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? tokens[from]?.end ?? 0 };
}

/** `,` and `then`: parsing continues after them after a mistake. */
export function isSeparator(token: Token): boolean {
  return isComma(token) || isThen(token);
}

export function isComma(token: Token | undefined): boolean {
  return token?.kind === "mark" && token.text === ",";
}

export function isThen(token: Token | undefined): boolean {
  return token?.kind === "word" && token.lower === "then";
}

function labelsOf(wanted: readonly Wanted[]): readonly string[] {
  return wanted.flatMap(({ label }) => (label === "" ? [] : [label]));
}

/** The range is the word after which, or before which, something is missing, because an empty range is hard to see. */
function missing(reader: Reader, wanted: readonly Wanted[]): Mistake {
  const { index } = reader.farthest;
  const [before, after] = [reader.tokens[index - 1], reader.tokens[index]];
  const range = before ?? after ?? { start: 0, end: reader.text.length };
  const place = before ? ` after ${shown(before.raw)}` : after ? ` before ${shown(after.raw)}` : "";
  const message = `Incomplete: add ${listOf(wanted)}${place}${exampleFor(reader, wanted)}.`;
  return mistakeAt(range, message, labelsOf(wanted));
}

/** More possibilities than this need no example. */
const choicesMax = 6;

/** The clause with what it lacks: `, for example "starts in 90s"`. */
function exampleFor({ text, tokens, farthest: { index } }: Reader, wanted: readonly Wanted[]): string {
  const [first] = wanted;
  const isExemplary =
    first !== undefined && first.label !== "" && !first.name?.includes("such as") && wanted.length <= choicesMax;
  const start = tokens.findLastIndex((token, at) => at < index && (isSeparator(token) || token.text === ":")) + 1;
  const [from, to] = [tokens[start]?.start, tokens[index - 1]?.end];
  if (!isExemplary || start >= index || from === undefined || to === undefined) return "";
  return `, for example ${quoted(`${text.slice(from, to)} ${first.label}${first.tail ?? ""}`, 80)}`;
}

function hintOf(wanted: readonly Wanted[], meant: string | undefined): string {
  if (wanted.length === 0) return "Remove it.";
  if (meant === undefined) return `Use ${listOf(wanted)}.`;
  return `Did you mean ${shown(meant)}?`;
}

function listOf(wanted: readonly Wanted[]): string {
  const names = [...new Set(wanted.map(({ label, name }) => name ?? shown(label)))];
  const last = names.pop() ?? "something else";
  return names.length === 0 ? last : `${names.join(", ")} or ${last}`;
}

/** What a mistyped word is compared with; examples of numbers are left out. */
function firstWordOf(label: string): readonly string[] {
  const [first = ""] = label.split(" ");
  return /^[a-z]{2}[a-z-]*:?$/i.test(first) ? [first] : [];
}

function article(noun: string): string {
  return noun === "event" ? "an" : "a";
}
