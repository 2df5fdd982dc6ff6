import * as vscode from "vscode";
import type { PodPlace } from "../../shared/protocol/request.ts";
import type { Position, Range } from "../../shared/protocol/values/values.ts";
import { isManifestLanguage } from "./languages.ts";

/** The active editor's cursor, if a file is open there that could be a manifest. */
export function cursorPlace(): PodPlace | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isManifestLanguage(editor.document.languageId)) return undefined;
  return { uri: editor.document.uri.toString(), position: toPosition(editor.selection.active) };
}

export function toPosition({ line, character }: vscode.Position): Position {
  return { line, character };
}

export function toEditorRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
