import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Position,
  type Range,
  type WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { ignoreEverywhere, ignoreHere, turnedOff } from "../../repairs/ignore-comments.ts";
import { isRuleId, type RuleId } from "../../rule-ids/ids.ts";
import type { TextEdit } from "../../rules/edits/edits.ts";
import { nameOf, projectFileName } from "../../schema/files/find-project.ts";
import type { Context, Feature } from "../core/feature.ts";
import { documentAt, rangeInFile } from "../core/places.ts";
import { isJson } from "../core/read-manifest.ts";
import { source } from "../diagnostics/findings.ts";

/** A kind of its own below the quick fixes: nothing is repaired. */
export const silenceKind = `${CodeActionKind.QuickFix}.ignore`;

/** What says how a file is read cannot be silenced in it. */
const unsilenced: ReadonlySet<RuleId> = new Set(["yaml-syntax", "scenario-syntax", "project-file", "unused-ignore"]);

/** Whoever selects a whole file reads no menu of all its findings, and each takes another reading of the file. */
const silencedMax = 5;

/** For somebody who disagrees with a finding: a comment at its place or for the whole file, or a line of the project file. */
export const silencing: Feature = {
  name: "silencing",
  worksInJson: true,
  codeActions(context, { range, diagnostics, wants }) {
    if (!wants(silenceKind) || nameOf(context.document.uri) === projectFileName) return [];
    const silenced = diagnostics.flatMap((diagnostic) => {
      const rule = diagnostic.source === source && touches(diagnostic.range, range) ? String(diagnostic.code) : "";
      return isRuleId(rule) && !unsilenced.has(rule) ? [{ diagnostic, rule }] : [];
    });
    return silenced
      .slice(0, silencedMax)
      .flatMap(({ diagnostic, rule }) => [
        ...inComments(context, diagnostic, rule),
        ...inProject(context, diagnostic, rule),
      ]);
  },
};

function touches(one: Range, other: Range): boolean {
  return !isBefore(one.end, other.start) && !isBefore(other.end, one.start);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

function inComments(context: Context, diagnostic: Diagnostic, rule: RuleId): readonly CodeAction[] {
  const at = documentAt(context, diagnostic.range.start);
  if (isJson(context.document) || at === undefined) return [];
  const { placed, offset } = at;
  const found = { rule, start: offset };
  const others = context.manifest.documents.filter(({ document }) => document !== placed.document && !document.empty);
  const where = others.length === 0 ? "file" : "document";
  const edits: readonly (readonly [string, TextEdit | undefined])[] = [
    [`Ignore here (${rule})`, ignoreHere(placed.document, found)],
    [`Ignore in this ${where} (${rule})`, ignoreEverywhere(placed.document, found)],
  ];
  return edits.flatMap(([title, edit]) => {
    if (edit === undefined) return [];
    const changes = { [context.document.uri]: [{ range: rangeInFile(context, placed, edit), newText: edit.newText }] };
    return [action(title, diagnostic, { changes })];
  });
}

function inProject({ settings, client }: Context, diagnostic: Diagnostic, rule: RuleId): readonly CodeAction[] {
  const { project, newProjectUri } = settings;
  const title = `Turn off in the project (${rule})`;
  if (project !== undefined) {
    const edit = turnedOff(project.text, rule);
    if (edit === undefined) return [];
    const positions = TextDocument.create(project.uri, "yaml", 0, project.text);
    const range = { start: positions.positionAt(edit.start), end: positions.positionAt(edit.end) };
    return [action(title, diagnostic, { changes: { [project.uri]: [{ range, newText: edit.newText }] } })];
  }
  const edit = turnedOff("", rule);
  if (newProjectUri === undefined || edit === undefined || !client.createsFiles) return [];
  const start = { line: 0, character: 0 };
  const textDocument = { uri: newProjectUri, version: null };
  const documentChanges = [
    { kind: "create" as const, uri: newProjectUri, options: { ignoreIfExists: true } },
    { textDocument, edits: [{ range: { start, end: start }, newText: edit.newText }] },
  ];
  return [action(title, diagnostic, { documentChanges })];
}

function action(title: string, diagnostic: Diagnostic, edit: WorkspaceEdit): CodeAction {
  return { title, kind: silenceKind, diagnostics: [diagnostic], edit };
}
