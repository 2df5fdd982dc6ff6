import * as vscode from "vscode";
import { solveCommand } from "../shared/protocol/solve.ts";
import { ActiveManifest } from "./active-manifest.ts";
import { WorkspaceCheck } from "./check-workspace.ts";
import { ClusterParts } from "./cluster/cluster-parts.ts";
import type { LoadSource } from "./cluster/source-api.ts";
import { comparisonPages } from "./compare-forecast.ts";
import { explanationPages } from "./explain.ts";
import { FleetReports } from "./fleet/fleet-reports.ts";
import type { FleetParts } from "./fleet/run-fleet.ts";
import { registerLanguageModelTools } from "./language-model-tools.ts";
import { type CreateClient, LanguageServer } from "./language-server.ts";
import { isManifestLanguage } from "./languages.ts";
import { createLog } from "./log.ts";
import { reach, watchMilestones } from "./milestones.ts";
import { couldBeOurs } from "./our-documents.ts";
import { pinForecast } from "./pin-forecast.ts";
import { reportIssue } from "./report-issue.ts";
import { RulePages } from "./rule-pages.ts";
import { openSamples } from "./samples.ts";
import { selectKubernetesVersion } from "./select-version.ts";
import { forecastPages } from "./show-forecast.ts";
import { timelinePages } from "./show-timeline-text.ts";
import { RenderedPages } from "./simulate-rendered.ts";
import { SimulatorPanels } from "./simulator/panels.ts";
import { RolloutPanels } from "./simulator/rollout-panels.ts";
import { solve } from "./solve.ts";
import { createStatusItem } from "./status-item.ts";

export interface Extension {
  stop(): Promise<void>;
}

/** Joins the parts. The server starts with the first document that could be ours, or with the first command. */
export function startExtension(
  context: vscode.ExtensionContext,
  createClient: CreateClient,
  load: LoadSource,
  fleetParts?: FleetParts,
): Extension {
  const log = createLog();
  const server = new LanguageServer(createClient, log);
  const panels = new SimulatorPanels({ server, log, extension: context.extensionUri });
  const rollouts = new RolloutPanels({ server, log, extension: context.extensionUri });
  const forecasts = forecastPages(server);
  const comparisons = comparisonPages(server);
  const timelines = timelinePages(server);
  const rulePages = new RulePages(context.extensionUri);
  const rendered = new RenderedPages(server);
  const explanations = explanationPages(server, rulePages);
  const check = new WorkspaceCheck(server);
  const cluster = new ClusterParts({
    ...{ server, log, panels, load },
    memory: context.workspaceState,
    folder: context.extensionUri,
  });
  const { workspaceState: memory, secrets } = context;
  const fleet = new FleetReports(fleetParts, { memory, secrets }, log);
  const manifest = new ActiveManifest(server);
  /** What a lens or a link names, else the pod of the panel that has the focus. */
  const wanted = (argument: unknown): unknown => argument ?? panels.activePod ?? rollouts.active;
  const commands: Readonly<Record<string, (argument: unknown) => Promise<void> | void>> = {
    "podCadence.simulatePod": async (argument) => {
      await panels.open(wanted(argument));
      reach("simulated");
    },
    "podCadence.simulateRollout": async (argument) => {
      await rollouts.open(wanted(argument));
      reach("simulated");
    },
    "podCadence.simulateRenderedOutput": () => rendered.show(() => panels.open(undefined)),
    "podCadence.showForecast": (argument) => forecasts.show(wanted(argument)),
    "podCadence.explain": (argument) => explanations.show(wanted(argument)),
    "podCadence.compareForecastWithHead": (argument) => comparisons.show(wanted(argument)),
    "podCadence.showTimelineAsText": (argument) => timelines.show(wanted(argument)),
    "podCadence.checkWorkspace": () => check.run(),
    "podCadence.pinForecast": (argument) => pinForecast(server, wanted(argument)),
    "podCadence.selectKubernetesVersion": () => selectKubernetesVersion(log),
    "podCadence.showLog": () => log.show(),
    "podCadence.openSamples": () => openSamples(context.extensionUri, log),
    "podCadence.reportIssue": () => reportIssue(context),
    "podCadence.fleetReport": () => fleet.open(),
    "podCadence.saveFleetReport": () => fleet.save(),
    [solveCommand]: (argument) => solve(server, argument),
    ...cluster.commands,
  };
  const registered = Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
  context.subscriptions.push(
    cluster,
    log,
    panels,
    rollouts,
    forecasts,
    comparisons,
    timelines,
    rendered,
    explanations,
    rulePages,
    check,
    fleet,
    manifest,
  );
  context.subscriptions.push(registerLanguageModelTools(server, rulePages, (asked) => cluster.observed(asked)));
  context.subscriptions.push(...registered, createStatusItem(manifest), watchMilestones(), startWhenNeeded(server));
  return { stop: () => server.stop() };
}

function startWhenNeeded(server: LanguageServer): vscode.Disposable {
  const look = (document: vscode.TextDocument): void => {
    if (server.isStarted || !isManifestLanguage(document.languageId)) return;
    if (couldBeOurs(document.uri.path, document.getText())) void server.start();
  };
  for (const document of vscode.workspace.textDocuments) look(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
  );
}
