import * as vscode from "vscode";
import { podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { type PodPlace, serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { applyEdits } from "../basics/apply-edits.ts";
import { cursorPlace } from "../basics/places.ts";
import type { LanguageServer } from "../language-server/language-server.ts";

/** Writes the forecast of the pod that the argument names, else of the one at the cursor, into its manifest: one step to undo. */
export async function pinForecast(server: LanguageServer, argument: unknown): Promise<void> {
  const { value: reference } = parseMessage(podReferenceSchema, argument, "argument");
  const place = reference === undefined ? cursorPlace() : { uri: reference.uri, reference };
  const message = place === undefined ? undefined : await pin(server, place);
  void vscode.window.showInformationMessage(
    message ?? vscode.l10n.t("To pin a forecast, open a manifest that contains a pod."),
  );
}

async function pin(server: LanguageServer, place: PodPlace): Promise<string | undefined> {
  const answer = await server.ask(serverRequests.pin, place);
  if (answer === undefined || answer === null) return undefined;
  if (answer.edits.length === 0) return answer.message;
  return (await applyEdits(vscode.Uri.parse(place.uri, true), answer))
    ? answer.message
    : vscode.l10n.t("The file has changed; try again.");
}
