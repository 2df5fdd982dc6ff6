import * as vscode from "vscode";
import { type AnswerOf, serverRequests } from "../../shared/protocol/request.ts";
import { renderedScheme as scheme } from "../../shared/protocol/values/rendered.ts";
import { plainMessage } from "../basics/plain-message.ts";
import { addressOf, fileOf, untrusted } from "../basics/rendered.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

type Rendered = AnswerOf<typeof serverRequests.rendered>;

/** The output of the user's Helm or Kustomize as read-only YAML, rendered again when a file of the workspace is saved. */
export class RenderedPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;
  /** What was rendered to be opened now. */
  readonly #fresh = new Map<string, string>();
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#refresh(uri)),
    );
  }

  /** Renders what the file of the active editor is a part of, and has `simulate` open the pod at the cursor, which is the one that the file is about. */
  async show(simulate: () => Promise<void>): Promise<void> {
    const file = vscode.window.activeTextEditor?.document.uri;
    if (!vscode.workspace.isTrusted) return tell(untrusted());
    if (file === undefined || file.scheme !== "file")
      return tell(vscode.l10n.t("To simulate rendered output, open a file of a Helm chart or a Kustomize overlay."));
    const title = vscode.l10n.t("Pod Cadence: Rendering {0}", vscode.workspace.asRelativePath(file));
    const location = vscode.ProgressLocation.Notification;
    const rendered = await vscode.window.withProgress({ location, title }, () => this.#render(file.toString()));
    if ("problem" in rendered) return tell(rendered.problem);
    const address = addressOf(rendered.folder, file);
    this.#fresh.set(address.toString(), rendered.text);
    // An old text of the same address would stay.
    this.#changed.fire(address);
    const { line = 0 } = rendered;
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(address, { preview: true, selection });
    if (rendered.line === undefined) tell(vscode.l10n.t("The rendered output contains no pod."));
    else await simulate();
  }

  async provideTextDocumentContent(address: vscode.Uri): Promise<string> {
    const key = address.toString();
    const fresh = this.#fresh.get(key);
    this.#fresh.delete(key);
    if (fresh !== undefined) return fresh;
    const uri = fileOf(address);
    if (uri === undefined) return comment(vscode.l10n.t("This page does not exist."));
    const rendered = vscode.workspace.isTrusted ? await this.#render(uri) : { problem: untrusted() };
    return "problem" in rendered ? comment(rendered.problem) : rendered.text;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #render(uri: string): Promise<Rendered> {
    const answer = await this.#server.ask(serverRequests.rendered, { uri });
    return answer ?? { problem: vscode.l10n.t("The language server is not responding.") };
  }

  /** Bases of overlays and values of charts may be anywhere in the folder. */
  #refresh(saved: vscode.Uri): void {
    const folder = folderOf(saved);
    for (const { uri: address } of vscode.workspace.textDocuments) {
      const file = address.scheme === scheme ? fileOf(address) : undefined;
      if (file !== undefined && folderOf(vscode.Uri.parse(file)) === folder) this.#changed.fire(address);
    }
  }
}

function folderOf(uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
}

function comment(text: string): string {
  return `# ${text.replaceAll("\n", "\n# ")}\n`;
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}
