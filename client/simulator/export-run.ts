import * as vscode from "vscode";
import type { ExportAnswer, ExportParams } from "../../shared/protocol/panel/export.ts";
import type { RolloutExport } from "../../shared/protocol/pod/rollout.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { Log } from "../basics/log.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

interface Exporter {
  readonly server: LanguageServer;
  readonly log: Log;
}

/** Writes a run down: a picture becomes a file, a command goes to the clipboard, and everything else is shown as a new document. */
export async function exportRun({ server, log }: Exporter, request: ExportParams): Promise<void> {
  const { format, play } = request;
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(play.file));
  const params = { ...request, play: { ...play, file } };
  const answer = await server.ask(serverRequests.export, params);
  if (answer === undefined || answer === null) {
    log.tell("warning", vscode.l10n.t("Couldn't export the run because the language server is not responding."));
    return;
  }
  if (format === "cli") await copy(answer.text);
  else if (format === "svg") await save(answer, play, log);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(documentOf(answer)));
}

/** Exports a rollout. */
export async function exportRollout({ server, log }: Exporter, request: RolloutExport): Promise<void> {
  const answer = await server.ask(serverRequests.exportRollout, request);
  if (answer === undefined || answer === null) {
    log.tell("warning", vscode.l10n.t("Couldn't export the run because the language server is not responding."));
    return;
  }
  const { written, reference } = request.payload.pod;
  if (request.format === "svg") await save(answer, { written, file: reference.uri }, log);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(documentOf(answer)));
}

function documentOf({ text, language }: ExportAnswer): { content: string; language: string } {
  return { content: text, language };
}

const shownMs = 5000;

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied the command to the clipboard."), shownMs);
}

/** What a picture is of, and its manifest. */
interface Pictured {
  readonly written: { readonly kind: string; readonly name: string };
  readonly file: string;
}

/** Beside the manifest, under the pod's name, unless people choose another place. */
async function save({ text, extension }: ExportAnswer, { written, file }: Pictured, log: Log): Promise<void> {
  const name = written.name === "" ? written.kind.toLowerCase() : written.name;
  const proposed = vscode.Uri.joinPath(vscode.Uri.parse(file), "..", `${name}.${extension}`);
  const target = await vscode.window.showSaveDialog({
    defaultUri: proposed,
    filters: { [vscode.l10n.t("SVG image")]: ["svg"] },
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  } catch (error) {
    log.tell("error", vscode.l10n.t("Couldn't save the image: {0}", String(error)));
    return;
  }
  const open = vscode.l10n.t("Open");
  const shown = vscode.workspace.asRelativePath(target);
  const answer = await vscode.window.showInformationMessage(
    plainMessage(vscode.l10n.t("Saved the image as {0}.", shown)),
    open,
  );
  if (answer === open) await vscode.commands.executeCommand("vscode.open", target);
}
