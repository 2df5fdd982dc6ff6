import * as vscode from "vscode";
import type { PodRow } from "../../shared/protocol/cluster.ts";
import type { Log } from "../basics/log.ts";
import type { Choice } from "./live-cluster.ts";
import { logArguments } from "./log-command.ts";
import { restartsText } from "./pod-list.ts";

/** Shows what a container wrote, in a terminal in which kubectl runs. `folder`: where it runs, with nothing in it that could be taken for it. */
export async function showLogs(
  row: PodRow,
  { kubeconfig, context, isOfPod }: Choice,
  { isPrevious, folder, log }: { readonly isPrevious: boolean; readonly folder: vscode.Uri; readonly log: Log },
): Promise<void> {
  // A workspace that is not trusted has its own idea of what kubectl is.
  if (!vscode.workspace.isTrusted) return;
  const container = await pickContainer(row, isPrevious);
  if (container === undefined) return;
  const { namespace, name } = row;
  const asked = logArguments({
    kubeconfig,
    context: isOfPod === true ? undefined : context,
    namespace,
    pod: name,
    container,
    isPrevious,
  });
  if ("problem" in asked) {
    log.tell("error", asked.problem);
    return;
  }
  const title = isPrevious
    ? vscode.l10n.t("logs of the previous run of {0} in {1}", container, name)
    : vscode.l10n.t("logs of {0} in {1}", container, name);
  const execution = new vscode.ProcessExecution("kubectl", [...asked.args], { cwd: folder.fsPath });
  const task = new vscode.Task(
    { type: "podCadence.logs" },
    vscode.TaskScope.Workspace,
    title,
    "Pod Cadence",
    execution,
    [],
  );
  task.presentationOptions = { panel: vscode.TaskPanelKind.Dedicated, clear: true, echo: true };
  await vscode.tasks.executeTask(task);
}

async function pickContainer({ containers }: PodRow, isPrevious: boolean): Promise<string | undefined> {
  const offered = isPrevious ? containers.filter(({ restarts }) => restarts > 0) : containers;
  if (offered.length === 0) {
    const none = isPrevious
      ? vscode.l10n.t("No container of this pod has restarted.")
      : vscode.l10n.t("This pod has no containers yet.");
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  if (offered.length === 1) return offered[0]?.name;
  const picks = offered
    .toSorted((one, other) => other.restarts - one.restarts)
    .map(({ name, restarts }) => ({ label: name, description: restartsText(restarts) }));
  return (await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("Select a container") }))?.label;
}
