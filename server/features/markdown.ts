import { type Hover, MarkupKind } from "vscode-languageserver";
import { formatBounds } from "../../shared/forecast/index.ts";
import type { PodReference } from "../../shared/protocol/pod.ts";
import type { Span } from "../../shared/simulation/span.ts";
import type { Range } from "../manifest/model.ts";
import type { PlacedDocument } from "../manifest/model.ts";
import type { Context } from "./feature.ts";
import { rangeInFile } from "./places.ts";

/** What a hover or a tooltip says. Sentences and names are Markdown. */
export interface Answer {
  /** The answer in words. */
  readonly first: string;
  readonly table: readonly Row[];
  /** Over the table's first column. */
  readonly tableTitle?: string;
  /** What people do not expect. */
  readonly notes?: readonly string[];
  /** A page of the Kubernetes documentation. */
  readonly docs: { readonly title: string; readonly url: string };
  /** The pod that `Simulate pod` plays. */
  readonly pod?: PodReference | undefined;
}

/** A row whose span is undefined is left out. */
export interface Row {
  readonly what: string;
  readonly span: Span | undefined;
}

export function answerText(answer: Answer, { settings, client }: Pick<Context, "settings" | "client">): string {
  const links = [`[${answer.docs.title}](${answer.docs.url})`];
  if (client.commandLinks && answer.pod !== undefined) links.push(simulateLink(answer.pod));
  const parts = [answer.first, tableText(answer), ...(answer.notes ?? []), settings.assumptionsText, links.join(" · ")];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function hoverOf(answer: Answer, context: Context, place: { placed: PlacedDocument; range: Range }): Hover {
  const value = answerText(answer, context);
  const range = rangeInFile(context, place.placed, place.range);
  return { contents: { kind: context.client.markdown ? MarkupKind.Markdown : MarkupKind.PlainText, value }, range };
}

function tableText({ table, tableTitle = "what" }: Answer): string {
  const rows = table.flatMap(({ what, span }) => {
    if (span === undefined) return [];
    const { earliest, latest } = formatBounds(span);
    return [`| ${what} | ${earliest} | ${latest} |`];
  });
  return rows.length === 0 ? "" : [`| ${tableTitle} | earliest | latest |`, "|---|---|---|", ...rows].join("\n");
}

function simulateLink(pod: PodReference): string {
  return `[Simulate pod](command:podCadence.simulatePod?${encodeURIComponent(JSON.stringify([pod]))})`;
}
