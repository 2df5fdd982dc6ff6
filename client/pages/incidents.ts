import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { showMarkdown } from "./show-forecast.ts";

const scheme = "pod-cadence-incident";

interface Evidence {
  readonly name: string;
  readonly text: string;
}

/** Larger dumps are for the command line. */
const bytesMax = 32_000_000;
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
    const texts = await askEvidence();
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
async function askEvidence(): Promise<readonly Evidence[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  const name = document === undefined ? "" : nameOf(document.uri);
  const selected = editor?.selection.isEmpty === false ? editor.document.getText(editor.selection) : "";
  if (selected.trim() !== "") return [{ name, text: selected }];
  const clipboard = { label: vscode.l10n.t("Clipboard"), from: "clipboard" as const };
  const open = { label: vscode.l10n.t("Open File"), description: name, from: "open" as const };
  const files = { label: vscode.l10n.t("Files…"), from: "files" as const };
  const chosen = await vscode.window.showQuickPick([clipboard, ...(document === undefined ? [] : [open]), files], {
    placeHolder: vscode.l10n.t("Output of kubectl describe, kubectl events, kubectl get -o yaml, or a watch"),
  });
  switch (chosen?.from) {
    case "clipboard":
      return [{ name: vscode.l10n.t("Clipboard"), text: await vscode.env.clipboard.readText() }];
    case "open":
      return [{ name, text: document?.getText() ?? "" }];
    case "files":
      return readFiles(await vscode.window.showOpenDialog({ canSelectMany: true }));
    default:
      return undefined;
  }
}

async function readFiles(chosen: readonly vscode.Uri[] | undefined): Promise<readonly Evidence[] | undefined> {
  if (chosen === undefined) return undefined;
  const texts: Evidence[] = [];
  let bytes = 0;
  for (const uri of chosen) {
    const read = await readFile(uri);
    bytes += read?.length ?? 0;
    if (read === undefined || bytes > bytesMax) {
      const why =
        read === undefined
          ? vscode.l10n.t("{0} can’t be read.", nameOf(uri))
          : vscode.l10n.t("These files are larger than 32 MB. Use `pod-cadence explain` in a terminal.");
      tell(why);
      return undefined;
    }
    texts.push({ name: nameOf(uri), text: new TextDecoder().decode(read) });
  }
  return texts;
}

async function readFile(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch {
    return undefined;
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.split("/").at(-1) ?? "";
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}
