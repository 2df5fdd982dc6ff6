import * as vscode from "vscode";
import { solveCommand } from "../shared/protocol/pod/solve.ts";
import { isManifestLanguage } from "./basics/languages.ts";
import { createLog, type Log } from "./basics/log.ts";
import { couldBeOurs } from "./basics/our-documents.ts";
import { ClusterParts } from "./cluster/cluster-parts.ts";
import type { LoadSource } from "./cluster/source-api.ts";
import { WorkspaceCheck } from "./commands/check-workspace.ts";
import { registerLanguageModelTools } from "./commands/language-model-tools.ts";
import { learnFromPods } from "./commands/learn.ts";
import { pinForecast } from "./commands/pin-forecast.ts";
import { reportIssue } from "./commands/report-issue.ts";
import { openSamples } from "./commands/samples.ts";
import { selectKubernetesVersion } from "./commands/select-version.ts";
import { RenderedPages } from "./commands/simulate-rendered.ts";
import { solve } from "./commands/solve.ts";
import { createStatusItem } from "./commands/status-item.ts";
import { FleetReports } from "./fleet/fleet-reports.ts";
import type { FleetParts } from "./fleet/run-fleet.ts";
import { ActiveManifest } from "./language-server/active-manifest.ts";
import { type CreateClient, LanguageServer } from "./language-server/language-server.ts";
import { reach, watchMilestones } from "./language-server/milestones.ts";
import { comparisonPages } from "./pages/compare-forecast.ts";
import { explanationPages } from "./pages/explain.ts";
import { IncidentPages } from "./pages/incidents.ts";
import { RulePageDocuments } from "./pages/rule-pages.ts";
import { forecastPages } from "./pages/show-forecast.ts";
import { timelinePages } from "./pages/show-timeline-text.ts";
import { SimulatorPanels } from "./simulator/panels.ts";
import { RolloutPanels } from "./simulator/rollout-panels.ts";

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
  const base: Base = { context, log, server };
  const parts = createParts(base, load, fleetParts);
  const { cluster, rulePages, manifest } = parts;
  const commands = { ...forecastCommands(base, parts), ...otherCommands(base, parts), ...cluster.commands };
  const registered = Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
  context.subscriptions.push(log, ...Object.values(parts));
  context.subscriptions.push(registerLanguageModelTools(server, rulePages, (asked) => cluster.observed(asked)));
  context.subscriptions.push(...registered, createStatusItem(manifest), watchMilestones(), startWhenNeeded(server));
  return { stop: () => server.stop() };
}

interface Base {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly server: LanguageServer;
}

type Parts = ReturnType<typeof createParts>;
type Commands = Readonly<Record<string, (argument: unknown) => Promise<void> | void>>;

/** Each lives as long as the extension. */
function createParts({ context, log, server }: Base, load: LoadSource, fleetParts: FleetParts | undefined) {
  const { extensionUri, workspaceState: memory, secrets } = context;
  const panels = new SimulatorPanels({ server, log, extension: extensionUri });
  const rulePages = new RulePageDocuments(extensionUri);
  return {
    cluster: new ClusterParts({ server, log, panels, load, memory, folder: extensionUri }),
    panels,
    rollouts: new RolloutPanels({ server, log, extension: extensionUri }),
    forecasts: forecastPages(server),
    comparisons: comparisonPages(server),
    timelines: timelinePages(server),
    rendered: new RenderedPages(server),
    explanations: explanationPages(server, rulePages),
    incidents: new IncidentPages(server),
    rulePages,
    check: new WorkspaceCheck(server),
    fleet: new FleetReports(fleetParts, { memory, secrets }, log),
    manifest: new ActiveManifest(server),
  } satisfies Readonly<Record<string, vscode.Disposable>>;
}

/** Commands about a pod or a workload: the one that a lens or a link names, else that of the panel that has the focus. */
function forecastCommands({ server }: Base, parts: Parts): Commands {
  const { panels, rollouts } = parts;
  const wanted = (argument: unknown): unknown => argument ?? panels.activePod ?? rollouts.active;
  return {
    "podCadence.simulatePod": async (argument) => {
      await panels.open(wanted(argument));
      reach("simulated");
    },
    "podCadence.simulateRollout": async (argument) => {
      await rollouts.open(wanted(argument));
      reach("simulated");
    },
    "podCadence.showForecast": (argument) => parts.forecasts.show(wanted(argument)),
    "podCadence.explain": (argument) => parts.explanations.show(wanted(argument)),
    "podCadence.explainIncident": () => parts.incidents.show(),
    "podCadence.learnFromPods": (argument) => learnFromPods(server, argument),
    "podCadence.compareForecastWithHead": (argument) => parts.comparisons.show(wanted(argument)),
    "podCadence.showTimelineAsText": (argument) => parts.timelines.show(wanted(argument)),
    "podCadence.pinForecast": (argument) => pinForecast(server, wanted(argument)),
  };
}

function otherCommands({ context, log, server }: Base, { panels, rendered, check, fleet }: Parts): Commands {
  return {
    "podCadence.simulateRenderedOutput": () => rendered.show(() => panels.open(undefined)),
    "podCadence.checkWorkspace": () => check.run(),
    "podCadence.selectKubernetesVersion": () => selectKubernetesVersion(log),
    "podCadence.showLog": () => log.show(),
    "podCadence.openSamples": () => openSamples(context.extensionUri, log),
    "podCadence.reportIssue": () => reportIssue(context),
    "podCadence.fleetReport": () => fleet.open(),
    "podCadence.saveFleetReport": () => fleet.save(),
    [solveCommand]: (argument) => solve(server, argument),
  };
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
