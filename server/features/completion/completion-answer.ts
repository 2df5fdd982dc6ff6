import type { CompletionItem, Position } from "vscode-languageserver";
import type { Context } from "../core/feature.ts";
import type { Host } from "../core/host.ts";

/** What is offered at a place. `isTyped`: nobody asked for it, a blank was typed. */
export function completionAnswer(host: Host, context: Context, position: Position, isTyped: boolean): CompletionItem[] {
  const before = context.document.getText({ start: { line: position.line, character: 0 }, end: position });
  // Blanks that indent a line, or begin a comment, ask for nothing.
  if (isTyped && /^\s*$|(?:^|\s)#\s*$/.test(before)) return [];
  const items = host.completions(context, position);
  // Who types `1` and Enter must not get the default, `10`.
  return isNumberAlone(items) && (isTyped || /\w$/.test(before)) ? [] : items;
}

function isNumberAlone([first, another]: readonly CompletionItem[]): boolean {
  return first !== undefined && another === undefined && /^-?\d/.test(first.label);
}
