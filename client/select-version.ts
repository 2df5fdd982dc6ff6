import * as vscode from "vscode";
import { type MinorVersion, minorVersions, newestVersion } from "../shared/kubernetes/versions.ts";
import type { Log } from "./log.ts";

interface Choice extends vscode.QuickPickItem {
  /** Undefined: no setting; the project file or the default applies. */
  readonly version: MinorVersion | undefined;
}

/** Lets people choose the Kubernetes version of the active editor's file and writes it where the setting stands now. */
export async function selectKubernetesVersion(log: Log): Promise<void> {
  const resource = vscode.window.activeTextEditor?.document.uri;
  const settings = vscode.workspace.getConfiguration("podCadence", resource);
  const current = settings.get<unknown>("kubernetesVersion");
  const choices: Choice[] = [
    { version: undefined, label: "Project file or default", description: `.pod-cadence.yaml, else ${newestVersion}` },
    ...minorVersions
      .toReversed()
      .map((version) => ({ version, label: version, description: version === current ? "current" : "" })),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: "Kubernetes version of the nodes that run your pods",
    placeHolder: "Restarts and probes differ between versions",
  });
  if (chosen === undefined) return;
  try {
    await settings.update("kubernetesVersion", chosen.version, targetOf(settings, resource));
  } catch (error) {
    log.tell("error", `The Kubernetes version could not be written to the settings: ${String(error)}`);
  }
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
