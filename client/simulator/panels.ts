import * as vscode from "vscode";
import { panelStateSchema } from "../../shared/protocol/panel/panel.ts";
import { type PodReference, podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { cursorPlace } from "../basics/places.ts";
import { readPageTexts } from "./page-texts.ts";
import { type PanelPod, SimulatorPanel } from "./panel.ts";
import type { PanelContext } from "./panel-page.ts";

const viewType = "podCadence.simulator";
/** The page fetches nothing. */
const webviewOptions: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/** The simulator panels of the window, one for each pod. */
export class SimulatorPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #context: PanelContext;
  readonly #panels = new Set<SimulatorPanel>();
  readonly #observes = new vscode.EventEmitter<readonly string[]>();
  readonly #subscriptions: vscode.Disposable;

  /** UIDs of the pods of the cluster that panels compare with. */
  readonly onDidObserve = this.#observes.event;

  constructor(context: Omit<PanelContext, "page">) {
    const page = readPageTexts(context.extension);
    page.catch(() => undefined); // each panel that needs it reports the failure
    this.#context = { ...context, page };
    const { server } = context;
    this.#subscriptions = vscode.Disposable.from(
      this.#observes,
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      server.onDidChange((uri) => this.#each(uri, (panel) => panel.refresh())),
      // Rule files are among what settings name: they are watched once alerts have read them.
      server.onDidChangeSettings(() => {
        for (const panel of this.#panels) panel.askAlertsAgain();
      }),
      server.onDidChangeState(() => {
        for (const panel of this.#panels) panel.refresh();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        for (const panel of this.#panels) if (change.affectsConfiguration("podCadence.simulator")) panel.refresh();
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          this.#each(oldUri.toString(), (panel) => panel.moveTo(newUri.toString()));
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.#each(textEditor.document.uri.toString(), (panel) => panel.markCursor(textEditor.selection.active));
      }),
    );
  }

  /** The pod of the panel that has the focus. */
  get activePod(): PodReference | undefined {
    return [...this.#panels].find(({ isActive }) => isActive)?.reference;
  }

  /** Opens the pod that a code lens or a link names, else the one at the cursor. */
  async open(argument: unknown): Promise<void> {
    const reference = parseMessage(podReferenceSchema, argument, "argument").value;
    const pod = reference === undefined ? await this.#atCursor() : { reference };
    if (pod === undefined) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("To simulate a pod, place the cursor in a manifest that contains one."),
      );
      return;
    }
    this.#show(pod);
  }

  /** Opens the pod with what a pod of the cluster did laid over its run. */
  async compare(reference: PodReference, uid: string): Promise<void> {
    this.#show({ reference }).observe(uid);
    this.#tellObserved();
  }

  /** Pods of the cluster changed; without UIDs the connection did. */
  podsChanged(uids?: ReadonlySet<string>): void {
    for (const panel of this.#panels) {
      const { observedUid } = panel;
      if (observedUid !== undefined && (uids === undefined || uids.has(observedUid))) panel.refresh();
    }
  }

  /** After a window reload. The state was written by an earlier page, perhaps of an earlier version. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { value, problem } = parseMessage(panelStateSchema, state, "The state of a simulator panel");
    if (value !== undefined) {
      panel.webview.options = webviewOptions;
      this.#add(panel, value);
    } else {
      this.#context.log.error(`${problem}: the panel is closed.`);
      panel.dispose();
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const panel of this.#panels) panel.dispose();
  }

  #show(pod: PanelPod): SimulatorPanel {
    const known = [...this.#panels].find((panel) => panel.shows(pod.reference));
    if (known !== undefined) {
      known.reveal();
      return known;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    return this.#add(
      vscode.window.createWebviewPanel(viewType, vscode.l10n.t("Simulate Pod"), column, webviewOptions),
      pod,
    );
  }

  #add(webviewPanel: vscode.WebviewPanel, pod: PanelPod): SimulatorPanel {
    const panel = new SimulatorPanel(webviewPanel, pod, this.#context);
    this.#panels.add(panel);
    webviewPanel.onDidDispose(() => {
      this.#panels.delete(panel);
      this.#tellObserved();
    });
    return panel;
  }

  #tellObserved(): void {
    this.#observes.fire([...this.#panels].flatMap(({ observedUid }) => observedUid ?? []));
  }

  async #atCursor(): Promise<PanelPod | undefined> {
    const place = cursorPlace();
    if (place === undefined) return undefined;
    const payload = await this.#context.server.ask(serverRequests.pod, place);
    return payload == null ? undefined : { reference: payload.reference, payload };
  }

  #each(uri: string, action: (panel: SimulatorPanel) => void): void {
    for (const panel of this.#panels) if (panel.uri === uri) action(panel);
  }
}
