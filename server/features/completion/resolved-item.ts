import type { CompletionItem, MarkupContent } from "vscode-languageserver";
import { type Prose, richText } from "../../markdown/markdown.ts";
import { markupOf } from "../hover/markdown.ts";

/** The item with its details. */
export function withDocumentation(item: CompletionItem, text: Prose | undefined): CompletionItem {
  return text === undefined || text === "" ? item : { ...item, documentation: documentationOf(text) };
}

export function documentationOf(text: Prose): MarkupContent {
  return markupOf(richText(text), { markdown: true });
}
