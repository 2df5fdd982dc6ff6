import type { Path } from "../../shared/basics/path.ts";
import type { TextPosition } from "../manifest/text/positions.ts";
import { rangeOf } from "../manifest/text/ranges.ts";
import type { DiffChange, ObjectPlace } from "./model.ts";
import { positionsIn } from "./positions.ts";

interface WrittenRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

interface RefusedField {
  readonly range: WrittenRange;
  readonly message: string;
}

/** The fields in the head whose change the API server refuses, each with its words and what to do instead. */
export function refusedFields({ place, refused }: DiffChange): readonly RefusedField[] {
  if (place === undefined) return [];
  const instead = refused.instead === undefined ? "" : ` ${refused.instead}`;
  return refused.reasons.map(({ message, path }) => {
    return { range: rangeIn(place, path), message: `The API server refuses this update: ${message}.${instead}` };
  });
}

/** Where a field of an object is written; where it is not, the nearest one around it. */
export function rangeIn(
  { file, document, startOffset, objectPath }: ObjectPlace,
  path: Path,
  on: "key" | "value" = "key",
): WrittenRange {
  const { start, end } = rangeOf(document, [...objectPath, ...path], on);
  const positionAt = positionsIn(file);
  return { start: positionAt(startOffset + start), end: positionAt(startOffset + end) };
}
