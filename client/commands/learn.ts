import * as vscode from "vscode";
import { podReferenceSchema } from "../../shared/protocol/pod/pod.ts";
import { type ParamsOf, type PodPlace, serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { applyEdits } from "../basics/apply-edits.ts";
import { cursorPlace } from "../basics/places.ts";
import { plainMessage } from "../basics/plain-message.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { askEvidence } from "../pages/evidence.ts";

/**
 * Writes what pods did into their manifests, as scenarios: one step to undo. A code action names the pod whose pods of the cluster
 * count; otherwise the person chooses where the evidence is.
 */
export async function learnFromPods(server: LanguageServer, argument: unknown): Promise<void> {
  const { value: reference } = parseMessage(podReferenceSchema, argument, "argument");
  const place = reference === undefined ? cursorPlace() : { uri: reference.uri, reference };
  if (place === undefined)
    return tell(vscode.l10n.t("To learn from pods, open the manifest of their workload, and place the cursor in it."));
  const evidence = reference === undefined ? await chosenEvidence(server, place) : {};
  if (evidence !== undefined) tell(await write(server, { ...place, ...evidence }));
}

type Asked = ParamsOf<typeof serverRequests.learn>;

/** No texts: the pods of the cluster. */
async function chosenEvidence(server: LanguageServer, place: PodPlace): Promise<Pick<Asked, "texts"> | undefined> {
  const there = await server.ask(serverRequests.podsOfManifest, place);
  const count = there?.uids.length ?? 0;
  const cluster = {
    label: vscode.l10n.t("Cluster"),
    description: vscode.l10n.t("{0} pods", count),
    read: async () => "cluster" as const,
  };
  const found = await askEvidence(count === 0 ? [] : [cluster]);
  if (found === undefined) return undefined;
  return found === "cluster" ? {} : { texts: found };
}

async function write(server: LanguageServer, asked: Asked): Promise<string> {
  const answer = await server.ask(serverRequests.learn, asked);
  if (answer === undefined) return vscode.l10n.t("The language server is not responding.");
  if (answer === null) return vscode.l10n.t("The manifest no longer contains this pod.");
  if (answer.edits.length === 0) return answer.message;
  return (await applyEdits(vscode.Uri.parse(asked.uri, true), answer))
    ? answer.message
    : vscode.l10n.t("The file has changed; try again.");
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}
