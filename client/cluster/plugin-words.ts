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

/** What a context does to log in that may harm. */
export interface ContextLogin {
  readonly context: string;
  /** A program with its arguments. */
  readonly command?: string | undefined;
  /** A file of this machine, and the server that gets its text. */
  readonly sent?: { readonly file: string; readonly server: string } | undefined;
  /** Where the kubeconfig lies that says so. */
  readonly folder: string;
}

const memoryKey = "cluster.logins";

/**
 * Whether a context may log in. A program that a kubeconfig of the workspace runs, or a file that it sends, which may be a link to
 * any other one, is shown before that happens for the first time, because a kubeconfig comes with a repository as other files do.
 */
export async function mayLogInAs(login: ContextLogin, memory: vscode.Memento): Promise<boolean> {
  const { folder, command, sent } = login;
  if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder)) === undefined) return true;
  // As it was written before there were files.
  const key = JSON.stringify(sent === undefined ? [folder, command] : [folder, command ?? "", sent.file, sent.server]);
  const allowed = memory.get<unknown>(memoryKey);
  const known = Array.isArray(allowed) ? allowed.filter((each) => typeof each === "string") : [];
  if (known.includes(key)) return true;
  if (!(await isAllowed(login))) return false;
  await memory.update(memoryKey, [...known, key]);
  return true;
}

async function isAllowed({ context, command, sent }: ContextLogin): Promise<boolean> {
  const allow = command === undefined ? vscode.l10n.t("Send") : vscode.l10n.t("Run");
  const question =
    command === undefined
      ? vscode.l10n.t("Context {0} is from a kubeconfig in this workspace, which sends a file to log in.", context)
      : vscode.l10n.t("Context {0} is from a kubeconfig in this workspace, which runs a program to log in.", context);
  const file = sent === undefined ? [] : [vscode.l10n.t("{0} is sent to {1}", sent.file, sent.server)];
  const detail = [...(command === undefined ? [] : [command]), ...file].join("\n");
  return (await vscode.window.showInformationMessage(question, { modal: true, detail }, allow)) === allow;
}
