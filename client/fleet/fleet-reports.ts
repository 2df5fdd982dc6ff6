import * as vscode from "vscode";
import { type FleetReport, fleetReportSchema } from "../../shared/prometheus/fleet/model.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import type { Log } from "../basics/log.ts";
import { createNonce } from "../simulator/page.ts";
import { askFleet, type FleetMemory } from "./ask-fleet.ts";
import type { FleetParts } from "./run-fleet.ts";

const viewType = "podCadence.fleetReport";

interface Shown {
  readonly panel: vscode.WebviewPanel;
  readonly report: FleetReport;
  /** The page as a file that stands alone. */
  readonly file: () => string;
}

/** Reports on the crash loops of a fleet, each in a tab of its own. */
export class FleetReports implements vscode.Disposable {
  readonly #parts: FleetParts | undefined;
  readonly #around: FleetMemory;
  readonly #log: Log;
  readonly #shown = new Set<Shown>();

  /** `parts`: undefined where there are no processes. */
  constructor(parts: FleetParts | undefined, around: FleetMemory, log: Log) {
    this.#parts = parts;
    this.#around = around;
    this.#log = log;
  }

  /** Asks for server and setting, and shows the report when the server has answered. */
  async open(): Promise<void> {
    const parts = this.#parts;
    if (parts === undefined)
      return this.#warn(vscode.l10n.t("Fleet reports need VS Code on a computer: a browser cannot ask Prometheus."));
    const call = await askFleet(this.#around);
    if (call === undefined) return;
    const title = vscode.l10n.t("Pod Cadence: Reading the metrics of the fleet");
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const answer = await vscode.window.withProgress(options, (_, token) => parts.run(call, token));
    if (answer === "canceled") return;
    if ("problem" in answer) return this.#log.tell("error", answer.problem);
    const { value, problem } = parseMessage(fleetReportSchema, parsedJson(answer.output), "The report");
    if (value === undefined) return this.#log.tell("error", problem);
    this.#show(value, parts);
  }

  /** Writes the report that has the focus to a file: a page that stands alone, or JSON. */
  async save(): Promise<void> {
    const shown = [...this.#shown].find(({ panel }) => panel.active) ?? [...this.#shown].at(-1);
    if (shown === undefined) return this.#warn(vscode.l10n.t("Open a fleet report first."));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const filters = { HTML: ["html"], JSON: ["json"] };
    const defaultUri = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, "fleet.html") };
    const file = await vscode.window.showSaveDialog({ filters, ...defaultUri });
    if (file === undefined) return;
    const text = file.path.endsWith(".json") ? `${JSON.stringify(shown.report, undefined, 2)}\n` : shown.file();
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }

  dispose(): void {
    for (const { panel } of this.#shown) panel.dispose();
  }

  #warn(message: string): void {
    this.#log.tell("warning", message);
  }

  #show(report: FleetReport, { page }: FleetParts): void {
    const column = vscode.ViewColumn.Active;
    const options = { enableScripts: false, localResourceRoots: [], enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel(viewType, vscode.l10n.t("Fleet Report"), column, options);
    const shown = { panel, report, file: () => page(report, { surface: "file" }) };
    this.#shown.add(shown);
    panel.onDidDispose(() => this.#shown.delete(shown));
    panel.webview.html = page(report, { surface: { nonce: createNonce() } });
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
