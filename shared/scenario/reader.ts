import { type Token, tokenize } from "./lexer.ts";
import { quoted } from "./quoted.ts";

const shownMax = 40;

/** Something that could stand at a place. */
export interface Wanted {
  /** Can be written there as it is. */
  readonly label: string;
  readonly detail: string;
  /** What a message calls it, when that is not the label: several labels with the same name are named once. */
  readonly name: string | undefined;
  /** Named after everything else that could stand there. */
  readonly isLast: boolean;
}

/** A word of the right sort with a wrong value. */
export interface Complaint {
  readonly token: Token;
  readonly message: string;
  readonly nearest?: string;
}

/**
 * A text on its way through the grammar. The farthest place that some alternative reached is where a mistake is reported, and what
 * was wanted there is both the list in the message and the completion: everything that reads a token first says what it wants.
 */
export interface Reader {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Words, in lower case, that name an exec command only in quotes. */
  readonly reserved: ReadonlySet<string>;
  readonly farthest: Farthest;
  index: number;
}

interface Farthest {
  index: number;
  /** By label. */
  wanted: Map<string, Wanted>;
  complaint: Complaint | undefined;
}

export function createReader(text: string, reserved: ReadonlySet<string>): Reader {
  return { text, tokens: tokenize(text), reserved, farthest: noPlace(), index: 0 };
}

/** The same reader, whose wants nobody hears of. */
export function silently(reader: Reader): Reader {
  return { ...reader, farthest: noPlace() };
}

export function want(reader: Reader, index: number, wanted: readonly Wanted[]): void {
  if (!reaches(reader, index)) return;
  for (const each of wanted) {
    if (!reader.farthest.wanted.has(each.label)) reader.farthest.wanted.set(each.label, each);
  }
}

/** What could stand at the farthest place. */
export function wantedNext({ farthest }: Reader): readonly Wanted[] {
  return [...farthest.wanted.values()].sort((left, right) => Number(left.isLast) - Number(right.isLast));
}

/** Says what is wrong with the value of a token, when the reading gets no farther than `index`. */
export function complain(reader: Reader, index: number, complaint: Complaint): void {
  if (reaches(reader, index)) reader.farthest.complaint ??= complaint;
}

export function word(label: string, detail: string): Wanted {
  return { label, detail, name: undefined, isLast: false };
}

export function example(label: string, detail: string, name: string): Wanted {
  return { label, detail, name, isLast: false };
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
