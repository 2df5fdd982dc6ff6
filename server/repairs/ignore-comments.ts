import { parseManifest } from "../manifest/documents/parse.ts";
import { lineIn } from "../manifest/text/lines.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import { lineEndOf, lineStartOf } from "../manifest/text/text.ts";
import type { RuleId } from "../rule-ids/ids.ts";
import { type Ignore, ignoresOf, notIgnored } from "../rules/core/ignores.ts";
import { editsOf, eolOf, type TextEdit } from "../rules/edits/edits.ts";

/** What a rule found: its id, and where that begins in the document. */
interface Found {
  readonly rule: RuleId;
  readonly start: number;
}

/** The comment that makes the rule silent at one place; undefined if none does, for example inside of a text of several lines. */
export function ignoreHere(document: ManifestDocument, found: Found): TextEdit | undefined {
  const line = lineIn(document, found.start);
  const beside = ignoresOf(document).findLast(({ lines }) => lines !== "all" && lines.includes(line));
  const edits = [...(beside === undefined ? [] : [added(beside, found.rule)]), ...onOwnLine(document, found)];
  return edits.find((edit) => isSilentThere(document, found, edit));
}

/** The comment above all that makes the rule silent in the whole document. */
export function ignoreEverywhere(document: ManifestDocument, found: Found): TextEdit | undefined {
  const { root, text } = document;
  if (root === undefined) return undefined;
  const above = ignoresOf(document).findLast(({ lines }) => lines === "all");
  const start = lineStartOf(text, root.start);
  const edit = above === undefined ? inserted(start, `${comment(found.rule)}${eolOf(text)}`) : added(above, found.rule);
  return isSilentThere(document, found, edit, "all") ? edit : undefined;
}

function comment(rule: RuleId): string {
  return `# cadence: ignore ${rule}`;
}

/** Behind the last rule of a comment. */
function added({ end }: Ignore, rule: RuleId): TextEdit {
  return inserted(end, `, ${rule}`);
}

function inserted(offset: number, newText: string): TextEdit {
  return { start: offset, end: offset, newText };
}

/** Above the line, or at its end. */
function onOwnLine({ text }: ManifestDocument, { rule, start }: Found): readonly TextEdit[] {
  const lineStart = lineStartOf(text, start);
  const indent = /^ */.exec(text.slice(lineStart, start))?.[0] ?? "";
  return [
    inserted(lineStart, `${indent}${comment(rule)}${eolOf(text)}`),
    inserted(lineEndOf(text, start), `  ${comment(rule)}`),
  ];
}

/** Whether the reader sees a comment in what was written, and not a part of a text; one for all lines only where that is wanted. */
function isSilentThere(
  { text, listItem }: ManifestDocument,
  { rule, start }: Found,
  edit: TextEdit,
  wanted: "all" | "here" = "here",
): boolean {
  // Lines between the items of a list that was cut belong to neither.
  if (listItem !== undefined) return false;
  const after = `${text.slice(0, edit.start)}${edit.newText}${text.slice(edit.end)}`;
  const [placed, another] = parseManifest(after, undefined, { all: true }).documents;
  if (placed === undefined || another !== undefined) return false;
  const ignores = ignoresOf(placed.document).filter((ignore) => (ignore.lines === "all") === (wanted === "all"));
  const moved = { rule, start: edit.start <= start ? start + edit.newText.length : start };
  return notIgnored(placed.document, [moved], ignores).length === 0;
}

/** The edit of a project file that turns a rule off; undefined where its text has no place for that. */
export function turnedOff(projectText: string, rule: RuleId): TextEdit | undefined {
  const eol = eolOf(projectText);
  const [placed, another] = parseManifest(projectText, undefined, { all: true }).documents;
  if (another !== undefined) return undefined;
  const root = placed?.document.root;
  if (placed === undefined || root === undefined || (root.type === "scalar" && root.value === null)) {
    const isOnNewLine = projectText === "" || projectText.endsWith("\n");
    return inserted(projectText.length, `${isOnNewLine ? "" : eol}rules:${eol}  ${rule}: off${eol}`);
  }
  const { document, startOffset } = placed;
  const set = { kind: "set-field", title: "" } as const;
  const edits =
    editsOf(document, { ...set, path: ["rules"], field: rule, value: "off" }) ??
    editsOf(document, { ...set, path: [], field: "rules", value: { [rule]: "off" } });
  const [edit] = edits ?? [];
  if (edit === undefined) return undefined;
  // The reader of project files takes the word without quotes, as its documentation writes it.
  const newText = edit.newText.replace(/"off"/, "off");
  return { start: edit.start + startOffset, end: edit.end + startOffset, newText };
}
