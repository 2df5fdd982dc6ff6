import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument, TreeNode } from "./model.ts";
import { lastIndexWhere } from "./search.ts";
import { lineEndOf, lineStartOf } from "./text.ts";

interface PathAt {
  readonly path: Path;
  readonly on: "key" | "value";
}

/** An entry of a map or an item of a list, as written. */
interface Part {
  /** Steps that it adds to the path: none for `<<`; undefined if its key is a template, so that nothing inside has a path. */
  readonly steps: Path | undefined;
  readonly key: OffsetRange | undefined;
  readonly start: number;
  readonly value: TreeNode;
  readonly alias: OffsetRange | undefined;
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
  const column = Math.min(indent, offset - lineStart);
  return { path: byIndentation(document, root, [], { offset, column }), on: "value" };
}

function within(document: ManifestDocument, node: TreeNode, path: Path, offset: number): PathAt | undefined {
  const part = partBefore(node, offset);
  if (part?.steps === undefined) return contains(part?.value ?? node, offset) ? { path, on: "value" } : undefined;
  const inside = [...path, ...part.steps];
  if (part.key !== undefined && contains(part.key, offset))
    return { path: inside, on: part.steps.length === 0 ? "value" : "key" };
  if (isBeforeValue(document, part, offset) || (part.alias !== undefined && contains(part.alias, offset)))
    return { path: inside, on: "value" };
  const deeper = part.alias === undefined ? within(document, part.value, inside, offset) : undefined;
  return deeper ?? (isFlow(node) && contains(node, offset) ? { path, on: "value" } : undefined);
}

/** Between `key:` or `-` and the value on the same line, or on the rest of the line if there is no value yet. */
function isBeforeValue({ text }: ManifestDocument, { start, value, alias }: Part, offset: number): boolean {
  const written = alias ?? value;
  return (written.start === written.end || offset < written.start) && offset <= lineEndOf(text, start);
}

function byIndentation(
  document: ManifestDocument,
  node: TreeNode,
  path: Path,
  at: { readonly offset: number; readonly column: number },
): Path {
  const part = partBefore(node, at.offset);
  if (part?.steps === undefined || part.alias !== undefined || isFlow(node)) return path;
  if (at.column <= columnOf(document, node.start)) return path;
  const inside = [...path, ...part.steps];
  const { value } = part;
  if (value.type === "scalar") return value.start === value.end ? inside : path;
  return at.column < columnOf(document, value.start) ? inside : byIndentation(document, value, inside, at);
}

/** The last part that starts at or before the offset; none in a scalar. */
function partBefore(node: TreeNode, offset: number): Part | undefined {
  if (node.type === "scalar") return undefined;
  if (node.type === "sequence") {
    const index = lastIndexWhere(node.items, ({ start }) => start <= offset);
    const item = node.items[index];
    return item && { steps: [index], key: undefined, ...item };
  }
  const entry = node.entries[lastIndexWhere(node.entries, ({ keyRange }) => keyRange.start <= offset)];
  if (entry === undefined) return undefined;
  const { key, keyRange, value, alias, merge, unknown } = entry;
  return { steps: unknown ? undefined : merge ? [] : [key], key: keyRange, start: keyRange.start, value, alias };
}

function isFlow(node: TreeNode): boolean {
  return node.type !== "scalar" && node.flow;
}

function contains(range: OffsetRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}

function columnOf(document: ManifestDocument, offset: number): number {
  return offset - lineStartOf(document.text, offset);
}
