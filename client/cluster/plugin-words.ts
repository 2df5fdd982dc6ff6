import * as vscode from "vscode";
import { plainMessage } from "../basics/plain-message.ts";

/** Shows what a credential plugin says while it waits for a person. It is not logged, because it may hold the code of a login. */
export function tellPluginWords(plugin: string, words: string): void {
  const oneLine = words
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
  void vscode.window.showInformationMessage(plainMessage(vscode.l10n.t("{0}: {1}", plugin, oneLine)));
}

/** The program that a context runs to log in. */
export interface PluginLogin {
  readonly context: string;
  /** The command with its arguments. */
  readonly command: string;
  /** Where the kubeconfig lies that names it. */
  readonly folder: string;
}

const memoryKey = "cluster.logins";

/**
 * Whether a program may be run. One that a kubeconfig of the workspace names is shown before it runs for the first time, because
 * a kubeconfig comes with a repository as other files do.
 */
export async function mayRun({ context, command, folder }: PluginLogin, memory: vscode.Memento): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder)) === undefined) return true;
  const key = JSON.stringify([folder, command]);
  const allowed = memory.get<unknown>(memoryKey);
  const known = Array.isArray(allowed) ? allowed.filter((each) => typeof each === "string") : [];
  if (known.includes(key)) return true;
  const run = vscode.l10n.t("Run");
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t("Context {0} is from a kubeconfig in this workspace, which runs a program to log in.", context),
    { modal: true, detail: command },
    run,
  );
  if (chosen !== run) return false;
  await memory.update(memoryKey, [...known, key]);
  return true;
}
