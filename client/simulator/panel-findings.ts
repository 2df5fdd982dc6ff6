import * as vscode from "vscode";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { livePodScheme } from "../../shared/protocol/cluster.ts";
import type { JudgeAnswer, PanelFindings } from "../../shared/protocol/pod/judge.ts";
import type { PodReference } from "../../shared/protocol/pod/pod.ts";
import type { EditedLine } from "../../shared/protocol/pod/setup.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { applyEdits } from "../basics/apply-edits.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { revealRange } from "./reveal.ts";

/** The pod as the page plays it now. */
interface PlayedPod {
  readonly assumptions: Assumptions;
  readonly lines?: readonly EditedLine[] | undefined;
}

/** The diagnostics of a panel's pod: asks for them, and makes the fixes that the page chooses by their places. */
export class FindingsOfPanel {
  readonly #server: LanguageServer;
  readonly #send: (findings: PanelFindings) => void;
  #played: PlayedPod | undefined;
  #answer: JudgeAnswer | undefined;
  #id = 0;
  #asking = false;
  #askAgain = false;

  constructor(server: LanguageServer, send: (findings: PanelFindings) => void) {
    this.#server = server;
    this.#send = send;
  }

  /** The page plays something else. */
  judge(reference: PodReference, played: PlayedPod): void {
    this.#played = played;
    this.refresh(reference);
  }

  /** The manifest or its settings may have changed. While one question is under way, many changes are one. */
  refresh(reference: PodReference): void {
    if (this.#played === undefined) return;
    if (this.#asking) this.#askAgain = true;
    else void this.#ask(reference, this.#played);
  }

  /** What was changed meanwhile stays as it is. */
  async fix({ uri }: PodReference, chosen: { id: number; finding: number; fix: number }): Promise<void> {
    const answer = chosen.id === this.#id ? this.#answer : undefined;
    const fix = answer?.findings[chosen.finding]?.fixes[chosen.fix];
    if (uri.startsWith(`${livePodScheme}:`)) return;
    const isDone =
      answer !== undefined &&
      fix !== undefined &&
      (await applyEdits(vscode.Uri.parse(uri, true), { version: answer.version, edits: fix.edits }));
    if (!isDone) void vscode.window.showInformationMessage("The file has changed; try again.");
  }

  async reveal({ uri }: PodReference, chosen: { id: number; finding: number }): Promise<void> {
    const finding = chosen.id === this.#id ? this.#answer?.findings[chosen.finding] : undefined;
    if (finding !== undefined) await revealRange(uri, finding.range, true);
  }

  async #ask(reference: PodReference, { assumptions, lines }: PlayedPod): Promise<void> {
    this.#asking = true;
    const params = { uri: reference.uri, reference, assumptions, lines };
    const answer = await this.#server.ask(serverRequests.judge, params);
    this.#asking = false;
    if (answer != null) this.#show(answer);
    if (!this.#askAgain) return;
    this.#askAgain = false;
    this.refresh(reference);
  }

  #show(answer: JudgeAnswer): void {
    this.#answer = answer;
    this.#id += 1;
    const findings = answer.findings.map(({ rule, severity, message, range, fixes }) => ({
      rule,
      severity,
      message,
      line: range.start.line,
      fixes: fixes.map(({ title }) => title),
    }));
    this.#send({ id: this.#id, findings });
  }
}
