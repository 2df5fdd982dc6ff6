import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { renderedScheme } from "../../shared/protocol/values/rendered.ts";
import type { GitHead } from "../basics/git.ts";
import { addressOf, fileOf, untrusted } from "../basics/rendered.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

/** Two versions of a text. Without `text`, that of the open document is the one of now. */
export interface ComparedSides {
  readonly uri: string;
  readonly text?: string;
  readonly before: { readonly name: string; readonly text: string };
}

type Sides = ComparedSides | { readonly problem: string } | undefined;

/** A file says by its name that Helm or Kustomize reads it, and not Kubernetes. */
function isSource(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return /\.ya?ml$/.test(name) && (folders.includes("templates") || /^(?:values|(?:Chart|kustomization)\.)/.test(name));
}

/** What Helm or Kustomize make of a file, as it is saved and as it was in Git HEAD. Both are rendered once until something changes. */
export class RenderedSides implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #head: GitHead;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly #known = new Map<string, Promise<Sides>>();
  /** A file was saved, or another commit is checked out. */
  readonly onDidChange = this.#changed.event;

  constructor(server: LanguageServer, head: GitHead) {
    this.#server = server;
    this.#head = head;
    const forget = (): void => {
      this.#known.clear();
      this.#changed.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      head.onDidChange(forget),
      // Bases of overlays and values of charts may be anywhere.
      vscode.workspace.onDidSaveTextDocument(() => {
        if (this.#known.size > 0) forget();
      }),
    );
  }

  /** Undefined if the address is that of a manifest of its own. */
  async of(uri: string): Promise<Sides> {
    const address = vscode.Uri.parse(uri);
    const file = address.scheme === renderedScheme ? fileOf(address) : uri;
    if (file === undefined || (file === uri && !(address.scheme === "file" && isSource(address.path))))
      return undefined;
    if (!vscode.workspace.isTrusted) return { problem: untrusted() };
    const known = this.#known.get(file);
    if (known !== undefined) return await known;
    const asked = this.#render(vscode.Uri.parse(file));
    this.#known.set(file, asked);
    const sides = await asked;
    // What went wrong may go well the next time.
    if (sides === undefined || "problem" in sides) this.#known.delete(file);
    return sides;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #render(file: vscode.Uri): Promise<Sides> {
    const title = vscode.l10n.t("Pod Cadence: Rendering {0}", vscode.workspace.asRelativePath(file));
    const location = vscode.ProgressLocation.Window;
    return await vscode.window.withProgress({ location, title }, async (): Promise<Sides> => {
      const uri = file.toString();
      const now = await this.#server.ask(serverRequests.rendered, { uri });
      if (now === undefined || now === null) return silent();
      if ("problem" in now) return now.isOfNone ? undefined : now;
      const problem = await this.#head.follow(file);
      if (problem !== undefined) return problem;
      const before = await this.#server.ask(serverRequests.rendered, { uri, at: "HEAD" });
      if (before === undefined || before === null) return silent();
      if ("problem" in before) return before;
      const { folder, text } = now;
      return { uri: addressOf(folder, file).toString(), text, before: { name: "HEAD", text: before.text } };
    });
  }
}

function silent(): { readonly problem: string } {
  return { problem: vscode.l10n.t("The language server is not responding.") };
}
