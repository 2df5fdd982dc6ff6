import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { FollowedPages } from "./followed-pages.ts";

/** Forecasts as Markdown. */
export function forecastPages(server: LanguageServer): FollowedPages {
  return new FollowedPages(server, {
    scheme: "pod-cadence-forecast",
    ending: ".md",
    gone: vscode.l10n.t("The manifest no longer contains this pod or KubeletConfiguration."),
    nothing: vscode.l10n.t("To see a forecast, open a manifest that contains a pod or a KubeletConfiguration."),
    async ask(place) {
      const answer = await server.ask(serverRequests.forecast, place);
      return answer && { title: answer.title, text: answer.markdown, place, language: undefined };
    },
    open: showMarkdown,
  });
}

/** As a page where the built-in Markdown extension is there, else as text. */
export async function showMarkdown(address: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand("markdown.showPreviewToSide", address);
  } catch {
    await vscode.window.showTextDocument(address, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
}
