import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { horizonOf } from "../basics/manifests.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { type FollowedPage, FollowedPages } from "./followed-pages.ts";

/** Timelines as plain text: what the simulator shows, for those who read or listen rather than look. */
export function timelinePages(server: LanguageServer): FollowedPages {
  return new FollowedPages(server, {
    scheme: "pod-cadence-timeline",
    ending: ".txt",
    gone: vscode.l10n.t("The manifest no longer contains this pod."),
    nothing: vscode.l10n.t("To see a timeline, place the cursor in a manifest that contains a pod."),
    async ask(place) {
      const params = { ...place, horizonMs: horizonOf(place.uri) };
      const answer = await server.ask(serverRequests.timelineText, params);
      if (answer === null || answer === undefined || "problem" in answer) return answer;
      const { title, text, language, reference } = answer;
      return { title, text, language, place: { uri: reference.uri, reference } };
    },
    open: showText,
  });
}

async function showText(address: vscode.Uri, { language }: FollowedPage): Promise<void> {
  const document = await vscode.workspace.openTextDocument(address);
  // Somebody may have given another language to the ending.
  if (language !== undefined && document.languageId !== language)
    await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
