import * as vscode from "vscode";
import { serverRequests } from "../../shared/protocol/request.ts";
import { GitHead } from "../basics/git.ts";
import { openManifest } from "../basics/manifests.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { FollowedPages } from "./followed-pages.ts";
import { RefusedFields } from "./refused-fields.ts";
import { type ComparedSides, RenderedSides } from "./rendered-sides.ts";
import { showMarkdown } from "./show-forecast.ts";

/** What a manifest changes since the last commit, as Markdown; of a file of a chart or an overlay, what that makes of it. */
export function comparisonPages(server: LanguageServer): FollowedPages {
  const head = new GitHead();
  const rendered = new RenderedSides(server, head);
  const marks = new RefusedFields();
  return new FollowedPages(server, {
    scheme: "pod-cadence-comparison",
    ending: ".md",
    gone: vscode.l10n.t("The manifest can no longer be compared."),
    nothing: vscode.l10n.t("To compare a forecast with Git HEAD, open a manifest that contains a pod."),
    async ask({ uri }) {
      const sides = (await rendered.of(uri)) ?? (await ownSides(uri, head));
      if (sides === undefined || "problem" in sides) return sides;
      const answer = await server.ask(serverRequests.comparison, sides);
      // What is rendered has no lines that people edit.
      if (sides.text === undefined) marks.show(uri, answer?.refused ?? []);
      return answer && { title: answer.title, text: answer.markdown, place: { uri }, language: undefined };
    },
    also: {
      onDidChange: rendered.onDidChange,
      dispose() {
        rendered.dispose();
        head.dispose();
        marks.dispose();
      },
    },
    closed: ({ uri }) => marks.show(uri, []),
    open: showMarkdown,
  });
}

/** A manifest as it stands in the editor, and in the commit. */
async function ownSides(uri: string, head: GitHead): Promise<ComparedSides | { readonly problem: string }> {
  const committed = await head.textOf(vscode.Uri.parse(uri));
  if ("problem" in committed) return committed;
  // The server knows open documents only, and the simulator may stay longer than the tab of its manifest.
  await openManifest(uri);
  return { uri, before: { name: "HEAD", text: committed.text } };
}
