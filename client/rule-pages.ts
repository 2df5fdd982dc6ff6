import * as vscode from "vscode";
import { rulePageScheme } from "../shared/protocol/rule-page.ts";
import { repositoryAddress } from "../shared/repository.ts";

/** The documentation of the rules, which is in the package: as read-only documents that need no network. */
export class RulePages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #registered: vscode.Disposable;

  constructor(extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(extension, "docs", "rules");
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(rulePageScheme, this);
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const name = /^\/([\w-]+\.md)$/.exec(path)?.[1];
    if (name === undefined) return vscode.l10n.t("This page does not exist.");
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#folder, name));
      const onWeb = vscode.l10n.t("This page on the web");
      return `${new TextDecoder().decode(bytes)}\n---\n\n[${onWeb}](${repositoryAddress}/blob/main/docs/rules/${name})\n`;
    } catch {
      return vscode.l10n.t("This page does not exist.");
    }
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
