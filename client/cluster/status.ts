import * as vscode from "vscode";
import type { LiveCluster } from "./live-cluster.ts";

/** Beside the language of manifests: which cluster is connected, and whether what it tells is new. */
export function createClusterStatus(cluster: LiveCluster): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("podCadence.cluster", []);
  item.name = "Pod Cadence Cluster";
  const show = (): void => {
    const { state, choice } = cluster;
    item.selector = choice === undefined ? [] : [{ language: "yaml" }];
    if (choice === undefined) return;
    const { text, detail, severity } = words(cluster);
    item.text = text;
    item.detail = detail;
    item.busy = state.is === "connecting";
    item.severity = severity;
    item.command = { command: "podCadence.cluster.disconnect", title: "Disconnect" };
    item.accessibilityInformation = { label: `Cluster: ${text}, ${detail}` };
  };
  show();
  return vscode.Disposable.from(item, cluster.onDidTurn(show), cluster.onDidChange(show));
}

interface StatusWords {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
}

function words({ state, choice, list }: LiveCluster): StatusWords {
  const { Information, Warning, Error: Failed } = vscode.LanguageStatusSeverity;
  const name = choice?.context ?? "";
  switch (state.is) {
    case "connecting":
      return { text: `$(sync~spin) ${name}`, detail: "reading pods", severity: Information };
    case "live":
      return {
        text: `$(vm-connect) ${name}`,
        detail: `${list.size === 1 ? "1 pod" : `${list.size} pods`}, read-only`,
        severity: Information,
      };
    case "stale": {
      const since = new Date(state.sinceMs).toLocaleTimeString();
      return {
        text: `$(vm-outline) ${name}`,
        detail: `not up to date since ${since}: ${state.reason}`,
        severity: Warning,
      };
    }
    case "failed":
      return { text: `$(error) ${name}`, detail: state.reason, severity: Failed };
    case "closed":
      return { text: name, detail: "not connected", severity: Information };
  }
}
