import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { GitHead } from "../basics/git.ts";
import { openManifest } from "../basics/manifests.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { FollowedPages } from "./followed-pages.ts";
import { RefusedFields } from "./refused-fields.ts";
import { showMarkdown } from "./show-forecast.ts";

/** What a manifest changes since the last commit, as Markdown. */
export function comparisonPages(server: LanguageServer): FollowedPages {
  const head = new GitHead();
  const marks = new RefusedFields();
  return new FollowedPages(server, {
    scheme: "pod-cadence-comparison",
    ending: ".md",
    gone: vscode.l10n.t("The manifest can no longer be compared."),
    nothing: vscode.l10n.t("To compare a forecast with Git HEAD, open a manifest that contains a pod."),
    async ask({ uri }) {
      const committed = await head.textOf(vscode.Uri.parse(uri));
      if ("problem" in committed) return committed;
      // The server knows open documents only, and the simulator may stay longer than the tab of its manifest.
      await openManifest(uri);
      const answer = await server.ask(serverRequests.comparison, {
        uri,
        before: { name: "HEAD", text: committed.text },
      });
      marks.show(uri, answer?.refused ?? []);
      return answer && { title: answer.title, text: answer.markdown, place: { uri }, language: undefined };
    },
    also: {
      onDidChange: head.onDidChange,
      dispose() {
        head.dispose();
        marks.dispose();
      },
    },
    closed: ({ uri }) => marks.show(uri, []),
    open: showMarkdown,
  });
}
