import * as vscode from "vscode";
import type { Writing } from "../../shared/protocol/values/values.ts";
import { toEditorRange } from "./places.ts";

/** Makes edits that the server worked out, as one step to undo. False: the document was changed meanwhile, and nothing is done. */
export async function applyEdits(uri: vscode.Uri, { version, edits }: Omit<Writing, "message">): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    edits.map(({ range, newText }) => vscode.TextEdit.replace(toEditorRange(range), newText)),
  );
  return vscode.workspace.applyEdit(edit);
}
