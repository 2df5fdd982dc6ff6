import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { lineStartOf } from "../../manifest/text/text.ts";

/** The tag that stands before a value on its line: `!!str`. */
export function tagOf({ text }: ManifestDocument, { start }: OffsetRange): string | undefined {
  return propertiesBefore(text, start).find((word) => word.startsWith("!"));
}

/** True if neither a tag nor an anchor stands before the value: a tag would change what a new value means, an anchor may be used elsewhere. */
export function isPlain({ text }: ManifestDocument, { start }: OffsetRange): boolean {
  return propertiesBefore(text, start).length === 0 && !/^[!&]/.test(text.slice(start, start + 1));
}

function propertiesBefore(text: string, start: number): readonly string[] {
  const words = text.slice(lineStartOf(text, start), start).split(/[\s,[{]+/);
  const found: string[] = [];
  // The last one is empty: blanks stand between a property and its value.
  for (const word of words.slice(0, -1).reverse()) {
    if (!/^[!&]/.test(word)) break;
    found.push(word);
  }
  return found;
}
