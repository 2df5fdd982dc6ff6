import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { TypingPlace } from "../../manifest/documents/typing.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { lineStartOf } from "../../manifest/text/text.ts";
import type { Prose } from "../../markdown/markdown.ts";
import type { Context } from "../core/feature.ts";
import { rangeInFile } from "../core/places.ts";
import { documentationOf } from "./resolved-item.ts";

/** A word that could stand at the cursor. */
export interface Proposal {
  readonly label: string;
  readonly detail: string;
  readonly kind: "field" | "value";
  /** What stands below a key. Undefined means a scalar behind it. */
  readonly holds?: "map" | "list";
  /** What is written behind a key, and can be typed over. */
  readonly example?: string | undefined;
  /** What is written behind a key, and is not typed over. */
  readonly after?: string;
  /** There is something to choose from behind the key. */
  readonly again?: boolean;
  /** The word is no text in YAML without quotes. */
  readonly quoted?: boolean;
  /** What the item carries until somebody looks at it. */
  readonly data?: unknown;
  readonly documentation?: Prose;
}

/** Where the words go: what is typed, in a document of its own or in one that stands as text in the document of the file. */
interface Spot {
  readonly placed: PlacedDocument;
  readonly typing: TypingPlace;
  /** A new item of the list is begun: its dash or its brackets are not there. */
  readonly isItem?: boolean;
  /** Of a document inside of a text: its columns, and its offsets in the outer document. */
  readonly indent?: number;
  outerOffset?(offset: number): number;
}

/** Items in the order of the proposals. What is written fits the place, in block and in flow style. */
export function completionItems(context: Context, spot: Spot, proposals: readonly Proposal[]): CompletionItem[] {
  const target = targetOf(spot);
  const steps = stepsOf(spot.typing);
  const range = rangeInFile(context, spot.placed, target);
  const asksAgain = context.client.commandLinks;
  return proposals.map((proposal, index) => {
    const snippet = textOf(spot, { ...target, ...steps }, proposal);
    const { label, detail, kind, data, documentation } = proposal;
    const isSnippet = context.client.snippets && snippet.includes("$");
    return {
      label,
      kind: kind === "field" ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
      sortText: String(index).padStart(4, "0"),
      textEdit: { range, newText: isSnippet ? snippet : plainText(snippet) },
      ...(detail !== "" && { detail }),
      ...(data !== undefined && { data }),
      ...(documentation !== undefined && { documentation: documentationOf(documentation) }),
      ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(asksAgain && proposal.again && { command: askAgain }),
    };
  });
}

/** What an editor does behind an item that leaves a choice. */
export const askAgain = { title: "Suggest", command: "editor.action.triggerSuggest" };

interface Target {
  readonly start: number;
  readonly end: number;
  readonly lead: string;
  /** The column of the word, in the file. */
  readonly column: number;
  /** Blanks that the editor puts before the further lines of a text. */
  readonly given: number;
}

/** A line of its own begins where the lines around it begin: also in a text whose lines are indented. */
function targetOf({ placed, typing, indent = 0, outerOffset = (offset) => offset }: Spot): Target {
  const { text } = placed.document;
  const start = outerOffset(typing.replaced.start);
  const end = outerOffset(typing.replaced.end);
  const lineStart = lineStartOf(text, start);
  const front = text.slice(lineStart, start);
  const column = typing.column + indent;
  if (front.trim() === "" && front.length + typing.lead.length !== column)
    return { start: lineStart, end, lead: " ".repeat(column), column, given: 0 };
  return { start, end, lead: typing.lead, column, given: /^[ \t]*/.exec(front)?.[0].length ?? 0 };
}

/** The snippet that a proposal inserts. */
function textOf(spot: Spot, target: Target & Steps, proposal: Proposal): string {
  const { typing, isItem } = spot;
  const isBlockItem = isItem && !typing.flow;
  const { text } = typing.document;
  const open = openQuote(text, typing.replaced.start);
  const isClosed = open !== "" && text[typing.replaced.end] === open;
  const opening = open === "" ? quoteOf(typing, proposal) : "";
  const closing = isClosed ? "" : open || opening;
  const word = `${target.lead}${isBlockItem ? "- " : ""}${opening}${escaped(proposal.label)}${closing}`;
  // Behind a quote that is closed already the rest cannot be written.
  if (proposal.kind === "value" || typing.hasColon || isClosed) return word;
  if (isItem && typing.flow) return `{${word}:${flowTail(proposal).replace(/ $/, " $0")}}`;
  const column = target.column + (isBlockItem ? 2 : 0);
  return `${word}:${typing.flow ? flowTail(proposal) : blockTail(proposal, target, column - target.given)}`;
}

function quoteOf({ what, quote }: TypingPlace, { kind, quoted }: Proposal): string {
  if (quoted) return '"';
  return kind === "field" && what === "key" ? quote : "";
}

function openQuote(text: string, offset: number): string {
  const before = text[offset - 1] ?? "";
  return before === '"' || before === "'" ? before : "";
}

function flowTail({ holds, example, after }: Proposal): string {
  if (holds === "map") return " {$0}";
  return holds === "list" ? " [$0]" : scalarTail(example, after);
}

function blockTail({ holds, example, after }: Proposal, { map, list }: Steps, column: number): string {
  if (holds === "map") return `\n${" ".repeat(column + map)}$0`;
  return holds === "list" ? `\n${" ".repeat(column + list)}- $0` : scalarTail(example, after);
}

function scalarTail(example: string | undefined, after: string | undefined): string {
  if (after !== undefined) return ` ${escaped(after)}`;
  return example === undefined ? " " : ` \${1:${escaped(example)}}`;
}

/** By how many blanks the document indents what stands below a key. */
interface Steps {
  readonly map: number;
  readonly list: number;
}

/** As its first line that is indented, and as the last list before the cursor. */
function stepsOf({ document, replaced }: TypingPlace): Steps {
  const before = document.text.slice(0, replaced.start);
  const map = /^( {2}| {4})(?=[^\s-])/m.exec(before)?.[1]?.length ?? 2;
  const lists = [...before.matchAll(/^( *)[\w./-]+:[ \t]*\r?\n( *)- /gm)];
  const [, key = "", dash = ""] = lists.at(-1) ?? [];
  return { map, list: dash.length > key.length ? map : 0 };
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** For an editor without snippets: nothing that would have to be typed over. */
function plainText(snippet: string): string {
  return snippet.replace(/(?<!\\)\$(?:\{\d+:(?:[^\\}$]|\\.)*\}|\d+)/g, "").replace(/\\([\\$}])/g, "$1");
}
