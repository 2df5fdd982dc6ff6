import * as vscode from "vscode";
import { panelStateSchema } from "../../shared/protocol/panel.ts";
import { parseMessage } from "../../shared/protocol/parse.ts";
import { podReferenceSchema } from "../../shared/protocol/pod.ts";
import { podAnswerSchema, podRequest } from "../../shared/protocol/requests.ts";
import { cursorPlace } from "../places.ts";
import { type PanelContext, type PanelPod, SimulatorPanel } from "./panel.ts";

const viewType = "podCadence.simulator";

/** The simulator panels of the window, one for each pod. */
export class SimulatorPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #context: PanelContext;
  readonly #panels = new Set<SimulatorPanel>();
  readonly #subscriptions: vscode.Disposable;

  constructor(context: PanelContext) {
    this.#context = context;
    const { server } = context;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      server.onDidChange((uri) => this.#each(uri, (panel) => panel.refresh())),
      server.onDidTurn(() => {
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

  /** Opens the pod that a code lens or a link names, else the one at the cursor. */
  async open(argument: unknown): Promise<void> {
    const reference = parseMessage(podReferenceSchema, argument, "argument").value;
    const pod = reference === undefined ? await this.#atCursor() : { reference };
    if (pod === undefined) {
      void vscode.window.showInformationMessage(
        "Open a manifest with a pod and put the cursor into it to simulate it.",
      );
      return;
    }
    const known = [...this.#panels].find((panel) => panel.shows(pod.reference));
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    this.#add(vscode.window.createWebviewPanel(viewType, "Simulate Pod", column), pod);
  }

  /** After a window reload. The state was written by an earlier page, perhaps of an earlier version. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { value, problem } = parseMessage(panelStateSchema, state, "The state of a simulator panel");
    if (value !== undefined) this.#add(panel, value);
    else {
      this.#context.log.error(`${problem}: the panel is closed.`);
      panel.dispose();
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const panel of this.#panels) panel.dispose();
  }

  #add(webviewPanel: vscode.WebviewPanel, pod: PanelPod): void {
    const panel = new SimulatorPanel(webviewPanel, pod, this.#context);
    this.#panels.add(panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(panel));
  }

  async #atCursor(): Promise<PanelPod | undefined> {
    const place = cursorPlace();
    if (place === undefined) return undefined;
    const payload = await this.#context.server.ask(podRequest, place, podAnswerSchema);
    return payload == null ? undefined : { reference: payload.reference, payload };
  }

  #each(uri: string, action: (panel: SimulatorPanel) => void): void {
    for (const panel of this.#panels) if (panel.uri === uri) action(panel);
  }
}
