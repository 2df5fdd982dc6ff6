import type { CompletionItem } from "vscode-languageserver";
import { InsertTextFormat, MarkupContent } from "vscode-languageserver";
import { contextOf, host, type Situation } from "../harness.ts";

export interface Completed {
  readonly labels: readonly string[];
  readonly items: readonly CompletionItem[];
  /** The text after the item was taken as VS Code does it, `|` for the cursor; undefined: there is no such item. */
  taken(label: string): string | undefined;
  documentation(label: string): string | undefined;
}

/** What is offered at the last `|` of a text. */
export async function complete(written: string, situation: Situation = {}): Promise<Completed> {
  const offset = written.lastIndexOf("|");
  const text = written.slice(0, offset) + written.slice(offset + 1);
  const context = await contextOf(text, situation);
  const items = host.completions(context, context.document.positionAt(offset));
  const itemOf = (label: string) => items.find((item) => item.label === label);
  return {
    items,
    labels: items.map(({ label }) => label),
    taken(label) {
      const item = itemOf(label);
      const edit = item?.textEdit;
      if (item === undefined || edit === undefined || !("range" in edit)) return undefined;
      const start = context.document.offsetAt(edit.range.start);
      const end = context.document.offsetAt(edit.range.end);
      const typed = text.slice(start, offset).trimStart();
      if (start > offset || end < offset || !fits(typed, item.filterText ?? label))
        throw new Error(`the editor does not offer ${label} for "${typed}"`);
      const lines = indented(edit.newText, text.slice(0, start)).replaceAll(
        "\n",
        text.includes("\r\n") ? "\r\n" : "\n",
      );
      const isSnippet = item.insertTextFormat === InsertTextFormat.Snippet;
      return text.slice(0, start) + (isSnippet ? filled(lines) : `${lines}|`) + text.slice(end);
    },
    documentation(label) {
      const item = itemOf(label);
      const found = item && (host.resolveCompletion(item) ?? item).documentation;
      return MarkupContent.is(found) ? found.value : undefined;
    },
  };
}

/** The editor indents further lines as the line of the cursor is indented, up to the place of the text. */
function indented(newText: string, before: string): string {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? "";
  return newText.replaceAll("\n", `\n${blanks}`);
}

/** The editor filters by the letters in their order. */
function fits(typed: string, label: string): boolean {
  let at = 0;
  for (const letter of typed.toLowerCase()) {
    at = label.toLowerCase().indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** What stands at the first place of a snippet is selected: `‹10›`. */
function filled(snippet: string): string {
  const first = snippet.replace(/\$\{1:((?:[^\\}]|\\.)*)\}/, "‹$1›").replace(/(?<!\\)\$[01]/, "|");
  return first.replace(/\\([\\$}])/g, "$1");
}
