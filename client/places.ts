import * as vscode from "vscode";
import type { PodRequestParams } from "../shared/protocol/requests.ts";
import type { Position, Range } from "../shared/protocol/values.ts";

/** The active editor's cursor, if a YAML file is open there. */
export function cursorPlace(): PodRequestParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.languageId !== "yaml") return undefined;
  return { uri: editor.document.uri.toString(), position: toPosition(editor.selection.active) };
}

export function toPosition({ line, character }: vscode.Position): Position {
  return { line, character };
}

export function toEditorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
