import * as vscode from "vscode";
import * as z from "zod/mini";
import { type PodPlace, serverRequests } from "../../shared/protocol/request.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { FollowedPages } from "./followed-pages.ts";
import type { RulePageDocuments } from "./rule-pages.ts";
import { showMarkdown } from "./show-forecast.ts";

/** What is wrong at the cursor, by the pages of its rules, above the forecast of the pod there, with its reason. */
export function explanationPages(server: LanguageServer, rules: RulePageDocuments): FollowedPages {
  return new FollowedPages(server, {
    scheme: "pod-cadence-explanation",
    ending: ".md",
    gone: vscode.l10n.t("The manifest no longer contains this pod or KubeletConfiguration."),
    nothing: vscode.l10n.t("To explain a problem or a forecast, place the cursor in a manifest that contains a pod."),
    async ask(place) {
      const forecast = await server.ask(serverRequests.forecast, place);
      const pages = await Promise.all(rulesAt(place).map((rule) => rules.read(rule)));
      const parts = [...pages, forecast?.markdown].filter((part) => part !== undefined);
      if (parts.length === 0) return forecast === undefined ? undefined : null;
      const title = vscode.l10n.t("Explanation of {0}", forecast?.title ?? place.uri.split("/").at(-1) ?? "");
      return { title, text: parts.join("\n\n---\n\n"), place, language: undefined };
    },
    open: showMarkdown,
  });
}

const ruleSchema = z.union([z.string(), z.object({ value: z.string() })]);

/** The rules of our diagnostics whose lines hold the place, each once. */
function rulesAt({ uri, position }: PodPlace): readonly string[] {
  if (position === undefined) return [];
  const here = vscode.languages.getDiagnostics(vscode.Uri.parse(uri)).filter(({ source, range }) => {
    return source === "pod-cadence" && range.start.line <= position.line && position.line <= range.end.line;
  });
  return [
    ...new Set(
      here.flatMap(({ code }) => {
        const { data } = ruleSchema.safeParse(code);
        return data === undefined ? [] : [typeof data === "string" ? data : data.value];
      }),
    ),
  ];
}
