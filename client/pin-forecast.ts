import * as vscode from "vscode";
import { parseMessage } from "../shared/protocol/parse.ts";
import { podReferenceSchema } from "../shared/protocol/pod.ts";
import { type PinAnswer, type PinRequestParams, pinAnswerSchema, pinRequest } from "../shared/protocol/requests.ts";
import type { LanguageServer } from "./language-server.ts";
import { cursorPlace, toEditorRange } from "./places.ts";

/** Writes the forecast of the pod that the argument names, else of the one at the cursor, into its manifest: one step to undo. */
export async function pinForecast(server: LanguageServer, argument: unknown): Promise<void> {
  const { value: reference } = parseMessage(podReferenceSchema, argument, "argument");
  const place = reference === undefined ? cursorPlace() : { uri: reference.uri, reference };
  const message = place === undefined ? undefined : await pin(server, place);
  void vscode.window.showInformationMessage(message ?? "Open a manifest with a pod to pin its forecast.");
}

async function pin(server: LanguageServer, place: PinRequestParams): Promise<string | undefined> {
  const answer = await server.ask(pinRequest, place, pinAnswerSchema);
  if (answer === undefined || answer === null) return undefined;
  if (answer.edits.length === 0) return answer.message;
  return (await apply(vscode.Uri.parse(place.uri, true), answer))
    ? answer.message
    : "The manifest was changed meanwhile, so the forecast was not pinned. Pin it again.";
}

async function apply(uri: vscode.Uri, { version, edits }: PinAnswer): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    edits.map(({ range, newText }) => vscode.TextEdit.replace(toEditorRange(range), newText)),
  );
  return vscode.workspace.applyEdit(edit);
}
