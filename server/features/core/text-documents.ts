import type { Position, Range, TextDocumentsConfiguration } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { lastIndexWhere } from "../../manifest/text/search.ts";

/** What the character of a position counts: bytes of UTF-8, units of UTF-16, or code points. */
export type PositionEncoding = "utf-8" | "utf-16" | "utf-32";

const encodings: readonly PositionEncoding[] = ["utf-8", "utf-16", "utf-32"];

/** The client's first choice that we know. UTF-16 is what every client has to know, and what our own offsets count. */
export function encodingOf(offered: readonly string[] | undefined): PositionEncoding {
  for (const name of offered ?? []) {
    const known = encodings.find((encoding) => encoding === name);
    if (known !== undefined) return known;
  }
  return "utf-16";
}

/** Makes and changes the documents of one client. Offsets count UTF-16 units, positions whatever the client counts: here and nowhere else they meet. */
export function textDocumentsIn(encoding: PositionEncoding): TextDocumentsConfiguration<TextDocument> {
  if (encoding === "utf-16") return TextDocument;
  const unitsOf = encoding === "utf-8" ? bytesOf : () => 1;
  return {
    create: (...document) => new CountedDocument(TextDocument.create(...document), unitsOf),
    update(document, changes, version) {
      if (!(document instanceof CountedDocument)) throw new Error("not a document of this client");
      document.update(changes, version);
      return document;
    },
  };
}

type UnitsOf = (codePoint: number) => number;

/** Bytes of UTF-8. Half of a surrogate pair is written as U+FFFD. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A document whose positions count other units than its offsets. */
class CountedDocument implements TextDocument {
  readonly #document: TextDocument;
  readonly #unitsOf: UnitsOf;
  /** By line, for those that somebody asked about since the last change: a line can be a megabyte long. */
  readonly #columns = new Map<number, Columns>();

  constructor(document: TextDocument, unitsOf: UnitsOf) {
    this.#document = document;
    this.#unitsOf = unitsOf;
  }

  get uri(): string {
    return this.#document.uri;
  }

  get languageId(): string {
    return this.#document.languageId;
  }

  get version(): number {
    return this.#document.version;
  }

  get lineCount(): number {
    return this.#document.lineCount;
  }

  getText(range?: Range): string {
    return this.#document.getText(range && this.#inOffsets(range));
  }

  getLineRange(line: number): Range {
    const { start, end } = this.#document.getLineRange(line);
    return { start, end: { line: end.line, character: this.#columnsOf(end.line).countedAt(end.character) } };
  }

  getEOLCharacters(line: number): string {
    return this.#document.getEOLCharacters(line);
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#document.positionAt(offset);
    return { line, character: this.#columnsOf(line).countedAt(character) };
  }

  offsetAt(position: Position): number {
    return this.#document.offsetAt(this.#inUnits(position));
  }

  /** Each change counts in the text that the changes before it left. */
  update(changes: Parameters<typeof TextDocument.update>[1], version: number): void {
    for (const change of changes) {
      const isPart = "range" in change && change.range !== undefined;
      const inOffsets = isPart ? { range: this.#inOffsets(change.range), text: change.text } : change;
      TextDocument.update(this.#document, [inOffsets], version);
      this.#columns.clear();
    }
    if (changes.length === 0) TextDocument.update(this.#document, [], version);
  }

  #inOffsets({ start, end }: Range): Range {
    return { start: this.#inUnits(start), end: this.#inUnits(end) };
  }

  /** Gives the same position in UTF-16 units. */
  #inUnits({ line, character }: Position): Position {
    return {
      line,
      character: line < 0 || line >= this.lineCount ? character : this.#columnsOf(line).unitsAt(character),
    };
  }

  #columnsOf(line: number): Columns {
    const known = this.#columns.get(line);
    if (known !== undefined) return known;
    const text = this.#document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
    const columns = columnsOf(text, this.#unitsOf);
    this.#columns.set(line, columns);
    return columns;
  }
}

/** One line, counted in two ways. A place inside of a code point is the place before it. */
interface Columns {
  countedAt(units: number): number;
  unitsAt(counted: number): number;
}

const sameColumns: Columns = { countedAt: (units) => units, unitsAt: (counted) => counted };

const isAscii = /^[\0-\x7F]*$/;

function columnsOf(line: string, unitsOf: UnitsOf): Columns {
  if (isAscii.test(line)) return sameColumns;
  // Both counts before and after each code point that they count differently.
  const units: number[] = [0];
  const counted: number[] = [0];
  let ahead = 0;
  for (let index = 0; index < line.length; index += 1) {
    const codePoint = line.codePointAt(index) ?? 0;
    const width = codePoint > 0xffff ? 2 : 1;
    const count = unitsOf(codePoint);
    if (count !== width) {
      units.push(index, index + width);
      counted.push(index + ahead, index + ahead + count);
      ahead += count - width;
    }
    index += width - 1;
  }
  return { countedAt: (at) => translated(at, units, counted), unitsAt: (at) => translated(at, counted, units) };
}

/** `from` ascends. Its odd entries begin a code point that is counted differently, the even ones end it. */
function translated(at: number, from: readonly number[], to: readonly number[]): number {
  const last = Math.max(
    0,
    lastIndexWhere(from, (place) => place <= at),
  );
  const isInside = last % 2 === 1;
  return (to[last] ?? 0) + (isInside ? 0 : at - (from[last] ?? 0));
}
