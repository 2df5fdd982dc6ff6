import type { SourcePlace } from "./model.ts";

/** A line that sets a value: `key: value`, `- value` or `- key: value`, also inside of a patch that is a text. */
interface WrittenValue {
  /** Undefined means an item of a list. */
  readonly key: string | undefined;
  readonly value: string;
  /** Of the value without its quotes, in the line. */
  readonly start: number;
  readonly end: number;
}

const dashes = /^(?:- +)*/;
const keyBefore = /^(?:"([\w./$-]+)"|'([\w./$-]+)'|([\w./$-]+)):[ \t]+/;
/** What begins with one of these is no plain text on one line. */
const special = /^["'#\s{}[\],&*!|>%@`]/;

/** Reads one line; undefined if it sets no value, or in a way that takes more than the line to read. */
export function writtenValue(line: string): WrittenValue | undefined {
  if (line.length > lineLengthMax) return undefined;
  const blanks = line.length - line.trimStart().length;
  const items = dashes.exec(line.slice(blanks))?.[0] ?? "";
  const found = keyBefore.exec(line.slice(blanks + items.length));
  const key = found?.[1] ?? found?.[2] ?? found?.[3];
  if (key === undefined && items === "") return undefined;
  const from = blanks + items.length + (found?.[0].length ?? 0);
  const value = scalarIn(line.slice(from));
  if (value === undefined) return undefined;
  const start = from + value.offset;
  return { key, value: value.text, start, end: start + value.text.length };
}

/** A plain or quoted text with nothing but a comma or a comment behind it. */
function scalarIn(rest: string): { readonly text: string; readonly offset: number } | undefined {
  const quote = rest.startsWith('"') || rest.startsWith("'") ? rest.slice(0, 1) : "";
  const body = rest.slice(quote.length);
  const end = quote === "" ? plainEnd(body) : body.indexOf(quote);
  const text = end === -1 ? "" : body.slice(0, end);
  if (text === "" || special.test(text) || /["'#]/.test(text) || text.trimEnd() !== text) return undefined;
  const behind = body.slice(end + quote.length).trim();
  return behind === "" || behind === "," || behind.startsWith("#") ? { text, offset: quote.length } : undefined;
}

/** Up to a comment; a comma at the end is JSON's. */
function plainEnd(body: string): number {
  const comment = body.indexOf("#");
  const own = (comment === -1 ? body : body.slice(0, comment)).trimEnd();
  return own.endsWith(",") ? own.length - 1 : own.length;
}

const lineLengthMax = 1000;

/** Fields by which objects and items are found: with another value they are others. */
const names = new Set(["apiVersion", "kind", "name", "namespace", "generateName"]);

/** A line of a file that may be where a rendered value comes from. */
export interface Candidate extends WrittenValue {
  readonly place: SourcePlace;
  /** The file as it is named in the copy. */
  readonly file: string;
}

export interface SourceFile {
  /** The path as the caller would write it. */
  readonly path: string;
  /** The file in the copy. */
  readonly file: string;
  readonly text: string;
}

/** All lines of the files that set this value. */
export function candidatesFor(wanted: WrittenValue, files: readonly SourceFile[]): readonly Candidate[] {
  if (wanted.key !== undefined && names.has(wanted.key)) return [];
  return linesWith(wanted.value, files).filter(({ value }) => value === wanted.value);
}

/** All lines of the files that set a part of a value, in which this text stands. */
export function partCandidatesFor(
  { value }: WrittenValue,
  part: string,
  files: readonly SourceFile[],
): readonly Candidate[] {
  return linesWith(part, files).filter((each) => value !== each.value && value.includes(each.value));
}

function linesWith(part: string, files: readonly SourceFile[]): readonly Candidate[] {
  return files.flatMap(({ path, file, text }) =>
    text.includes(part)
      ? text.split("\n").flatMap((source, line): Candidate[] => {
          const read = source.includes(part) ? writtenValue(source) : undefined;
          if (read === undefined || !read.value.includes(part) || names.has(read.key ?? "")) return [];
          return [{ ...read, file, place: { path, line, start: read.start, end: read.end } }];
        })
      : [],
  );
}

/** Large numbers, because no manifest has them, but none that Go writes with an exponent. */
const firstNumber = 300_000;

/** A value of the same type that stands nowhere else; undefined if there is none, as for `true`. */
export function replacementFor(value: string, id: number): string | undefined {
  if (/^(?:true|false|null|~|yes|no|on|off)$/i.test(value)) return undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return String(firstNumber + id);
  return `${value}-cadence${firstNumber + id}`;
}
