import * as vscode from "vscode";
import * as z from "zod/mini";
import { repositoryAddress } from "../../shared/repository.ts";
import { type EditorEnvironment, issueReport } from "./issue-report.ts";

/** Shows what a report of a bug needs, and opens the page for it when asked. Nothing is sent: people see and paste it. */
export async function reportIssue(context: vscode.ExtensionContext): Promise<void> {
  const content = issueReport(environmentOf(context));
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content });
  await vscode.window.showTextDocument(document);
  const open = vscode.l10n.t("Copy and Open Issue Page");
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Add what happened, then copy the report into a new issue. It contains versions and settings, no manifests.",
    ),
    open,
  );
  if (answer !== open) return;
  await vscode.env.clipboard.writeText(document.getText());
  await vscode.env.openExternal(vscode.Uri.parse(`${repositoryAddress}/issues/new`));
}

function environmentOf({ extension }: vscode.ExtensionContext): EditorEnvironment {
  const { version } = z.object({ version: z.string() }).parse(extension.packageJSON);
  const settings = vscode.workspace.getConfiguration("podCadence");
  return {
    version,
    editor: `${vscode.env.appName} ${vscode.version}`,
    place: `${vscode.env.uiKind === vscode.UIKind.Web ? "web" : "desktop"}, ${vscode.env.remoteName ?? vscode.env.appHost}`,
    others: ["redhat.vscode-yaml", "ms-kubernetes-tools.vscode-kubernetes-tools"].filter(
      (id) => vscode.extensions.getExtension(id) !== undefined,
    ),
    valueOf: (key) => {
      const inspected = settings.inspect<unknown>(key);
      return inspected?.workspaceFolderValue ?? inspected?.workspaceValue ?? inspected?.globalValue;
    },
  };
}
