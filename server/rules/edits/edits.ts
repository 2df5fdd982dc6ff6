import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument, MapEntry, MapNode, TreeNode } from "../../manifest/text/model.ts";
import { lineEndOf, lineStartOf } from "../../manifest/text/text.ts";
import type { FieldFix, FieldValue, Fix, RemovalFix, WordsFix } from "../core/model.ts";
import { rangeOfField } from "./removal.ts";
import { blockScalar, inlineText, isBlock, type TextStyle, writeField } from "./write-field.ts";

/** Offsets in the document. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/**
 * The edit that makes a fix, in the style of what stands around it; comments and everything else stay.
 * Undefined if there is no edit that touches this one place only, for example because the value comes through an alias.
 */
export function editsOf(document: ManifestDocument, fix: Fix): readonly TextEdit[] | undefined {
  if (fix.kind === "set-field") return fieldEdits(document, fix);
  if (fix.kind === "remove-field") return removalEdits(document, fix);
  return wordEdits(document, fix.kind === "replace-words" ? fix.words : [fix]);
}

function removalEdits(document: ManifestDocument, { path, field }: RemovalFix): readonly TextEdit[] | undefined {
  const map = ownMapAt(document.root, path);
  const range = map && rangeOfField(document, map, field);
  return range && [{ ...range, newText: "" }];
}

function wordEdits({ text }: ManifestDocument, words: WordsFix["words"]): readonly TextEdit[] | undefined {
  const isThere = words.every(({ start, end, wrong }) => text.slice(start, end) === wrong);
  return isThere ? words.map(({ start, end, right }) => ({ start, end, newText: right })) : undefined;
}

function fieldEdits(document: ManifestDocument, { path, field, value }: FieldFix): readonly TextEdit[] | undefined {
  const map = ownMapAt(document.root, path);
  if (map === undefined) return undefined;
  const written = map.entries.filter((entry) => !entry.merge && !entry.unknown && entry.key === field);
  const [entry] = written;
  // Where a text cannot be read, nobody knows where a map ends.
  if (entry === undefined) return document.problems.length > 0 ? undefined : insertion(document, map, field, value);
  const indent = indentOf(document, map);
  const style = { ...styleOf(document, map), indent: indent ?? "", ...(indent === undefined && { flow: true }) };
  return written.length === 1 ? replacement(document, entry, value, style) : undefined;
}

/** The map that is written at the path itself, not somewhere else under an anchor. */
export function ownMapAt(root: TreeNode | undefined, path: Path): MapNode | undefined {
  let node = root;
  for (const step of path) {
    const child = node && writtenChild(node, step);
    if (child === undefined || child.alias !== undefined) return undefined;
    node = child.value;
  }
  return node?.type === "map" ? node : undefined;
}

function writtenChild(node: TreeNode, step: string | number): Pick<MapEntry, "value" | "alias"> | undefined {
  if (node.type === "sequence") return typeof step === "number" ? node.items[step] : undefined;
  if (node.type === "scalar") return undefined;
  return node.entries.findLast((entry) => !entry.merge && !entry.unknown && entry.key === step);
}

function replacement(
  { text }: ManifestDocument,
  { keyRange, value, alias }: MapEntry,
  written: FieldValue,
  style: TextStyle,
): readonly TextEdit[] | undefined {
  if (alias !== undefined || value.type !== "scalar" || value.start === value.end) return undefined;
  const isText = typeof written === "string";
  if (value.style === "block" && !isText) return undefined;
  // A tag would change what the new value means, an anchor may be used elsewhere.
  if (/[!&]/.test(text.slice(keyRange.end, value.start))) return undefined;
  const newText = isText && isBlock(written, style) ? blockScalar(written, style) : inlineText(written, style);
  return [{ start: value.start, end: value.end, newText }];
}

function insertion(
  document: ManifestDocument,
  map: MapNode,
  field: string,
  value: FieldValue,
): readonly TextEdit[] | undefined {
  const last = map.entries.at(-1);
  const style = styleOf(document, map);
  if (last === undefined) {
    return map.flow ? [{ start: map.start, end: map.end, newText: `{${writeField(field, value, style)}}` }] : undefined;
  }
  const end = (last.alias ?? last.value).end;
  if (map.flow) return [at(end, `,${separatorBefore(document, last)}${writeField(field, value, style)}`)];
  const lineEnd = lineEndOf(document.text, end);
  const indent = indentOf(document, map);
  return indent === undefined
    ? undefined
    : [
        at(
          lineEnd,
          `${style.eol}${indent}${writeField(field, value, { ...style, indent, like: likeOf(map, field, value) })}`,
        ),
      ];
}

/** The last map or list beside a new one; of a probe another probe, because other maps are shorter. */
function likeOf({ entries }: MapNode, field: string, value: FieldValue): TreeNode | undefined {
  const type = Array.isArray(value) ? "sequence" : "map";
  const isProbe = field.endsWith("Probe");
  const like = entries.findLast(
    (entry) =>
      entry.value.type === type && !entry.merge && entry.alias === undefined && entry.key.endsWith("Probe") === isProbe,
  );
  return like?.value;
}

/** Siblings on lines of their own: so is the new one. */
function separatorBefore({ text }: ManifestDocument, { keyRange }: MapEntry): string {
  const lineStart = lineStartOf(text, keyRange.start);
  const before = text.slice(lineStart, keyRange.start);
  return before.trim() === "" && lineStart > 0 ? `${eolOf(text)}${before}` : " ";
}

/** What stands before the keys of a block map: the dash of a list item counts as blanks. */
export function indentOf({ text }: ManifestDocument, map: MapNode): string | undefined {
  const first = map.entries[0]?.keyRange.start ?? map.start;
  const before = text.slice(lineStartOf(text, first), first);
  return /^[ -]*$/.test(before) ? " ".repeat(before.length) : undefined;
}

function styleOf({ text }: ManifestDocument, map: MapNode): TextStyle {
  const [first] = map.entries;
  const isJson = map.flow && (first === undefined ? /^\s*[{[]/.test(text) : text[first.keyRange.start] === '"');
  return { eol: eolOf(text), indent: "", flow: map.flow, json: isJson };
}

export function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function at(offset: number, newText: string): TextEdit {
  return { start: offset, end: offset, newText };
}
