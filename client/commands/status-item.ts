import * as vscode from "vscode";
import { manifestSelector } from "../basics/languages.ts";
import type { ActiveManifest } from "../language-server/active-manifest.ts";
import { statusText } from "./status-text.ts";

/** Beside the language of a manifest: the Kubernetes version that everything is calculated for. A click selects another. */
export function createStatusItem(manifest: ActiveManifest): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("podCadence.kubernetes", []);
  item.name = "Pod Cadence";
  item.command = { command: "podCadence.selectKubernetesVersion", title: vscode.l10n.t("Select Version") };
  const subscription = manifest.onDidChange((answer) => {
    item.selector = answer === undefined ? [] : manifestSelector;
    if (answer === undefined) return;
    const { text, detail, label } = statusText(answer);
    item.text = text;
    item.detail = detail;
    item.accessibilityInformation = { label };
  });
  return vscode.Disposable.from(item, subscription);
}
