import * as vscode from "vscode";
import { type PodReference, podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { rolloutStateSchema, type UnplayedRollout } from "../../shared/protocol/pod/rollout.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { cursorPlace } from "../basics/places.ts";
import { readRolloutPageTexts } from "./page-texts.ts";
import type { PanelContext } from "./panel-page.ts";
import { type PanelRollout, RolloutPanel, rolloutTitle } from "./rollout-panel.ts";

const viewType = "podCadence.rollout";
/** The page fetches nothing. */
const webviewOptions: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/** The panels of rollouts of the window, one for each workload. */
export class RolloutPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #around: Omit<PanelContext, "page">;
  #context: PanelContext | undefined;
  readonly #panels = new Set<RolloutPanel>();
  readonly #subscriptions: vscode.Disposable;

  constructor(context: Omit<PanelContext, "page">) {
    this.#around = context;
    const { server } = context;
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      server.onDidChange((uri) => {
        for (const panel of this.#panels) if (panel.reference.uri === uri) panel.refresh();
      }),
      server.onDidChangeState(() => {
        for (const panel of this.#panels) panel.refresh();
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          for (const panel of this.#panels)
            if (panel.reference.uri === oldUri.toString()) panel.moveTo(newUri.toString());
      }),
    );
  }

  /** The workload of the panel that has the focus. */
  get active(): PodReference | undefined {
    return [...this.#panels].find(({ isActive }) => isActive)?.reference;
  }

  /** Opens the workload that a code lens or a link names, else the one at the cursor. */
  async open(argument: unknown): Promise<void> {
    const reference = parseMessage(podReferenceSchema, argument, "argument").value;
    const rollout = reference === undefined ? await this.#atCursor() : { reference };
    if ("reference" in rollout) this.#show(rollout);
    else void vscode.window.showInformationMessage(rollout.unplayed);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { value, problem } = parseMessage(rolloutStateSchema, state, "The state of a rollout panel");
    if (value !== undefined) {
      panel.webview.options = webviewOptions;
      this.#add(panel, value);
    } else {
      this.#around.log.error(`${problem}: the panel is closed.`);
      panel.dispose();
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const panel of this.#panels) panel.dispose();
  }

  #show(rollout: PanelRollout): void {
    const known = [...this.#panels].find((panel) => panel.shows(rollout.reference));
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    this.#add(
      vscode.window.createWebviewPanel(viewType, rolloutTitle(rollout.reference), column, webviewOptions),
      rollout,
    );
  }

  #add(webviewPanel: vscode.WebviewPanel, rollout: PanelRollout): void {
    const panel = new RolloutPanel(webviewPanel, rollout, this.#loaded());
    this.#panels.add(panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(panel));
  }

  /** The page is read when the first panel needs it. */
  #loaded(): PanelContext {
    if (this.#context !== undefined) return this.#context;
    const page = readRolloutPageTexts(this.#around.extension);
    page.catch(() => undefined); // each panel that needs it reports the failure
    this.#context = { ...this.#around, page };
    return this.#context;
  }

  async #atCursor(): Promise<PanelRollout | UnplayedRollout> {
    const place = cursorPlace();
    const answer = place && (await this.#around.server.ask(serverRequests.rollout, place));
    if (answer == null)
      return {
        unplayed: vscode.l10n.t("To simulate a rollout, place the cursor in a Deployment, StatefulSet, or DaemonSet."),
      };
    return "unplayed" in answer ? answer : { reference: answer.pod.reference, payload: answer };
  }
}
