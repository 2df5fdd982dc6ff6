import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ManifestDocument, PlacedDocument } from "../text/model.ts";

/** A chunk of a file, as `splitDocuments` cuts it, and what it was read as: one document, or the items of a list. */
export interface ReadChunk extends OffsetRange {
  readonly documents: readonly PlacedDocument[];
  /** How many chunks before it hold something: its number, as kubectl counts. */
  readonly index: number;
}

export interface FoundDocument {
  readonly start: number;
  readonly document: ManifestDocument;
}

/** Where the next document may begin, and its number. */
interface Cursor {
  readonly offset: number;
  readonly line: number;
  readonly index: number;
}

function cursorBehind(chunk: ReadChunk | undefined): Cursor {
  const last = chunk?.documents.at(-1);
  if (chunk === undefined || last === undefined) return { offset: 0, line: 0, index: 0 };
  const { document, startOffset, startLine, index } = last;
  return {
    offset: startOffset + document.text.length,
    line: startLine + document.lineCount,
    index: chunk.index + (index === undefined ? 0 : 1),
  };
}

/** Between two chunks stand separators, one line each. */
function lineAt(text: string, start: number, { offset, line }: Cursor): number {
  let found = line;
  for (let at = text.indexOf("\n", offset); at !== -1 && at < start; at = text.indexOf("\n", at + 1)) found += 1;
  return found;
}

/** Says where the documents of the next chunk stand. */
export function placedChunk(
  text: string,
  { start, end }: OffsetRange,
  found: readonly FoundDocument[],
  before: ReadChunk | undefined,
): ReadChunk {
  const isEmpty = found.every(({ document }) => document.empty);
  const behind = cursorBehind(before);
  const documents: PlacedDocument[] = [];
  let cursor = behind;
  for (const { document, start: startOffset } of found) {
    const startLine = lineAt(text, startOffset, cursor);
    documents.push({ document, startOffset, startLine, index: isEmpty ? undefined : behind.index });
    cursor = { ...cursor, offset: startOffset + document.text.length, line: startLine + document.lineCount };
  }
  return { start, end, documents, index: behind.index };
}

/** The same chunks, further up or down. */
export function movedChunks(
  text: string,
  chunks: readonly ReadChunk[],
  moved: number,
  before: ReadChunk | undefined,
): readonly ReadChunk[] {
  const first = chunks[0]?.documents[0];
  if (first === undefined) return chunks;
  const behind = cursorBehind(before);
  const lines = lineAt(text, first.startOffset + moved, behind) - first.startLine;
  const numbers = behind.index - (chunks[0]?.index ?? 0);
  if (moved === 0 && lines === 0 && numbers === 0) return chunks;
  return chunks.map(({ start, end, documents, index }) => ({
    start: start + moved,
    end: end + moved,
    index: index + numbers,
    documents: documents.map((placed) => ({
      document: placed.document,
      startOffset: placed.startOffset + moved,
      startLine: placed.startLine + lines,
      index: placed.index === undefined ? undefined : placed.index + numbers,
    })),
  }));
}
