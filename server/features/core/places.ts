import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { memo } from "../../../shared/basics/once.ts";
import type { Manifest, PlacedDocument } from "../../manifest/text/model.ts";
import { lastIndexWhere } from "../../manifest/text/search.ts";
import type { Context } from "./feature.ts";

/** The document of the file that a position is in, and the offset from that document's start. */
export function documentAt(
  { document, manifest }: Pick<Context, "document" | "manifest">,
  position: Position,
): { placed: PlacedDocument; offset: number } | undefined {
  const offset = document.offsetAt(position);
  const placed = manifest.documents[lastIndexWhere(manifest.documents, ({ startOffset }) => startOffset <= offset)];
  return placed && { placed, offset: offset - placed.startOffset };
}

/** The documents that have a line in the range. In JSON, several can stand on one line. */
export function documentsIn({ documents }: Manifest, range: Range): readonly PlacedDocument[] {
  let from = lastIndexWhere(documents, ({ startLine }) => startLine <= range.start.line);
  while (from > 0 && reaches(documents[from - 1], range.start.line)) from -= 1;
  const to = lastIndexWhere(documents, ({ startLine }) => startLine <= range.end.line);
  return documents.slice(Math.max(0, from), to + 1);
}

function reaches(placed: PlacedDocument | undefined, line: number): boolean {
  return (
    placed !== undefined && placed.startLine + placed.document.lineCount >= line && !placed.document.text.endsWith("\n")
  );
}

const indexesIn = memo(
  ({ documents }: Manifest): ReadonlyMap<PlacedDocument, number> =>
    new Map(documents.map((each, index) => [each, index])),
);

/** Which document of the file it is, from 0. */
export function indexIn(manifest: Manifest, placed: PlacedDocument): number {
  return indexesIn(manifest).get(placed) ?? -1;
}

/** OffsetRange of a document as a range of the file. */
export function rangeInFile(
  { document }: Pick<Context, "document">,
  placed: PlacedDocument,
  offsets: OffsetRange,
): Range {
  const positionAt = (offset: number) => positionOf(document, placed.startOffset + offset);
  return { start: positionAt(offsets.start), end: positionAt(offsets.end) };
}

/** The start needs no table of lines, which a file that is too large to be read would pay with a second. */
export function positionOf(document: TextDocument, offset: number): Position {
  return offset === 0 ? { line: 0, character: 0 } : document.positionAt(offset);
}
