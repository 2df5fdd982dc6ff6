import type { Path } from "../../shared/kubernetes/path.ts";
import type { ManifestDocument, Range, TreeNode } from "./model.ts";
import { lineEndOf, lineStartOf } from "./text.ts";

export interface PathAt {
  readonly path: Path;
  readonly on: "key" | "value";
}

/** What a node holds, as written: entries with their keys, items with their positions. */
interface Part {
  /** None: `<<`, or a template for a key. */
  readonly step: string | number | undefined;
  readonly hasPath: boolean;
  readonly key: Range | undefined;
  readonly start: number;
  readonly value: TreeNode;
  readonly alias: Range | undefined;
}

/**
 * The path at an offset of the document. On blanks, on a comment and on a word that is no entry yet, the indentation decides
 * which map or list would take what is typed there: its path, on `value`.
 */
export function pathAt(document: ManifestDocument, offset: number): PathAt {
  const { root, text } = document;
  if (root === undefined) return { path: [], on: "value" };
  const found = within(document, root, [], offset);
  if (found !== undefined) return found;
  const lineStart = lineStartOf(text, offset);
  const indent = text.slice(lineStart, lineEndOf(text, lineStart)).search(/[^ ]|$/);
  return {
    path: byIndentation(document, root, [], { offset, column: Math.min(indent, offset - lineStart) }),
    on: "value",
  };
}

function within(document: ManifestDocument, node: TreeNode, path: Path, offset: number): PathAt | undefined {
  if (node.type === "scalar") return contains(node, offset) ? { path, on: "value" } : undefined;
  const part = partBefore(node, offset);
  if (part === undefined) return undefined;
  const inside = part.step === undefined ? path : [...path, part.step];
  const isOnKey = part.key !== undefined && contains(part.key, offset);
  if (isOnKey) return { path: inside, on: part.step === undefined ? "value" : "key" };
  if (!part.hasPath) return contains(part.value, offset) ? { path, on: "value" } : undefined;
  const written = part.alias ?? part.value;
  const isEmpty = written.start === written.end;
  // Between `key:` or `-` and its value, or the rest of the line if there is none yet.
  if ((isEmpty || offset < written.start) && offset <= lineEndOf(document.text, part.start))
    return { path: inside, on: "value" };
  if (part.alias !== undefined) return contains(part.alias, offset) ? { path: inside, on: "value" } : undefined;
  const deeper = within(document, part.value, inside, offset);
  return deeper ?? (node.flow && contains(node, offset) ? { path, on: "value" } : undefined);
}

function byIndentation(
  document: ManifestDocument,
  node: TreeNode,
  path: Path,
  at: { readonly offset: number; readonly column: number },
): Path {
  const part = partBefore(node, at.offset);
  if (
    part === undefined ||
    part.alias !== undefined ||
    !part.hasPath ||
    isFlow(node) ||
    at.column <= columnOf(document, node.start)
  )
    return path;
  const inside = part.step === undefined ? path : [...path, part.step];
  const { value } = part;
  if (value.type === "scalar") return value.start === value.end ? inside : path;
  return at.column < columnOf(document, value.start) ? inside : byIndentation(document, value, inside, at);
}

function isFlow(node: TreeNode): boolean {
  return node.type !== "scalar" && node.flow;
}

/** The last part that starts at or before the offset. */
function partBefore(node: TreeNode, offset: number): Part | undefined {
  return partsOf(node).findLast((part) => part.start <= offset);
}

function partsOf(node: TreeNode): readonly Part[] {
  switch (node.type) {
    case "scalar":
      return [];
    case "sequence":
      return node.items.map((item, step) => ({
        step,
        key: undefined,
        start: item.start,
        value: item.value,
        alias: item.alias,
      }));
    case "map":
      return node.entries.map(({ key, keyRange, value, alias, merge, unknown }) => ({
        step: merge || unknown ? undefined : key,
        hasPath: !unknown,
        key: keyRange,
        start: keyRange.start,
        value,
        alias,
      }));
  }
}

function contains(range: Range, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

function columnOf(document: ManifestDocument, offset: number): number {
  return offset - lineStartOf(document.text, offset);
}
