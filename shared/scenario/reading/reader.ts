import { type Token, tokenize } from "./lexer.ts";
import { quoted } from "./quoted.ts";
import type { Wanted } from "./wanted.ts";

const shownMax = 40;

/** A word of the right kind with a wrong value. */
interface Complaint {
  readonly token: Token;
  readonly message: string;
  readonly nearest?: string;
}

/**
 * A text that is being parsed. A mistake is reported at the farthest place that any alternative reached. What was wanted there is both
 * the list in the message and the completion, so everything that reads a token first adds what it wants.
 */
export interface Reader {
  readonly text: string;
  tokens: readonly Token[];
  /** Words in lower case that can be an exec command only in quotes. */
  readonly reserved: ReadonlySet<string>;
  readonly farthest: Farthest;
  index: number;
  /** An example of what the current form requires after the part that is being read. */
  tail: string;
}

interface Farthest {
  index: number;
  /** What was wanted, by label. */
  wanted: Map<string, Wanted>;
  complaint: Complaint | undefined;
}

export function createReader(text: string, reserved: ReadonlySet<string>): Reader {
  return { text, tokens: tokenize(text), reserved, farthest: noPlace(), index: 0, tail: "" };
}

/** The same reader, but what it wants is discarded. */
export function silently(reader: Reader): Reader {
  return { ...reader, farthest: noPlace() };
}

export function want(reader: Reader, index: number, wanted: readonly Wanted[]): void {
  if (!reaches(reader, index)) return;
  for (const each of wanted) {
    if (!reader.farthest.wanted.has(each.label)) reader.farthest.wanted.set(each.label, { ...each, tail: reader.tail });
  }
}

/** What is possible at the farthest place. */
export function wantedNext({ farthest }: Reader): readonly Wanted[] {
  return [...farthest.wanted.values()].sort((left, right) => Number(left.isLast) - Number(right.isLast));
}

/** Reports a wrong value, if parsing gets no farther than `index`. */
export function complain(reader: Reader, index: number, complaint: Complaint): void {
  if (reaches(reader, index)) reader.farthest.complaint ??= complaint;
}

export function shown(text: string): string {
  return quoted(text, shownMax);
}

function reaches(reader: Reader, index: number): boolean {
  const { farthest } = reader;
  if (index > farthest.index) Object.assign(farthest, noPlace(), { index });
  return index === farthest.index;
}

function noPlace(): Farthest {
  return { index: -1, wanted: new Map(), complaint: undefined };
}
