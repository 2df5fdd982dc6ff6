import * as vscode from "vscode";
import { parseMessage } from "../../shared/protocol/parse.ts";
import type { PodReference } from "../../shared/protocol/pod.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import {
  type FromRolloutPage,
  fromRolloutPageSchema,
  type RolloutPayload,
  type ToRolloutPage,
} from "../../shared/protocol/rollout.ts";
import { openManifest } from "../manifests.ts";
import { exportRollout } from "./export-run.ts";
import { locationOf } from "./locations.ts";
import { createNonce, pageHtml } from "./page.ts";
import { nextTurn, translated } from "./page-making.ts";
import { PageWatch } from "./page-watch.ts";
import type { PanelContext } from "./panel.ts";
import { revealRange } from "./reveal.ts";
import { writeScenario } from "./write-scenario.ts";

/** The workload of a panel; the payload, where it is known already. */
export interface PanelRollout {
  readonly reference: PodReference;
  readonly payload?: RolloutPayload;
}

/** One workload in one webview: feeds the page with it as the manifest has it, and does what the page asks for. */
export class RolloutPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #watch: PageWatch;
  #reference: PodReference;
  /** The last workload that could be read. */
  #payload: RolloutPayload | undefined;
  #visible = false;
  #isListening = false;
  /** The last message that the page got. */
  #shown: string | undefined;
  #isDisposed = false;
  #asking = false;
  #askAgain = false;

  constructor(panel: vscode.WebviewPanel, { reference, payload }: PanelRollout, context: PanelContext) {
    this.#panel = panel;
    this.#reference = reference;
    this.#payload = payload;
    this.#context = context;
    this.#watch = new PageWatch({
      load: () => void this.#load(),
      report: (message) => context.log.tell("warning", message),
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => this.#followVisibility());
    panel.onDidDispose(() => {
      this.#isDisposed = true;
      this.#watch.hidden();
    });
    panel.iconPath = { light: this.#file("panel-light.svg"), dark: this.#file("panel-dark.svg") };
    void this.#load();
    this.#followVisibility();
    if (payload === undefined) this.refresh();
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get reference(): PodReference {
    return this.#reference;
  }

  shows({ uri, kind, name, namespace, ordinal }: PodReference): boolean {
    const own = this.#reference;
    const isSame = own.kind === kind && own.name === name && own.namespace === namespace;
    return own.uri === uri && isSame && own.ordinal === ordinal;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** The manifest or its settings changed. While one question is under way, many changes are one. */
  refresh(): void {
    if (!this.#panel.visible) return;
    if (this.#asking) this.#askAgain = true;
    else void this.#ask();
  }

  /** The manifest has another name now. */
  moveTo(uri: string): void {
    this.#reference = { ...this.#reference, uri };
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

  async #ask(): Promise<void> {
    this.#asking = true;
    this.#show(await this.#question());
    this.#asking = false;
    if (!this.#askAgain) return;
    this.#askAgain = false;
    this.refresh();
  }

  async #question(): Promise<ToRolloutPage> {
    const { uri, kind, name } = this.#reference;
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    if (!(await openManifest(uri)))
      return { type: "stale", reason: vscode.l10n.t("{0} can no longer be opened.", file) };
    const payload = await this.#context.server.ask(serverRequests.rollout, { uri, reference: this.#reference });
    if (payload === undefined)
      return { type: "stale", reason: vscode.l10n.t("The language server is not responding.") };
    if (payload === null)
      return { type: "stale", reason: vscode.l10n.t("{0} no longer contains {1} {2}.", file, kind, name) };
    this.#payload = payload;
    this.#reference = payload.pod.reference;
    this.#panel.title = rolloutTitle(this.#reference);
    return { type: "rollout", payload };
  }

  #receive(message: unknown): void {
    const { value, problem } = parseMessage(fromRolloutPageSchema, message, "A message of the rollout's page");
    if (value === undefined) this.#context.log.error(problem);
    else this.#handle(value);
  }

  #handle(message: FromRolloutPage): void {
    if (message.type === "ready") this.#greet();
    else if (message.type === "reveal") void this.#revealPath(message);
    else if (message.type === "export") this.#export(message);
    else if (message.type === "write") void writeScenario(this.#context.server, this.#reference, message.lines);
    else if (message.type === "simulate-pod")
      void vscode.commands.executeCommand("podCadence.simulatePod", this.#reference);
    else if (message.type === "ignored") this.#context.log.error(message.problem);
    else this.#watch.failed(message.message);
  }

  #export({ format, setup }: FromRolloutPage & { readonly type: "export" }): void {
    if (this.#payload !== undefined) void exportRollout(this.#context, { format, setup, payload: this.#payload });
  }

  #greet(): void {
    this.#watch.ready();
    this.#isListening = true;
    this.#shown = undefined;
    if (this.#payload !== undefined) this.#show({ type: "rollout", payload: this.#payload });
    this.refresh();
  }

  /** The page plays what it gets, so it gets nothing twice. */
  #show(message: ToRolloutPage): void {
    const text = JSON.stringify(message);
    if (!this.#isListening || text === this.#shown) return;
    this.#shown = text;
    // A hidden page gets no messages. It asks again when it is back.
    this.#panel.webview.postMessage(message).then(undefined, () => undefined);
  }

  async #revealPath({ path, focus }: FromRolloutPage & { readonly type: "reveal" }): Promise<void> {
    const { locations = [], fields = [] } = this.#payload?.pod ?? {};
    const ofWorkload = this.#payload?.workload.fields ?? [];
    const range = locationOf([...locations, ...fields, ...ofWorkload], path) ?? locations[0]?.range;
    if (range === undefined) return;
    try {
      await revealRange(this.#reference.uri, range, focus);
    } catch (error) {
      this.#context.log.error(`Couldn't show the manifest: ${String(error)}`);
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
      this.#isListening = false;
      const title = rolloutTitle(this.#reference);
      const options = { nonce: createNonce(), title, message: undefined, translated: translated() };
      this.#panel.webview.html = pageHtml(texts, options);
    } catch (error) {
      this.#context.log.tell("error", vscode.l10n.t("Couldn't load the simulator: {0}", String(error)));
    }
  }
}

export function rolloutTitle({ kind, name }: PodReference): string {
  return vscode.l10n.t("Rollout {0}", name === "" ? kind : name);
}
