import * as vscode from "vscode";
import { timelineTextAnswerSchema, timelineTextRequest } from "../shared/protocol/timeline-text.ts";
import { FollowedPages, type Page } from "./followed-pages.ts";
import type { LanguageServer } from "./language-server.ts";
import { horizonOf } from "./manifests.ts";

/** Timelines as plain text: what the simulator shows, for those who read or listen rather than look. */
export function timelinePages(server: LanguageServer): FollowedPages {
  return new FollowedPages(server, {
    scheme: "pod-cadence-timeline",
    ending: ".txt",
    gone: "The manifest holds no pod here any more.",
    nothing: "Open a manifest with a pod and put the cursor into it to see its timeline.",
    async ask(place) {
      const params = { ...place, horizonMs: horizonOf(place.uri) };
      const answer = await server.ask(timelineTextRequest, params, timelineTextAnswerSchema);
      if (answer === null || answer === undefined || "problem" in answer) return answer;
      const { title, text, language, reference } = answer;
      return { title, text, language, place: { uri: reference.uri, reference } };
    },
    open: showText,
  });
}

async function showText(address: vscode.Uri, { language }: Page): Promise<void> {
  const document = await vscode.workspace.openTextDocument(address);
  // Somebody may have given another language to the ending.
  if (language !== undefined && document.languageId !== language)
    await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}
