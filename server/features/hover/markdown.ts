import { type Hover, type MarkupContent, MarkupKind } from "vscode-languageserver";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { once } from "../../../shared/basics/once.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatBounds } from "../../../shared/basics/span-words.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { assumptionsInWords } from "../../../shared/kubernetes/assumptions-words.ts";
import type { PodReference } from "../../../shared/protocol/pod/pod.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import {
  joined,
  link,
  literal,
  type Prose,
  paragraphs,
  type RichText,
  rowList,
  type Table,
  table,
} from "../../markdown/markdown.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";

/** What a hover or a tooltip says. */
export interface HoverText {
  /** The answer in words. */
  readonly first: Prose;
  readonly table?: Table;
  /** What people do not expect. */
  readonly notes?: readonly Prose[];
  /** What only the page of the forecast has room for. */
  readonly details?: readonly Prose[];
  /** A page of the Kubernetes documentation. */
  readonly docs: { readonly title: string; readonly url: string };
  /** Replaces the text about the assumptions of the file's settings, which is shown where somebody has set one. */
  readonly assumptionsText?: string;
  /** The pod that `Simulate pod` plays. */
  readonly pod?: PodReference | undefined;
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
  return { head: ["Event", "Earliest", "Latest"], rows: cells };
}

export function answerText(answer: HoverText, { settings, client }: Pick<Context, "settings" | "client">): RichText {
  const links = [link(answer.docs.title, answer.docs.url)];
  if (client.commandLinks && answer.pod !== undefined) links.push(simulateLink(answer.pod));
  return paragraphs([
    answer.first,
    ...(answer.table === undefined ? [] : [answerTable(answer.table, client)]),
    ...(answer.notes ?? []),
    ...assumptionsOf(answer, settings),
    joined(links, " · "),
  ]);
}

/** What is assumed without a word from anybody is on the page of the forecast. */
function assumptionsOf(
  { assumptionsText }: HoverText,
  { assumptionsText: ofFile }: ResolvedSettings,
): readonly Prose[] {
  if (assumptionsText !== undefined) return [literal(assumptionsText)];
  return ofFile === usualAssumptions() ? [] : [literal(ofFile)];
}

const usualAssumptions = once(() => assumptionsInWords(defaultAssumptions()));

export function hoverOf(
  answer: HoverText,
  context: Context,
  place: { placed: PlacedDocument; range: OffsetRange },
): Hover {
  const range = rangeInFile(context, place.placed, place.range);
  return { contents: markupOf(answerText(answer, context), context.client), range };
}

/** The one way of a text into what an editor shows as Markdown. */
export function markupOf(text: RichText, { markdown }: Pick<Context["client"], "markdown">): MarkupContent {
  return markdown
    ? { kind: MarkupKind.Markdown, value: text.markdown }
    : { kind: MarkupKind.PlainText, value: text.plain };
}

export function answerTable(rows: Table, { tables }: Pick<Context["client"], "tables">): RichText {
  return tables ? table(rows, { wide: true }) : rowList(rows);
}

function simulateLink(pod: PodReference): RichText {
  return link("Simulate pod", `command:podCadence.simulatePod?${encodeURIComponent(JSON.stringify([pod]))}`);
}
