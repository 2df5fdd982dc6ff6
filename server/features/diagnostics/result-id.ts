import type { Diagnostic } from "vscode-languageserver";
import { memo } from "../../../shared/basics/once.ts";

/** The same diagnostics have the same id, in every process: a client that has them already gets only the id. */
export function resultIdOf(items: readonly Diagnostic[]): string {
  return `${items.length}-${hashOf(items.map(idOf).join(" "))}`;
}

/** A diagnostic that stays the same object is looked at once. */
const idOf = memo((diagnostic: Diagnostic) => hashOf(JSON.stringify(diagnostic)));

/** FNV-1a with 32 bits, over UTF-16 units. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${text.length}-${(hash >>> 0).toString(16)}`;
}
