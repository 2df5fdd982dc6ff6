import * as vscode from "vscode";
import type { PodReference } from "../../shared/protocol/pod/pod.ts";
import {
  type FromRolloutPage,
  fromRolloutPageSchema,
  type RolloutPayload,
  type ToRolloutPage,
} from "../../shared/protocol/pod/rollout.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { exportRollout } from "./export-run.ts";
import { locationOf } from "./locations.ts";
import { answerAbout, isSameReference, type PanelContext, PanelPage } from "./panel-page.ts";
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
  readonly #page: PanelPage<ToRolloutPage>;
  #reference: PodReference;
  /** The last workload that could be read. */
  #payload: RolloutPayload | undefined;

  constructor(panel: vscode.WebviewPanel, { reference, payload }: PanelRollout, context: PanelContext) {
    this.#panel = panel;
    this.#reference = reference;
    this.#payload = payload;
    this.#context = context;
    this.#page = new PanelPage<ToRolloutPage>(panel, context, {
      title: () => rolloutTitle(this.#reference),
      firstMessage: () => undefined,
      ask: async () => this.#page.show(await this.#question()),
      receive: (message) => this.#receive(message),
    });
    this.#page.start();
    if (payload === undefined) this.refresh();
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get reference(): PodReference {
    return this.#reference;
  }

  shows(reference: PodReference): boolean {
    return isSameReference(this.#reference, reference);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  /** The manifest or its settings changed. */
  refresh(): void {
    this.#page.refresh();
  }

  /** The manifest has another name now. */
  moveTo(uri: string): void {
    this.#reference = { ...this.#reference, uri };
    this.refresh();
  }

  async #question(): Promise<ToRolloutPage> {
    const reference = this.#reference;
    const params = { uri: reference.uri, reference };
    const written = await answerAbout(reference, () => this.#context.server.ask(serverRequests.rollout, params));
    if (!("answer" in written)) return written;
    const payload = written.answer;
    if ("unplayed" in payload) return { type: "stale", reason: payload.unplayed };
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
    if (message.type === "ready") this.#greet(message.hasFirst);
    else if (message.type === "reveal") void this.#revealPath(message);
    else if (message.type === "export") this.#export(message);
    else if (message.type === "write") void writeScenario(this.#context.server, this.#reference, message);
    else if (message.type === "simulate-pod")
      void vscode.commands.executeCommand("podCadence.simulatePod", this.#reference);
    else if (message.type === "ignored") this.#context.log.error(message.problem);
    else this.#page.failed(message.message);
  }

  #export({ format, setup }: FromRolloutPage & { readonly type: "export" }): void {
    if (this.#payload !== undefined) void exportRollout(this.#context, { format, setup, payload: this.#payload });
  }

  #greet(hasFirst: boolean): void {
    this.#page.greet(hasFirst);
    if (this.#payload !== undefined) this.#page.show({ type: "rollout", payload: this.#payload });
    this.refresh();
  }

  async #revealPath({ path, focus }: FromRolloutPage & { readonly type: "reveal" }): Promise<void> {
    const { locations = [], fields = [] } = this.#payload?.pod ?? {};
    const ofWorkload = this.#payload?.workload.fields ?? [];
    const range = locationOf([...locations, ...fields, ...ofWorkload], path) ?? locations[0]?.range;
    await this.#page.reveal(this.#reference.uri, range, focus);
  }
}

export function rolloutTitle({ kind, name }: PodReference): string {
  return vscode.l10n.t("Rollout {0}", name === "" ? kind : name);
}
