import * as vscode from "vscode";
import type { Log } from "../basics/log.ts";
import { type Sample, samples } from "./sample-list.ts";

interface Choice extends vscode.QuickPickItem {
  /** Undefined means all of them, into a folder. */
  readonly sample: Sample | undefined;
}

/** Opens a sample of the package as a new document, which nobody can break; or writes all of them into a folder. */
export async function openSamples(extension: vscode.Uri, log: Log): Promise<void> {
  const choices: Choice[] = samples.map((sample) => ({ sample, label: sample.title, description: sample.file }));
  const separator = { label: "", kind: vscode.QuickPickItemKind.Separator, sample: undefined };
  const all = { label: vscode.l10n.t("Copy all samples to a folder…"), sample: undefined };
  const canCopy = vscode.env.uiKind === vscode.UIKind.Desktop || vscode.env.remoteName !== undefined;
  const chosen = await vscode.window.showQuickPick([...choices, ...(canCopy ? [separator, all] : [])], {
    title: vscode.l10n.t("Open Samples"),
    placeHolder: vscode.l10n.t("One story for each sample"),
  });
  if (chosen === undefined) return;
  const folder = vscode.Uri.joinPath(extension, "examples");
  try {
    await (chosen.sample === undefined ? copyAll(folder) : openSample(folder, chosen.sample));
  } catch (error) {
    log.tell("error", vscode.l10n.t("Couldn't open the samples: {0}", String(error)));
  }
}

async function openSample(folder: vscode.Uri, { file }: Sample): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, ...file.split("/")));
  const document = await vscode.workspace.openTextDocument({
    language: "yaml",
    content: new TextDecoder().decode(bytes),
  });
  await vscode.window.showTextDocument(document);
}

async function copyAll(folder: vscode.Uri): Promise<void> {
  const [parent] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: vscode.l10n.t("Copy Samples Here"),
    })) ?? [];
  if (parent === undefined) return;
  const target = vscode.Uri.joinPath(parent, "pod-cadence-samples");
  await vscode.workspace.fs.copy(folder, target, { overwrite: false });
  await vscode.commands.executeCommand("vscode.openFolder", target, { forceNewWindow: true });
}
