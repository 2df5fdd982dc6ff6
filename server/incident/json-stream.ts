import type { PlacedValue } from "../../shared/evidence/objects.ts";
import { objectEnd } from "../manifest/text/json-text.ts";

export interface ReadValues {
  readonly values: readonly PlacedValue[];
  readonly notes: readonly string[];
}

interface StreamedValues extends ReadValues {
  /** The text without its objects, on the lines that it has; undefined if there is none. */
  readonly others: string | undefined;
}

/** Letters of one object. */
const objectMax = 64_000_000;
const notesMax = 5;
/** Each is looked for to the end of the text. */
const cutsMax = 20;

/** JSON objects one after the other, on a line each or not, as `kubectl get -w -o json` writes them. One that is broken or cut off is left out. */
export function readJsonStream(path: string, text: string): StreamedValues {
  const values: PlacedValue[] = [];
  const notes: string[] = [];
  const read: Extent[] = [];
  let line = 1;
  let counted = 0;
  let cuts = 0;
  let at = text.indexOf("{");
  const say = (what: string): void => {
    if (notes.length < notesMax) notes.push(`${path}:${line}: ${what}`);
  };
  while (at !== -1) {
    line += newlines(text, counted, at);
    counted = at;
    const end = objectEnd(text, at);
    if (end === undefined) {
      say("the object is cut off and is not read.");
      // What follows a cut line may be whole.
      cuts += 1;
      const next = cuts < cutsMax ? text.indexOf("\n{", at) : -1;
      at = next === -1 ? -1 : next + 1;
      continue;
    }
    const value = parsedJson(text.slice(at, end));
    if (value === undefined) say("this is not an object that can be read.");
    else {
      values.push({ value, line });
      read.push({ start: at, end });
    }
    at = nextObject(text, end);
  }
  return { values, notes, others: othersOf(text, read) };
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** One begins behind another, or a line. */
function nextObject(text: string, end: number): number {
  let at = end;
  while (/\s/.test(text.charAt(at))) at += 1;
  if (text.charAt(at) === "{") return at;
  const next = text.indexOf("\n{", at);
  return next === -1 ? -1 : next + 1;
}

function othersOf(text: string, read: readonly Extent[]): string | undefined {
  const between = [{ end: 0 }, ...read].map(({ end }, index) => text.slice(end, read[index]?.start));
  if (between.every((part) => part.trim() === "")) return undefined;
  return between
    .map((part, index) => {
      const { start = 0, end = 0 } = read[index] ?? {};
      return part + "\n".repeat(newlines(text, start, end));
    })
    .join("");
}

/** Undefined for what is too large or no JSON, whose message would quote the text. */
export function parsedJson(text: string): unknown {
  if (text.length > objectMax) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function newlines(text: string, from: number, until: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < until; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
