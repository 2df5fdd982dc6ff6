import * as vscode from "vscode";
import type { ToPage } from "../../shared/protocol/panel/panel.ts";
import type { PodReference } from "../../shared/protocol/pod/pod.ts";
import type { ToRolloutPage } from "../../shared/protocol/pod/rollout.ts";
import type { Range } from "../../shared/protocol/values/values.ts";
import type { Log } from "../basics/log.ts";
import { openManifest } from "../basics/manifests.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { createNonce, type PageTexts, pageHtml } from "./page.ts";
import { nextTurn, translated } from "./page-making.ts";
import { PageWatch } from "./page-watch.ts";
import { revealRange } from "./reveal.ts";

export interface PanelContext {
  readonly server: LanguageServer;
  readonly log: Log;
  readonly extension: vscode.Uri;
  readonly page: Promise<PageTexts>;
}

/** What a panel makes of its page. */
interface PageOwner<Message extends ToPage | ToRolloutPage> {
  /** Of the page that is loaded now. */
  title(): string;
  /** What stands in the HTML of a page, which then shows it at once. */
  firstMessage(): Message | undefined;
  /** Asks for what the page shows, and shows it. */
  ask(): Promise<void>;
  receive(message: unknown): void;
}

/** The page in a panel's webview: loads it, watches over it, and gives it what it shows, nothing twice. */
export class PanelPage<Message extends ToPage | ToRolloutPage> {
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #owner: PageOwner<Message>;
  readonly #watch: PageWatch;
  #visible = false;
  /** The page listens; what is sent before is lost. */
  #isListening = false;
  /** The last message that the page got. */
  #shown: string | undefined;
  /** The message in the HTML of a page that has not begun yet. */
  #embedded: string | undefined;
  #isDisposed = false;
  #asking = false;
  #askAgain = false;

  constructor(panel: vscode.WebviewPanel, context: PanelContext, owner: PageOwner<Message>) {
    this.#panel = panel;
    this.#context = context;
    this.#owner = owner;
    this.#watch = new PageWatch({
      load: () => void this.#load(),
      report: (message) => context.log.tell("warning", message),
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    panel.webview.onDidReceiveMessage((message: unknown) => owner.receive(message));
    panel.onDidChangeViewState(() => this.#followVisibility());
    panel.onDidDispose(() => {
      this.#isDisposed = true;
      this.#watch.hidden();
    });
    panel.iconPath = { light: this.#file("panel-light.svg"), dark: this.#file("panel-dark.svg") };
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  start(): void {
    void this.#load();
    this.#followVisibility();
  }

  /**
   * The manifest or its settings changed. While one question is under way, many changes are one.
   * A hidden page is gone; it asks when VS Code makes it again.
   */
  refresh(): void {
    if (!this.#panel.visible) return;
    if (this.#asking) this.#askAgain = true;
    else void this.#ask();
  }

  /** A page that VS Code made again knows nothing, and one that kept something passes over the message in its HTML. */
  greet(hasFirst: boolean): void {
    this.#watch.ready();
    this.#isListening = true;
    this.#shown = hasFirst ? this.#embedded : undefined;
    this.#embedded = undefined;
  }

  failed(message: string): void {
    this.#watch.failed(message);
  }

  /** The page plays what it gets, so it gets nothing twice. */
  show(message: Message): void {
    const text = JSON.stringify(message);
    if (!this.#isListening || text === this.#shown) return;
    this.#shown = text;
    this.send(message);
  }

  send(message: Message): void {
    // A hidden page gets no messages. It asks again when it is back.
    this.#panel.webview.postMessage(message).then(undefined, () => undefined);
  }

  async reveal(uri: string, range: Range | null | undefined, focus: boolean): Promise<void> {
    if (range == null) return;
    try {
      await revealRange(uri, range, focus);
    } catch (error) {
      this.#context.log.error(`Couldn't show the manifest: ${String(error)}`);
    }
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    await this.#owner.ask();
    this.#asking = false;
    if (!this.#askAgain) return;
    this.#askAgain = false;
    this.refresh();
  }

  #followVisibility(): void {
    const { visible } = this.#panel;
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible) this.#watch.loading();
    else {
      this.#watch.hidden();
      this.#isListening = false;
    }
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.extension, "dist", name);
  }

  async #load(): Promise<void> {
    try {
      const texts = await this.#context.page;
      await nextTurn();
      if (this.#isDisposed) return;
      const message = this.#owner.firstMessage();
      this.#isListening = false;
      this.#embedded = message && JSON.stringify(message);
      const options = { nonce: createNonce(), title: this.#owner.title(), message, translated: translated() };
      this.#panel.webview.html = pageHtml(texts, options);
    } catch (error) {
      this.#context.log.tell("error", vscode.l10n.t("Couldn't load the simulator: {0}", String(error)));
    }
  }
}

/** The server's answer about what a panel shows; `stale`: why there is none. */
export async function answerAbout<Answer>(
  { uri, kind, name }: PodReference,
  ask: () => Promise<Answer | null | undefined>,
): Promise<{ readonly answer: Answer } | { readonly type: "stale"; readonly reason: string }> {
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
  // The server knows open documents only, and after a window reload or behind a closed tab this one is not.
  if (!(await openManifest(uri))) return { type: "stale", reason: vscode.l10n.t("{0} can no longer be opened.", file) };
  const answer = await ask();
  if (answer === undefined) return { type: "stale", reason: vscode.l10n.t("The language server is not responding.") };
  if (answer === null)
    return { type: "stale", reason: vscode.l10n.t("{0} no longer contains {1} {2}.", file, kind, name) };
  return { answer };
}

/** Both name the same object of the same manifest. */
export function isSameReference(one: PodReference, other: PodReference): boolean {
  const isSame = one.kind === other.kind && one.name === other.name && one.namespace === other.namespace;
  return one.uri === other.uri && isSame && one.ordinal === other.ordinal;
}
