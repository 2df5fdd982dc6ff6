import * as vscode from "vscode";
import type { Path } from "../../shared/basics/path.ts";
import type { ObservedAnswer } from "../../shared/protocol/cluster.ts";
import { type FromPage, fromPageSchema } from "../../shared/protocol/panel/from-page.ts";
import type { ToPage } from "../../shared/protocol/panel/panel.ts";
import type { PodPayload, PodReference } from "../../shared/protocol/pod/pod.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { horizonOf } from "../basics/manifests.ts";
import { toPosition } from "../basics/places.ts";
import { exportRun } from "./export-run.ts";
import { locationOf, pathAt } from "./locations.ts";
import { FindingsOfPanel } from "./panel-findings.ts";
import { answerAbout, isSameReference, type PanelContext, PanelPage } from "./panel-page.ts";
import { writeScenario } from "./write-scenario.ts";

/** The pod of a panel; the payload, where it is known already. */
export interface PanelPod {
  readonly reference: PodReference;
  readonly payload?: PodPayload;
}

type AlertsQuestion = Extract<FromPage, { readonly type: "ask-alerts" }>;

/** One pod in one webview: feeds the page with the pod as the manifest has it, and does what the page asks for. */
export class SimulatorPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #context: PanelContext;
  readonly #page: PanelPage<ToPage>;
  readonly #findings: FindingsOfPanel;
  #reference: PodReference;
  /** The last pod that could be read. */
  #payload: PodPayload | undefined;
  /** The pod of the cluster whose runs are laid over those of the page. */
  #observedUid: string | undefined;
  #shownOverlay: string | undefined;
  /** How often alerts were asked about. */
  #alertsAsked = 0;
  /** What the page asked last. */
  #alertsQuestion: AlertsQuestion | undefined;

  constructor(panel: vscode.WebviewPanel, { reference, payload }: PanelPod, context: PanelContext) {
    this.#panel = panel;
    this.#reference = reference;
    this.#payload = payload;
    this.#context = context;
    this.#page = new PanelPage(panel, context, {
      title: () => titleOf(this.#reference),
      firstMessage: () => this.#payload && this.#podMessage(this.#payload),
      ask: () => this.#ask(),
      receive: (message) => this.#receive(message),
    });
    this.#findings = new FindingsOfPanel(context.server, (findings) => this.#page.send({ type: "findings", findings }));
    this.#page.start();
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

  shows(reference: PodReference): boolean {
    return isSameReference(this.#reference, reference);
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

  /** The manifest or its settings changed. */
  refresh(): void {
    this.#page.refresh();
  }

  /** Rules may be others now, while the run is the same. */
  askAlertsAgain(): void {
    if (this.#alertsQuestion !== undefined && this.#page.isListening) void this.#answerAlerts(this.#alertsQuestion);
  }

  /** The manifest has another name now. */
  moveTo(uri: string): void {
    this.#reference = { ...this.#reference, uri };
    this.refresh();
  }

  markCursor(position: vscode.Position): void {
    if (this.#payload === undefined) return;
    this.#page.send({ type: "select", path: pathAt(this.#payload.locations, toPosition(position)) ?? [] });
  }

  async #ask(): Promise<void> {
    const observed = await this.#askObserved();
    this.#page.show(await this.#question(observed));
    this.#showOverlay(observed);
    this.#findings.refresh(this.#reference);
  }

  /** Undefined if nothing is compared, or the pod is gone and what was shown of it stays. */
  async #askObserved(): Promise<ObservedAnswer | undefined> {
    if (this.#observedUid === undefined) return undefined;
    return (await this.#context.server.ask(serverRequests.observed, { uid: this.#observedUid })) ?? undefined;
  }

  async #question(observed: ObservedAnswer | undefined): Promise<ToPage> {
    const reference = this.#reference;
    const params = { uri: reference.uri, reference };
    const written = await answerAbout(reference, () => this.#context.server.ask(serverRequests.pod, params));
    if (!("answer" in written)) return written;
    const payload = observed ? onNodeOf(written.answer, observed) : written.answer;
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
    if (message.type === "ready") this.#greet(message.hasFirst);
    else if (message.type === "reveal") void this.#revealPath(message.path, message.focus);
    else if (message.type === "reveal-scenario")
      void this.#page.reveal(this.uri, this.#payload?.scenarioRanges?.[message.index], true);
    else if (message.type === "write") void writeScenario(this.#context.server, this.#reference, message);
    else if (message.type === "export") void exportRun(this.#context, message.request);
    else if (message.type === "unobserve") this.#unobserve();
    else if (message.type === "judge") this.#findings.judge(this.#reference, message);
    else if (message.type === "ask-alerts") void this.#answerAlerts(message);
    else if (message.type === "fix") void this.#findings.fix(this.#reference, message);
    else if (message.type === "reveal-finding") void this.#findings.reveal(this.#reference, message);
    else if (message.type === "simulate-rollout")
      void vscode.commands.executeCommand("podCadence.simulateRollout", this.#reference);
    else if (message.type === "ignored") this.#context.log.error(message.problem);
    else this.#page.failed(message.message);
  }

  /** What is predicted is again for the node that the settings name. */
  #unobserve(): void {
    this.#observedUid = undefined;
    this.#shownOverlay = undefined;
    this.refresh();
  }

  /** A page gets the last pod at once, then what has changed since. */
  #greet(hasFirst: boolean): void {
    this.#page.greet(hasFirst);
    this.#shownOverlay = undefined;
    if (this.#payload !== undefined) this.#page.show(this.#podMessage(this.#payload));
    this.refresh();
  }

  /** Only the last question counts. */
  async #answerAlerts(question: AlertsQuestion): Promise<void> {
    const { play, rules } = question;
    this.#alertsQuestion = question;
    this.#alertsAsked += 1;
    const asked = this.#alertsAsked;
    const params = rules === undefined ? { play } : { play, rules };
    const answer = await this.#context.server.ask(serverRequests.alerts, params);
    if (asked === this.#alertsAsked) this.#page.send({ type: "alerts", answer: answer ?? null });
  }

  #showOverlay(observed: ObservedAnswer | undefined): void {
    if (observed === undefined || !this.#page.isListening) return;
    const text = JSON.stringify(observed.overlay);
    if (text === this.#shownOverlay) return;
    this.#shownOverlay = text;
    this.#page.send({ type: "observed", overlay: observed.overlay });
  }

  #podMessage(payload: PodPayload): ToPage {
    return { type: "pod", payload, horizonMs: horizonOf(this.#reference.uri) };
  }

  async #revealPath(path: Path, focus: boolean): Promise<void> {
    const { locations = [], fields = [] } = this.#payload ?? {};
    await this.#page.reveal(this.uri, locationOf([...locations, ...fields], path), focus);
  }
}

function titleOf({ kind, name }: PodReference): string {
  return vscode.l10n.t("Simulate {0}", name === "" ? kind : name);
}

/** The manifest's pod as the node would run it that runs the observed one. The server's answer is about another node. */
function onNodeOf(payload: PodPayload, { assumptions, assumptionsText }: ObservedAnswer): PodPayload {
  return { ...payload, assumptions, assumptionsText, answer: undefined };
}
