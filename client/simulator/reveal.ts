import * as vscode from "vscode";
import type { Range } from "../../shared/protocol/values/values.ts";
import { toEditorRange } from "../basics/places.ts";

/** Shows a place of a manifest: where the manifest is visible already, else beside the panel. Highlights it until the cursor moves on. With `focus` the editor gets it. */
export async function revealRange(uri: string, place: Range, focus: boolean): Promise<void> {
  const range = toEditorRange(place);
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  // Who goes through the lanes has not asked for an editor.
  if (visible === undefined && !focus) return;
  const document = visible?.document ?? (await vscode.workspace.openTextDocument(vscode.Uri.parse(uri)));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    preserveFocus: !focus,
    selection: new vscode.Range(range.start, range.start),
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  highlight(editor, range);
}

function highlight(editor: vscode.TextEditor, range: vscode.Range): void {
  const decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  editor.setDecorations(decoration, [range]);
  const subscription = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    if (textEditor !== editor || selections[0]?.active.isEqual(range.start) === true) return;
    decoration.dispose();
    subscription.dispose();
  });
}
