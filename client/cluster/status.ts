import * as vscode from "vscode";
import { plainLine } from "../../shared/basics/plain-line.ts";
import type { Freshness } from "../../shared/protocol/cluster.ts";
import { manifestSelector } from "../basics/languages.ts";
import { plainIcons } from "../basics/plain-message.ts";
import type { LiveCluster } from "./live-cluster.ts";

/** Beside the language of manifests: which cluster is connected, and whether it is up to date. */
export function createClusterStatus(cluster: LiveCluster): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("podCadence.cluster", []);
  item.name = vscode.l10n.t("Pod Cadence Cluster");
  const show = (): void => {
    const { state, choice } = cluster;
    item.selector = choice === undefined ? [] : manifestSelector;
    if (choice === undefined) return;
    const { text, detail, severity } = words(cluster);
    item.text = text;
    item.detail = detail;
    item.busy = state.is === "connecting";
    item.severity = severity;
    item.command =
      state.is === "stale" || state.is === "failed"
        ? { command: "podCadence.cluster.tryAgain", title: vscode.l10n.t("Try Again") }
        : { command: "podCadence.cluster.disconnect", title: vscode.l10n.t("Disconnect") };
    item.accessibilityInformation = { label: vscode.l10n.t("Cluster: {0}, {1}", text, detail) };
  };
  show();
  return vscode.Disposable.from(item, cluster.onDidChangeState(show), cluster.onDidChange(show));
}

/** A cluster of many nodes may have hundreds of things that cannot be read. */
const missingMax = 5;

/** In the status bar, wherever one is: the connected context, and how many pods are in trouble. It leads to their list. */
export function createContextItem(cluster: LiveCluster): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("podCadence.context", vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t("Pod Cadence Cluster");
  item.command = "podCadence.pods.focus";
  const show = (): void => {
    if (cluster.choice === undefined) {
      item.hide();
      return;
    }
    const { text, detail, severity } = words(cluster);
    const failing = cluster.state.is === "live" ? cluster.list.failing : 0;
    item.text = failing === 0 ? text : `${text} $(error) ${failing}`;
    const lines = [plainLine(cluster.choice.context), detail];
    if (failing > 0) lines.push(failing === 1 ? vscode.l10n.t("1 pod fails") : vscode.l10n.t("{0} pods fail", failing));
    const missing = cluster.state.is === "live" ? cluster.state.missing : [];
    item.tooltip = [...lines, ...missing.slice(0, missingMax)].join("\n");
    item.accessibilityInformation = { label: vscode.l10n.t("Cluster: {0}", lines.join(", ")), role: "button" };
    item.backgroundColor =
      severity === vscode.LanguageStatusSeverity.Error
        ? new vscode.ThemeColor("statusBarItem.errorBackground")
        : severity === vscode.LanguageStatusSeverity.Warning
          ? new vscode.ThemeColor("statusBarItem.warningBackground")
          : undefined;
    item.show();
  };
  show();
  return vscode.Disposable.from(item, cluster.onDidChangeState(show), cluster.onDidChange(show));
}

/** Since when, where there are pods from before. */
function failedText(reason: string, freshness: Freshness): string {
  if (freshness.is === "live") return reason;
  return vscode.l10n.t("out of date since {0}: {1}", new Date(freshness.sinceMs).toLocaleTimeString(), reason);
}

interface StatusWords {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
}

function words({ state, choice, list, freshness }: LiveCluster): StatusWords {
  const { Information, Warning, Error: Failed } = vscode.LanguageStatusSeverity;
  const name = plainIcons(plainLine(choice?.context ?? ""));
  switch (state.is) {
    case "connecting":
      return {
        text: `$(sync~spin) ${name}`,
        detail: state.reason ?? vscode.l10n.t("reading pods"),
        severity: Information,
      };
    case "live":
      return {
        text: `$(vm-connect) ${name}`,
        detail: list.size === 1 ? vscode.l10n.t("1 pod, read-only") : vscode.l10n.t("{0} pods, read-only", list.size),
        severity: Information,
      };
    case "stale":
      return { text: `$(vm-outline) ${name}`, detail: failedText(state.reason, state), severity: Warning };
    case "failed":
      return { text: `$(error) ${name}`, detail: failedText(state.reason, freshness), severity: Failed };
    case "closed":
      return { text: name, detail: vscode.l10n.t("not connected"), severity: Information };
  }
}
