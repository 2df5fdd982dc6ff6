import * as vscode from "vscode";
import type { Path } from "../../shared/basics/path.ts";
import type { ObservedAnswer } from "../../shared/protocol/cluster.ts";
import { type FromPage, fromPageSchema } from "../../shared/protocol/from-page.ts";
import type { ToPage } from "../../shared/protocol/panel.ts";
import { parseMessage } from "../../shared/protocol/parse.ts";
import type { PodPayload, PodReference } from "../../shared/protocol/pod.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { Range } from "../../shared/protocol/values.ts";
import type { LanguageServer } from "../language-server.ts";
import type { Log } from "../log.ts";
import { horizonOf, openManifest } from "../manifests.ts";
import { toPosition } from "../places.ts";
import { exportRun } from "./export-run.ts";
import { locationOf, pathAt } from "./locations.ts";
import { createNonce, type PageTexts, pageHtml } from "./page.ts";
import { nextTurn, translated } from "./page-making.ts";
import { PageWatch } from "./page-watch.ts";
import { FindingsOfPanel } from "./panel-findings.ts";
import { revealRange } from "./reveal.ts";
import { writeScenario } from "./write-scenario.ts";

export interface PanelContext {
  readonly server: LanguageServer;
  readonly log: Log;
  readonly extension: vscode.Uri;
  readonly page: Promise<PageTexts>;
}

/** The pod of a panel; the payload, where it is known already. */
export interface PanelPod {
  readonly reference: PodReference;
  readonly payload?: PodPayload;
}

/** One pod in one webview: feeds the page with the pod as the manifest has it, and does what the page asks for. */
export class SimulatorPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #watch: PageWatch;
  readonly #findings: FindingsOfPanel;
  #reference: PodReference;
  /** The last pod that could be read. */
  #payload: PodPayload | undefined;
  #visible = false;
  /** The page listens; what is sent before is lost. */
  #isListening = false;
  /** The last run that the page got. */
  #shown: string | undefined;
  /** The run in the HTML of a page that has not begun yet. */
  #embedded: string | undefined;
  #isDisposed = false;
  #asking = false;
  #askAgain = false;
  /** The pod of the cluster whose runs are laid over those of the page. */
  #observedUid: string | undefined;
  #shownOverlay: string | undefined;

  constructor(panel: vscode.WebviewPanel, { reference, payload }: PanelPod, context: PanelContext) {
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
    this.#findings = new FindingsOfPanel(context.server, (findings) => this.#send({ type: "findings", findings }));
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(() => this.#followVisibility());
    panel.onDidDispose(() => {
      this.#isDisposed = true;
      this.#watch.hidden();
    });
    panel.iconPath = { light: this.#file("panel-light.svg"), dark: this.#file("panel-dark.svg") };
    void this.#load();
    this.#followVisibility();
    if (payload === undefined) this.refresh(); // the answer is there when the page is
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get reference(): PodReference {
    return this.#reference;
  }

  get uri(): string {
    return this.#reference.uri;
  }

  shows({ uri, kind, name, namespace, ordinal }: PodReference): boolean {
    const own = this.#reference;
    return (
      own.uri === uri &&
      own.kind === kind &&
      own.name === name &&
      own.namespace === namespace &&
      own.ordinal === ordinal
    );
  }

  get observedUid(): string | undefined {
    return this.#observedUid;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Lays what a pod of the cluster did over what is predicted for it, and predicts for the pod's own node. */
  observe(uid: string): void {
    this.#observedUid = uid;
    this.#shownOverlay = undefined;
    this.refresh();
  }

  dispose(): void {
    this.#panel.dispose();
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

  /** The manifest has another name now. */
  moveTo(uri: string): void {
    this.#reference = { ...this.#reference, uri };
    this.refresh();
  }

  markCursor(position: vscode.Position): void {
    if (this.#payload === undefined) return;
    this.#send({ type: "select", path: pathAt(this.#payload.locations, toPosition(position)) ?? [] });
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
    const observed = await this.#askObserved();
    this.#show(await this.#question(observed));
    this.#showOverlay(observed);
    this.#findings.refresh(this.#reference);
    this.#asking = false;
    if (!this.#askAgain) return;
    this.#askAgain = false;
    this.refresh();
  }

  /** Undefined: nothing is compared, or the pod is gone and what was shown of it stays. */
  async #askObserved(): Promise<ObservedAnswer | undefined> {
    if (this.#observedUid === undefined) return undefined;
    return (await this.#context.server.ask(serverRequests.observed, { uid: this.#observedUid })) ?? undefined;
  }

  async #question(observed: ObservedAnswer | undefined): Promise<ToPage> {
    const { uri, kind, name } = this.#reference;
    const file = vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
    // The server knows open documents only, and after a window reload or behind a closed tab this one is not.
    const opened = await openManifest(uri);
    if (!opened) return { type: "stale", reason: vscode.l10n.t("{0} can no longer be opened.", file) };
    const params = { uri, reference: this.#reference };
    const written = await this.#context.server.ask(serverRequests.pod, params);
    const payload = written && observed ? onNodeOf(written, observed) : written;
    if (payload === undefined)
      return { type: "stale", reason: vscode.l10n.t("The language server is not responding.") };
    if (payload === null)
      return { type: "stale", reason: vscode.l10n.t("{0} no longer contains {1} {2}.", file, kind, name) };
    this.#payload = payload;
    this.#reference = payload.reference;
    this.#panel.title = titleOf(payload.reference);
    return this.#podMessage(payload);
  }

  #receive(message: unknown): void {
    const { value, problem } = parseMessage(fromPageSchema, message, "A message of the simulator's page");
    if (value === undefined) this.#context.log.error(problem);
    else this.#handle(value);
  }

  #handle(message: FromPage): void {
    if (message.type === "ready") this.#greet();
    else if (message.type === "reveal") void this.#revealPath(message.path, message.focus);
    else if (message.type === "reveal-scenario")
      void this.#revealRange(this.#payload?.scenarioRanges?.[message.index], true);
    else if (message.type === "write") void writeScenario(this.#context.server, this.#reference, message.lines);
    else if (message.type === "export") void exportRun(this.#context, message.request);
    else if (message.type === "unobserve") this.#unobserve();
    else if (message.type === "judge") this.#findings.judge(this.#reference, message);
    else if (message.type === "fix") void this.#findings.fix(this.#reference, message);
    else if (message.type === "reveal-finding") void this.#findings.reveal(this.#reference, message);
    else if (message.type === "simulate-rollout")
      void vscode.commands.executeCommand("podCadence.simulateRollout", this.#reference);
    else if (message.type === "ignored") this.#context.log.error(message.problem);
    else this.#watch.failed(message.message);
  }

  /** What is predicted is again for the node that the settings name. */
  #unobserve(): void {
    this.#observedUid = undefined;
    this.#shownOverlay = undefined;
    this.refresh();
  }

  /** A page that VS Code made again knows nothing: it gets the last pod at once, then what has changed since. */
  #greet(): void {
    this.#watch.ready();
    this.#isListening = true;
    this.#shownOverlay = undefined;
    this.#shown = this.#embedded;
    this.#embedded = undefined;
    if (this.#payload !== undefined) this.#show(this.#podMessage(this.#payload));
    this.refresh();
  }

  #showOverlay(observed: ObservedAnswer | undefined): void {
    if (observed === undefined || !this.#isListening) return;
    const text = JSON.stringify(observed.overlay);
    if (text === this.#shownOverlay) return;
    this.#shownOverlay = text;
    this.#send({ type: "observed", overlay: observed.overlay });
  }

  #podMessage(payload: PodPayload): ToPage {
    return { type: "pod", payload, horizonMs: horizonOf(this.#reference.uri) };
  }

  /** The page plays a pod that it gets, so it gets none twice. */
  #show(message: ToPage): void {
    const text = JSON.stringify(message);
    if (!this.#isListening || text === this.#shown) return;
    this.#shown = text;
    this.#send(message);
  }

  async #revealPath(path: Path, focus: boolean): Promise<void> {
    const { locations = [], fields = [] } = this.#payload ?? {};
    await this.#revealRange(locationOf([...locations, ...fields], path), focus);
  }

  async #revealRange(range: Range | null | undefined, focus: boolean): Promise<void> {
    if (range == null) return;
    try {
      await revealRange(this.#reference.uri, range, focus);
    } catch (error) {
      this.#context.log.error(`Couldn't show the manifest: ${String(error)}`);
    }
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#context.extension, "dist", name);
  }

  #send(message: ToPage): void {
    // A hidden page gets no messages. It asks again when it is back.
    this.#panel.webview.postMessage(message).then(undefined, () => undefined);
  }

  /** The pod as far as it is known stands in the page. A page that kept something has had its first message, and passes over it. */
  async #load(): Promise<void> {
    try {
      const texts = await this.#context.page;
      await nextTurn();
      if (this.#isDisposed) return;
      const message = this.#payload && this.#podMessage(this.#payload);
      this.#isListening = false;
      this.#embedded = message && JSON.stringify(message);
      const title = titleOf(this.#reference);
      this.#panel.webview.html = pageHtml(texts, { nonce: createNonce(), title, message, translated: translated() });
    } catch (error) {
      this.#context.log.tell("error", vscode.l10n.t("Couldn't load the simulator: {0}", String(error)));
    }
  }
}

function titleOf({ kind, name }: PodReference): string {
  return vscode.l10n.t("Simulate {0}", name === "" ? kind : name);
}

/** The manifest's pod as the node would run it that runs the observed one. The server's answer is about another node. */
function onNodeOf(payload: PodPayload, { assumptions, assumptionsText }: ObservedAnswer): PodPayload {
  return { ...payload, assumptions, assumptionsText, answer: undefined };
}
