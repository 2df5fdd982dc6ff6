import * as vscode from "vscode";
import { livePodScheme } from "../../shared/protocol/cluster.ts";
import type { PodReference } from "../../shared/protocol/pod/pod.ts";
import type { EditedLine, TriedField } from "../../shared/protocol/pod/setup.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { renderedScheme } from "../../shared/protocol/values/rendered.ts";
import { applyEdits } from "../basics/apply-edits.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

/** Makes the comments and fields of the manifest say what the panel plays: one step to undo. */
export async function writeScenario(
  server: LanguageServer,
  reference: PodReference,
  changes: { readonly lines?: readonly EditedLine[] | undefined; readonly fields?: readonly TriedField[] | undefined },
): Promise<void> {
  const { uri } = reference;
  if (uri.startsWith(`${livePodScheme}:`)) {
    tell(
      vscode.l10n.t(
        "This document shows a live pod and is read-only. To edit its scenario, choose Compare with Live Pod in its manifest.",
      ),
    );
    return;
  }
  if (uri.startsWith(`${renderedScheme}:`)) {
    tell(vscode.l10n.t("Rendered output is read-only. Add the scenario to the template, or to .pod-cadence.yaml."));
    return;
  }
  const answer = await server.ask(serverRequests.writeScenario, { uri, reference, ...changes });
  if (answer === undefined || answer === null)
    tell(vscode.l10n.t("Couldn't write the scenario because the manifest no longer contains this pod."));
  else if (answer.edits.length === 0) tell(answer.message);
  else if (await applyEdits(vscode.Uri.parse(uri, true), answer))
    vscode.window.setStatusBarMessage(answer.message, shownMs);
  else tell(vscode.l10n.t("The file has changed; try again."));
}

/** Long enough to be read: what was written can be seen in the editor, too. */
const shownMs = 8000;

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}
