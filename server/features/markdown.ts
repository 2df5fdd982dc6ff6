import { type Hover, MarkupKind } from "vscode-languageserver";
import { formatBounds } from "../../shared/forecast/index.ts";
import type { PodReference } from "../../shared/protocol/pod.ts";
import type { Span } from "../../shared/simulation/span.ts";
import type { PlacedDocument, Range } from "../manifest/model.ts";
import type { Context } from "./feature.ts";
import { rangeInFile } from "./places.ts";

/** What a hover or a tooltip says. Sentences and cells are Markdown. */
export interface Answer {
  /** The answer in words. */
  readonly first: string;
  readonly table?: Table;
  /** What people do not expect. */
  readonly notes?: readonly string[];
  /** A page of the Kubernetes documentation. */
  readonly docs: { readonly title: string; readonly url: string };
  /** In place of those of the file's settings. */
  readonly assumptionsText?: string;
  /** The pod that `Simulate pod` plays. */
  readonly pod?: PodReference | undefined;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A row whose span is undefined is left out. */
export interface SpanRow {
  readonly what: string;
  readonly span: Span | undefined;
}

export function spanTable(rows: readonly SpanRow[]): Table {
  const cells = rows.flatMap(({ what, span }) => {
    if (span === undefined) return [];
    const { earliest, latest } = formatBounds(span);
    return [[what, earliest, latest]];
  });
  return { head: ["what", "earliest", "latest"], rows: cells };
}

export function answerText(answer: Answer, { settings, client }: Pick<Context, "settings" | "client">): string {
  const links = [`[${answer.docs.title}](${answer.docs.url})`];
  if (client.commandLinks && answer.pod !== undefined) links.push(simulateLink(answer.pod));
  const table = answer.table === undefined ? "" : tableText(answer.table, client);
  const parts = [
    answer.first,
    table,
    ...(answer.notes ?? []),
    answer.assumptionsText ?? settings.assumptionsText,
    links.join(" · "),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

export function hoverOf(answer: Answer, context: Context, place: { placed: PlacedDocument; range: Range }): Hover {
  const value = answerText(answer, context);
  const range = rangeInFile(context, place.placed, place.range);
  return { contents: { kind: context.client.markdown ? MarkupKind.Markdown : MarkupKind.PlainText, value }, range };
}

export function tableText({ head, rows }: Table, { markdown }: Pick<Context["client"], "markdown">): string {
  if (rows.length === 0) return "";
  // Editors draw the columns of a table without a gap.
  const separator = markdown ? "&nbsp;&nbsp; | " : " | ";
  const line = (cells: readonly string[]) => `| ${cells.join(separator)} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function simulateLink(pod: PodReference): string {
  return `[Simulate pod](command:podCadence.simulatePod?${encodeURIComponent(JSON.stringify([pod]))})`;
}
