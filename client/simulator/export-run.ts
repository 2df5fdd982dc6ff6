import * as vscode from "vscode";
import {
  type ExportAnswer,
  type ExportParams,
  exportAnswerSchema,
  exportRequest,
} from "../../shared/protocol/export.ts";
import type { LanguageServer } from "../language-server.ts";

/** Writes a run down: a picture becomes a file, a command goes to the clipboard, and everything else is shown as a new document. */
export async function exportRun(server: LanguageServer, request: ExportParams): Promise<void> {
  const { format, play } = request;
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(play.file));
  const params = { ...request, play: { ...play, file } };
  const answer = await server.ask(exportRequest, params, exportAnswerSchema);
  if (answer === undefined || answer === null) {
    void vscode.window.showWarningMessage("The run could not be exported: the language server does not answer.");
    return;
  }
  if (format === "cli") await copy(answer.text);
  else if (format === "svg") await save(answer, play);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(documentOf(answer)));
}

function documentOf({ text, language }: ExportAnswer): { content: string; language: string } {
  return { content: text, language };
}

const shownMs = 5000;

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage("The command line is in the clipboard.", shownMs);
}

/** Beside the manifest, under the pod's name, unless people choose another place. */
async function save({ text, extension }: ExportAnswer, { written, file }: ExportParams["play"]): Promise<void> {
  const name = written.name === "" ? written.kind.toLowerCase() : written.name;
  const proposed = vscode.Uri.joinPath(vscode.Uri.parse(file), "..", `${name}.${extension}`);
  const target = await vscode.window.showSaveDialog({ defaultUri: proposed, filters: { "SVG picture": ["svg"] } });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    void vscode.window.showErrorMessage(`The picture could not be saved: ${String(error)}`);
    return;
  }
  const open = "Open";
  const shown = vscode.workspace.asRelativePath(target);
  const answer = await vscode.window.showInformationMessage(`The picture is saved as ${shown}.`, open);
  if (answer === open) await vscode.commands.executeCommand("vscode.open", target);
}
