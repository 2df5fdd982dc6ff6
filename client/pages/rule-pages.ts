import * as vscode from "vscode";
import { rulePageScheme } from "../../shared/protocol/values/rule-page.ts";
import { repositoryAddress } from "../../shared/repository.ts";

/**
 * The documentation of the rules, which is in the package: as read-only documents that need no network. They are the targets of the
 * links of problems, because newer versions of VS Code do not run a command from such a link.
 */
export class RulePageDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #folder: vscode.Uri;
  readonly #registered: vscode.Disposable;

  constructor(extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(extension, "docs", "rules");
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(rulePageScheme, this);
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const rule = /^\/([\w-]+)\.md$/.exec(path)?.[1];
    const page = rule === undefined ? undefined : await this.read(rule);
    if (page === undefined) return vscode.l10n.t("This page does not exist.");
    const onWeb = vscode.l10n.t("This page on the web");
    return `${page}\n---\n\n[${onWeb}](${repositoryAddress}/blob/main/docs/rules/${rule}.md)\n`;
  }

  /** The page of a rule as Markdown; undefined if there is no such rule. */
  async read(rule: string): Promise<string | undefined> {
    if (!/^[\w-]+$/.test(rule)) return undefined;
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#folder, `${rule}.md`));
      return new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.#registered.dispose();
  }
}
