import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ListItem } from "../text/model.ts";
import { hasConflictMarkers } from "../text/templates.ts";
import { lineEndOf, lineStartOf } from "../text/text.ts";

/** A list of objects, cut into what stands before its items, the items with what follows each, and what stands after them. */
export interface CutList {
  /** Below the key `items`, the lines of the whole list, in order. */
  readonly parts: readonly ListPart[];
}

export interface ListPart extends OffsetRange {
  readonly listItem: ListItem | "frame";
}

/** A shorter one is read as quickly as a whole. */
export const lengthMin = 16_000;

/**
 * Cuts a `List` in block style by the indentation of its dashes, so that an edit in one item leaves the others as they are.
 * Undefined if it is not one, or an item may need something outside of it (anchors, templates, comments of a scenario between items).
 */
export function cutList(text: string, { start, end }: OffsetRange): CutList | undefined {
  if (end - start < lengthMin) return undefined;
  const items = itemsKey(text, start, end);
  if (items === undefined) return undefined;
  const first = /[ \t]*(?:#[^\n]*)?\r?\n( *)- /y;
  first.lastIndex = items;
  const indent = first.exec(text)?.[1];
  if (indent === undefined || first.lastIndex > end) return undefined;
  const itemsStart = lineStartOf(text, first.lastIndex);
  const itemsEnd = endOfItems(text, { start: itemsStart, end }, indent.length);
  const frame = text.slice(start, itemsStart) + text.slice(itemsEnd, end);
  const list = headerOf(frame);
  if (list === undefined) return undefined;
  const starts = startsOfItems(text, { start: itemsStart, end: itemsEnd }, indent);
  return {
    parts: [
      { start, end: itemsStart, listItem: "frame" },
      ...starts.map((from, index) => ({
        start: from,
        end: starts[index + 1] ?? itemsEnd,
        listItem: { ...list, index, indent: indent.length },
      })),
      ...(itemsEnd === end ? [] : [{ start: itemsEnd, end, listItem: "frame" as const }]),
    ],
  };
}

/** An outline names a kubelet configuration by its place in the file. */
const kubeletWords =
  /KubeletConfiguration|kubelet\.config\.k8s\.io|kubelet(?:Extra)?Config\b|workerProfiles|\bNodeConfig\b|\bEC2NodeClass\b|\bextraConfig\b/;

/** Whether an item means the same alone, as a document. `indent` is that of its dash; undefined if it is JSON. */
export function isIndependent(text: string, indent: number | undefined): boolean {
  if (indent === undefined) return !kubeletWords.test(text) && !hasConflictMarkers(text);
  if (!/^ *- +["']?[A-Za-z]/.test(text)) return false;
  // An anchor may be used in another item; a template may hold the list together.
  if (
    /[:,[{?-][ \t]+[&*]\w|^[ \t]*[&*]\w|[[{,][&*]\w|\{\{|\{%|<<<<<<<|>>>>>>>|=======|KubeletConfiguration/m.test(text)
  )
    return false;
  return !text.includes("cadence:") || !speaksOutside(text, indent);
}

/** A comment between two items, or above the next one. */
function speaksOutside(text: string, indent: number): boolean {
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.some((line, index) => {
    const column = line.search(/\S/);
    return line.includes("cadence:") && line[column] === "#" && (column <= indent || index === last);
  });
}

/** Offset behind the colon. */
function itemsKey(text: string, start: number, end: number): number | undefined {
  const key = "items:";
  if (text.startsWith(key, start)) return start + key.length;
  const found = text.indexOf(`\n${key}`, start);
  return found === -1 || found >= end ? undefined : found + 1 + key.length;
}

/** The start of the first line that belongs to no item. */
function endOfItems(text: string, { start, end }: OffsetRange, indent: number): number {
  const outside = new RegExp(`\\n(?! {${indent + 1}}| {${indent}}- | *\\r?(?:\\n|#|$))`, "g");
  outside.lastIndex = start;
  const found = outside.exec(text);
  return found === null || found.index + 1 >= end ? end : found.index + 1;
}

function startsOfItems(text: string, { start, end }: OffsetRange, indent: string): readonly number[] {
  const starts = [start];
  const dash = `\n${indent}- `;
  for (let at = text.indexOf(dash, start); at !== -1 && at + 1 < end; at = text.indexOf(dash, at + 1))
    if (at + 1 > start) starts.push(at + 1);
  return starts;
}

/** What an item inherits from the list. Undefined if more than plain fields surround the items. */
function headerOf(frame: string): Pick<ListItem, "kind" | "apiVersion"> | undefined {
  if (/[&*]\w|\{\{|cadence:|KubeletConfiguration|^[^\s\w#-]|^\w[^:\n]*$/m.test(frame)) return undefined;
  if (frame.match(/^items:/gm)?.length !== 1) return undefined;
  const kind = /^kind:[ \t]*["']?(\w*List)["']?[ \t]*\r?$/m.exec(frame)?.[1];
  const apiVersion = /^apiVersion:[ \t]*["']?([\w./-]+)["']?[ \t]*\r?$/m.exec(frame)?.[1];
  if (kind === undefined || apiVersion === undefined) return undefined;
  return { kind: kind.slice(0, -"List".length), apiVersion: kind === "List" ? "" : apiVersion };
}

/** The text with a blank in the place of the item's dash, so that it reads as a document. */
export function withoutDash(text: string): string {
  const dash = text.indexOf("-");
  return dash === -1 || dash > lineEndOf(text, 0) ? text : `${text.slice(0, dash)} ${text.slice(dash + 1)}`;
}
