import {
  type CodeAction,
  CodeActionKind,
  type Range,
  StringValue,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { lineStartOf } from "../../manifest/text/text.ts";
import { plainText } from "../../repairs/judge.ts";
import type { Part, Refactoring, SnippetEdit } from "../../repairs/model.ts";
import { refactoringsAt } from "../../repairs/refactorings.ts";
import { isRuleId } from "../../rule-ids/ids.ts";
import { rules } from "../../rules/index.ts";
import type { ActionRequest, Context, Feature } from "../core/feature.ts";
import { documentsIn, rangeInFile } from "../core/places.ts";
import { analyzed } from "../core/subjects.ts";
import { source } from "../diagnostics/findings.ts";

/** Other ways to write what stands at the cursor, for lightbulb and refactor menu. */
export const refactorings: Feature = {
  name: "refactorings",
  *codeActions(context, request) {
    const fixes = request.wants(CodeActionKind.QuickFix) ? repairsOf(context, request) : [];
    const rewrites = request.wants(CodeActionKind.RefactorRewrite) ? actionsAt(context, request.range) : [];
    // A menu with both has it once.
    for (const rewrite of rewrites) if (!fixes.some(({ title }) => title === rewrite.title)) yield rewrite;
    yield* fixes;
  },
};

/** Mistakes whose repair is a refactoring. */
function repairsOf(context: Context, { diagnostics }: ActionRequest): readonly CodeAction[] {
  return diagnostics.flatMap((diagnostic) => {
    const rule = diagnostic.source === source ? diagnostic.code : undefined;
    const title = typeof rule === "string" && isRuleId(rule) ? rules[rule].refactoring : undefined;
    const actions = title === undefined ? [] : actionsAt(context, diagnostic.range);
    return [...actions]
      .filter((action) => action.title === title)
      .map((action) => ({ ...action, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] }));
  });
}

function* actionsAt(context: Context, range: Range): Generator<CodeAction> {
  const [placed, another] = documentsIn(context.manifest, range);
  if (placed === undefined || another !== undefined) return;
  const { document, client } = context;
  const offsets = {
    start: document.offsetAt(range.start) - placed.startOffset,
    end: document.offsetAt(range.end) - placed.startOffset,
  };
  for (const refactoring of refactoringsAt(analyzed(context, placed), offsets))
    if (client.snippetEdits || !refactoring.asks) yield actionOf(context, placed, refactoring);
}

function actionOf(context: Context, placed: PlacedDocument, { title, edits }: Refactoring): CodeAction {
  const hasStops = edits.some(({ parts }) => parts.some((part) => typeof part !== "string"));
  const write = hasStops && context.client.snippetEdits ? withSnippets : plain;
  return { title, kind: CodeActionKind.RefactorRewrite, edit: write(context, placed, edits) };
}

function plain(context: Context, placed: PlacedDocument, edits: readonly SnippetEdit[]): WorkspaceEdit {
  const changes = edits.map((edit) => ({ range: rangeInFile(context, placed, edit), newText: plainText(edit.parts) }));
  return { changes: { [context.document.uri]: changes } };
}

function withSnippets(context: Context, placed: PlacedDocument, edits: readonly SnippetEdit[]): WorkspaceEdit {
  const { uri, version } = context.document;
  const changes = edits.map((edit) => {
    const { parts, ...offsets } = fromLineStart(placed, edit);
    return { range: rangeInFile(context, placed, offsets), snippet: StringValue.createSnippet(snippetOf(parts)) };
  });
  const change: TextDocumentEdit = { textDocument: { uri, version }, edits: changes };
  return { documentChanges: [change] };
}

/** VS Code puts the blanks that stand before a snippet before each of its lines: there are none at the start of a line. */
function fromLineStart({ document: { text } }: PlacedDocument, { start, end, parts }: SnippetEdit): SnippetEdit {
  const from = plainText(parts).includes("\n") ? lineStartOf(text, start) : start;
  return { start: from, end, parts: [text.slice(from, start), ...parts] };
}

function snippetOf(parts: readonly Part[]): string {
  let stops = 0;
  const written = parts.map((part) => {
    if (typeof part === "string") return part.replace(/[\\$}]/g, "\\$&");
    stops += 1;
    return `\${${stops}:${part.placeholder.replace(/[\\$}]/g, "\\$&")}}`;
  });
  return written.join("");
}
