import type { Path } from "../../../shared/basics/path.ts";
import type { ManifestDocument } from "../text/model.ts";
import { nodeAt } from "../text/ranges.ts";
import { addsContent } from "../text/templates.ts";

/**
 * Whether every entry of the map at a path stands in the text of a template, so that what is absent has its default: no line in it,
 * nor between it and what follows, is made by an expression. Conditions and loops around entries that are written do not matter.
 */
export function isWholeMap(document: ManifestDocument, path: Path): boolean {
  const node = nodeAt(document, path);
  if (node?.type !== "map") return false;
  const { text } = document;
  const lineStart = text.lastIndexOf("\n", node.start - 1) + 1;
  return !addsContent(text.slice(lineStart, endOfGap(text, node.end)));
}

/** The end of the lines behind a place that are blank, comments, or begin with an expression. */
function endOfGap(text: string, from: number): number {
  let end = lineEndAfter(text, from);
  while (end < text.length) {
    const next = lineEndAfter(text, end + 1);
    if (!/^[ \t]*(?:#|\{\{|\{%|\$\{|\r?$)/.test(text.slice(end + 1, next))) break;
    end = next;
  }
  return end;
}

function lineEndAfter(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
