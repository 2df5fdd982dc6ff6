import { type CompletionItem, MarkupKind } from "vscode-languageserver";

/** The item with Markdown for its details. */
export function withDocumentation(item: CompletionItem, value: string | undefined): CompletionItem {
  return value === undefined || value === "" ? item : { ...item, documentation: { kind: MarkupKind.Markdown, value } };
}
