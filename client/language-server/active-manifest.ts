import * as vscode from "vscode";
import { type AnswerOf, serverRequests } from "../../shared/protocol/request.ts";
import { isManifestLanguage } from "../basics/languages.ts";
import { couldBeOurs } from "../basics/our-documents.ts";
import type { LanguageServer } from "./language-server.ts";

type AssumptionsAnswer = AnswerOf<typeof serverRequests.assumptions>;
type Server = Pick<LanguageServer, "isStarted" | "ask" | "onDidChangeState" | "onDidChange">;

/** What the server says of the document in the active editor. The context keys that menus and the palette depend on follow it. */
export class ActiveManifest implements vscode.Disposable {
  readonly #server: Server;
  readonly #changed = new vscode.EventEmitter<AssumptionsAnswer | undefined>();
  readonly #subscriptions: vscode.Disposable;
  /** Undefined if no editor is active, or its document is not a manifest. */
  readonly onDidChange = this.#changed.event;

  constructor(server: Server) {
    this.#server = server;
    const look = (): void => void this.#look();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      server.onDidChangeState(look),
      server.onDidChange((uri) => {
        if (uri === vscode.window.activeTextEditor?.document.uri.toString()) look();
      }),
      vscode.window.onDidChangeActiveTextEditor(look),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #look(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !this.#server.isStarted || !isOurs(document)) {
      this.#tell(undefined);
      return;
    }
    const params = { uri: document.uri.toString() };
    const answer = await this.#server.ask(serverRequests.assumptions, params);
    if (document === vscode.window.activeTextEditor?.document) this.#tell(answer ?? undefined);
  }

  #tell(answer: AssumptionsAnswer | undefined): void {
    setContext("hasPod", answer?.hasPod ?? false);
    setContext("hasKubeletConfiguration", answer?.hasKubeletConfiguration ?? false);
    this.#changed.fire(answer);
  }
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `podCadence.${key}`, value);
}

function isOurs(document: vscode.TextDocument): boolean {
  return isManifestLanguage(document.languageId) && couldBeOurs(document.uri.path, document.getText());
}
