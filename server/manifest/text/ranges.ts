import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { memo } from "../../../shared/basics/once.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument, MapNode, SequenceNode, TreeNode } from "./model.ts";
import { lastIndexWhere } from "./search.ts";
import { lineEndOf } from "./text.ts";
import { entryOf } from "./values.ts";

export interface PathRange extends OffsetRange {
  /** The range is that of an alias; this is the place that it leads to. */
  readonly related?: OffsetRange;
}

interface Child {
  readonly node: TreeNode;
  readonly key: OffsetRange;
  /** The alias after `<<` through which the key comes. */
  readonly via: OffsetRange | undefined;
  /** The alias that stands for the value. */
  readonly alias: OffsetRange | undefined;
}

/**
 * Where a path of the document stands. One that is not there gives the key of its deepest existing ancestor; so does a value that is empty.
 * The key of a list item is its first line. Through an alias or `<<` it is the place of the alias, with what it leads to as related.
 */
export function rangeOf(document: ManifestDocument, path: Path, on: "key" | "value"): PathRange {
  if (document.root === undefined) return { start: 0, end: 0 };
  let node = document.root;
  let key: PathRange = firstLine(document, document.root);
  let use: OffsetRange | undefined;
  let value: PathRange = node;
  for (const step of path) {
    const child = childOf(document, node, step);
    if (child === undefined) return key;
    use ??= child.via;
    key = through(use, child.key);
    use ??= child.alias;
    value = through(use, child.node);
    node = child.node;
  }
  const isEmpty = node.start === node.end && value.related === undefined;
  return on === "key" || isEmpty
    ? key
    : { start: value.start, end: value.end, ...(value.related && { related: value.related }) };
}

/** The node at a path, through aliases and merges. */
export function nodeAt(document: ManifestDocument, path: Path): TreeNode | undefined {
  let node = document.root;
  for (const step of path) node = node && childOf(document, node, step)?.node;
  return node;
}

/** Whether a template or a variable decides what stands at the path, so that nothing can be said about it. */
export function isUnknownAt(document: ManifestDocument, path: Path): boolean {
  let node = document.root;
  for (const step of path) {
    const child = node && childOf(document, node, step);
    if (child === undefined) return document.templated || isUnknown(node);
    node = child.node;
  }
  return isUnknown(node);
}

/** Whether somebody fills in anything below the path. */
export function holdsUnknownAt(document: ManifestDocument, path: Path): boolean {
  const node = nodeAt(document, path);
  return node !== undefined && holdsUnknown(node);
}

export function holdsUnknown(node: TreeNode): boolean {
  if (node.type === "scalar") return node.unknown;
  const values = node.type === "map" ? node.entries.map(({ value }) => value) : node.items.map(({ value }) => value);
  return values.some(holdsUnknown);
}

function isUnknown(node: TreeNode | undefined): boolean {
  return node?.type === "scalar" && node.unknown;
}

function through(use: OffsetRange | undefined, { start, end }: OffsetRange): PathRange {
  return use === undefined ? { start, end } : { start: use.start, end: use.end, related: { start, end } };
}

function childOf(document: ManifestDocument, node: TreeNode, step: string | number): Child | undefined {
  if (node.type === "map" && typeof step === "string") {
    const found = entryOf(node, step);
    return found && { node: found.entry.value, key: found.entry.keyRange, via: found.via, alias: found.entry.alias };
  }
  if (node.type !== "sequence" || typeof step !== "number") return undefined;
  const item = node.items[step];
  if (item === undefined) return undefined;
  const end = item.alias?.end ?? endOnLine(item.value, lineEndOf(document.text, item.value.start));
  return {
    node: item.value,
    key: { start: item.start, end: Math.max(item.start + 1, end) },
    via: undefined,
    alias: item.alias,
  };
}

/** Of the document, for an item of a list from its dash: code lenses ask for it again and again. */
const firstLine = memo((document: ManifestDocument, root: TreeNode): OffsetRange => {
  const start = document.listItem?.indent ?? root.start;
  return { start, end: endOnLine(root, lineEndOf(document.text, root.start)) };
});

/** Where the part of a node ends that stands before the end of its first line; a comment is no part of it. */
function endOnLine(node: TreeNode, lineEnd: number): number {
  if (node.end <= lineEnd) return node.end;
  if (node.type === "scalar") return lineEnd;
  const last = lastPartBefore(node, lineEnd);
  if (last === undefined) return Math.min(node.start + 1, lineEnd);
  if (last.alias !== undefined) return Math.min(last.alias.end, lineEnd);
  const { value } = last;
  return value.start < lineEnd && value.end > value.start ? endOnLine(value, lineEnd) : Math.min(last.end, lineEnd);
}

/** The last entry or item that starts before the offset, with the end of its key or dash. */
function lastPartBefore(
  node: MapNode | SequenceNode,
  offset: number,
): { readonly value: TreeNode; readonly alias: OffsetRange | undefined; readonly end: number } | undefined {
  if (node.type === "map") {
    const entry = node.entries[lastIndexWhere(node.entries, ({ keyRange }) => keyRange.start < offset)];
    return entry && { value: entry.value, alias: entry.alias, end: entry.keyRange.end };
  }
  const item = node.items[lastIndexWhere(node.items, ({ start }) => start < offset)];
  return item && { value: item.value, alias: item.alias, end: item.start + 1 };
}
