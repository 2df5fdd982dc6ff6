import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { askEvidence, type Evidence, nameOf } from "./evidence.ts";
import { showMarkdown } from "./show-forecast.ts";

const scheme = "pod-cadence-incident";

/** Pages that are kept for as long as the window is open. */
const pagesMax = 20;

/** What happened to pods, by what is left of an incident: the selection, the open file, the clipboard, or files. */
export class IncidentPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #texts = new Map<string, string>();
  readonly #registered: vscode.Disposable;
  #count = 0;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async show(): Promise<void> {
    const texts = await evidenceOfIncident();
    if (texts === undefined) return;
    const uri = vscode.window.activeTextEditor?.document.uri.toString() ?? "untitled:incident";
    const answer = await this.#server.ask(serverRequests.incident, { uri, texts });
    if (answer === undefined || answer === null) return tell(vscode.l10n.t("The language server is not responding."));
    if ("problem" in answer) return tell(answer.problem);
    this.#count += 1;
    const path = `/${vscode.l10n.t("Incident of {0}", answer.title).replaceAll("/", " ")}.md`;
    const address = vscode.Uri.from({ scheme, path, query: `${this.#count}` });
    this.#texts.set(address.toString(), answer.markdown);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > pagesMax && oldest !== undefined) this.#texts.delete(oldest);
    await showMarkdown(address);
  }

  provideTextDocumentContent(address: vscode.Uri): string {
    const gone = vscode.l10n.t("This page is gone. Run “Pod Cadence: Explain Incident…” again.");
    return this.#texts.get(address.toString()) ?? `${gone}\n`;
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

/** A selection is what is meant; else the person chooses. */
async function evidenceOfIncident(): Promise<readonly Evidence[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  const name = document === undefined ? "" : nameOf(document.uri);
  const selected = editor?.selection.isEmpty === false ? editor.document.getText(editor.selection) : "";
  if (selected.trim() !== "") return [{ name, text: selected }];
  const open = document && {
    label: vscode.l10n.t("Open File"),
    description: name,
    read: async () => [{ name, text: document.getText() }],
  };
  return askEvidence(open === undefined ? [] : [open]);
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}
