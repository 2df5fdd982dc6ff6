import type { ManifestDocument } from "./model.ts";
import { createLineTable } from "./text.ts";

const tables = new WeakMap<ManifestDocument, (offset: number) => number>();

/** The zero-based line of an offset of the document, from a table that is made once. */
export function lineIn(document: ManifestDocument, offset: number): number {
  const table = tables.get(document) ?? createLineTable(document.text);
  tables.set(document, table);
  return table(offset);
}
