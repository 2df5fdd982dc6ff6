import type { InlayHint, Range } from "vscode-languageserver";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { Path } from "../../../shared/basics/path.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { Context } from "../core/feature.ts";
import { indexIn, positionOf } from "../core/places.ts";
import type { HintData } from "./hint-data.ts";

/** Where a hint would stand, before anything is computed for it. */
export interface HintPlace {
  readonly feature: string;
  /** By which the feature finds again what it speaks of: of the document, where `key` is not given. */
  readonly path: Path;
  /** The hint stands at the end of the line on which this begins. Default: the key of the path. */
  readonly key?: OffsetRange;
  readonly text: () => string | undefined;
}

/** The hints of the places that are in the range. Only for those is the text worked out. */
export function hintsAt(
  context: Context,
  placed: PlacedDocument,
  range: Range,
  places: readonly HintPlace[],
): InlayHint[] {
  return places.flatMap((place) => {
    const key = place.key ?? rangeOf(placed.document, place.path, "key");
    const { line } = context.document.positionAt(placed.startOffset + key.start);
    if (line < range.start.line || line > range.end.line) return [];
    const text = place.text();
    const written = lineText(context, line);
    return text === undefined || saysAlready(written, text)
      ? []
      : [hint(context, placed, place, { line, written, text })];
  });
}

function hint(
  context: Context,
  placed: PlacedDocument,
  { feature, path }: HintPlace,
  { line, written, text }: { line: number; written: string; text: string },
): InlayHint {
  const document = indexIn(context.manifest, placed);
  const lineStart = context.document.offsetAt({ line, character: 0 });
  const data: HintData = { uri: context.document.uri, feature, document, path };
  const position = positionOf(context.document, lineStart + written.length);
  return { position, label: [{ value: text }], paddingLeft: true, data };
}

/** UTF-16 units. Of a longer line nobody sees all numbers. */
const seenLengthMax = 1000;

/** Every number of the hint stands on the line. */
function saysAlready(written: string, text: string): boolean {
  if (written.length > seenLengthMax) return false;
  const numbers = numbersIn(text);
  const known = new Set(numbersIn(written));
  return numbers.length > 0 && numbers.every((number) => known.has(number));
}

/** With their units: `1m` is no `1`. */
function numbersIn(text: string): readonly string[] {
  return text.match(/\d[\d.a-z–]*/g) ?? [];
}

function lineText({ document }: Context, line: number): string {
  const start = { line, character: 0 };
  return document.getText({ start, end: { line: line + 1, character: 0 } }).replace(/\r?\n$|\r$/, "");
}
