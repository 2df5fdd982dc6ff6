import * as vscode from "vscode";
import { livePodScheme } from "../../shared/protocol/cluster.ts";
import type { PodReference } from "../../shared/protocol/pod.ts";
import type { EditedLine } from "../../shared/protocol/setup.ts";
import { writeScenarioAnswerSchema, writeScenarioRequest } from "../../shared/protocol/write-scenario.ts";
import { applyEdits } from "../apply-edits.ts";
import type { LanguageServer } from "../language-server.ts";

/** Makes the comments of the manifest say what the panel plays: one step to undo. */
export async function writeScenario(
  server: LanguageServer,
  reference: PodReference,
  lines: readonly EditedLine[],
): Promise<void> {
  const { uri } = reference;
  if (uri.startsWith(`${livePodScheme}:`)) {
    tell(
      "This document shows a pod of the cluster and cannot be changed. Choose Compare with Observed in its manifest.",
    );
    return;
  }
  const answer = await server.ask(writeScenarioRequest, { uri, reference, lines }, writeScenarioAnswerSchema);
  if (answer === undefined || answer === null)
    tell("The scenario could not be written: the manifest does not hold this pod any more.");
  else if (answer.edits.length === 0) tell(answer.message);
  else if (await applyEdits(vscode.Uri.parse(uri, true), answer))
    vscode.window.setStatusBarMessage(answer.message, shownMs);
  else tell("The manifest was changed meanwhile, so the scenario was not written. Write it again.");
}

/** Long enough to be read: what was written can be seen in the editor, too. */
const shownMs = 8000;

function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}
