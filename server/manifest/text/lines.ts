import { memo } from "../../../shared/basics/once.ts";
import type { ManifestDocument } from "./model.ts";
import { createLineTable } from "./text.ts";

/** The zero-based line of an offset of the document. */
export function lineIn(document: ManifestDocument, offset: number): number {
  return tableOf(document)(offset);
}

/** A document with thousands of findings asks for thousands of lines. */
const tableOf = memo(({ text }: ManifestDocument) => createLineTable(text));
