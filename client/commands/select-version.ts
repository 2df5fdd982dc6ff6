import * as vscode from "vscode";
import { isPreview, type KubernetesVersion, minorVersions, newestVersion } from "../../shared/kubernetes/versions.ts";
import type { Log } from "../basics/log.ts";

interface Choice extends vscode.QuickPickItem {
  /** Undefined if there is no setting; the project file or the default applies. */
  readonly version: KubernetesVersion | undefined;
}

/** Lets people choose the Kubernetes version of the active editor's file and writes it where the setting stands now. */
export async function selectKubernetesVersion(log: Log): Promise<void> {
  const resource = vscode.window.activeTextEditor?.document.uri;
  const settings = vscode.workspace.getConfiguration("podCadence", resource);
  const current = settings.get<unknown>("kubernetesVersion");
  const choices: Choice[] = [
    {
      version: undefined,
      label: vscode.l10n.t("Default"),
      description: vscode.l10n.t(".pod-cadence.yaml, then {0}", newestVersion),
    },
    ...minorVersions.toReversed().map((version) => ({
      version,
      label: version,
      description: descriptionOf(version, version === current),
    })),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t("Select Kubernetes Version"),
    placeHolder: vscode.l10n.t("Kubernetes version of the nodes that run your pods"),
  });
  if (chosen === undefined) return;
  try {
    await settings.update("kubernetesVersion", chosen.version, targetOf(settings, resource));
  } catch (error) {
    log.tell("error", vscode.l10n.t("Couldn't save the Kubernetes version in the settings: {0}", String(error)));
  }
}

function descriptionOf(version: KubernetesVersion, isCurrent: boolean): string {
  const words = [
    ...(isPreview(version) ? [vscode.l10n.t("preview: not released yet")] : []),
    ...(isCurrent ? [vscode.l10n.t("current")] : []),
  ];
  return words.join(", ");
}

/** The place that has a say already, else the widest one that belongs to this workspace, else the user's settings. */
function targetOf(
  settings: vscode.WorkspaceConfiguration,
  resource: vscode.Uri | undefined,
): vscode.ConfigurationTarget {
  const written = settings.inspect<unknown>("kubernetesVersion");
  if (written?.workspaceFolderValue !== undefined) return vscode.ConfigurationTarget.WorkspaceFolder;
  if (written?.workspaceValue !== undefined) return vscode.ConfigurationTarget.Workspace;
  const folder = resource === undefined ? undefined : vscode.workspace.getWorkspaceFolder(resource);
  return folder === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
}
