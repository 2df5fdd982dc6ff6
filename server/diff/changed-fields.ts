import type { Path } from "../../shared/basics/path.ts";
import { isFields } from "../../shared/basics/values.ts";

/** So many say where a change is. */
const fieldsMax = 20;

/** A field that is not what it was. */
export interface ChangedField {
  readonly path: Path;
  /** Of a text, what is new between the beginning and the end that it keeps, such as the tag of an image. */
  readonly part: string | undefined;
}

/** Fields that are not what they were, by their places in what is: the first of them, in the order of the text. */
export function changedFields(before: unknown, after: unknown): readonly ChangedField[] {
  const found: ChangedField[] = [];
  const visit = (left: unknown, right: unknown, path: Path): void => {
    if (found.length >= fieldsMax) return;
    if (Array.isArray(left) && Array.isArray(right))
      for (const [index, each] of right.entries()) visit(left[index], each, [...path, index]);
    else if (isFields(left) && isFields(right))
      for (const [key, value] of Object.entries(right)) visit(left[key], value, [...path, key]);
    else if (!Object.is(left, right)) found.push({ path, part: newPart(left, right) });
  };
  visit(before, after, []);
  return found;
}

/** What separates the parts of a text that templates put together. */
const separators = /([/:@=,\s]+)/;

function newPart(before: unknown, after: unknown): string | undefined {
  if (typeof before !== "string" || typeof after !== "string") return undefined;
  const [was, is] = [before, after].map((text) => text.split(separators));
  if (was === undefined || is === undefined) return undefined;
  const least = Math.min(was.length, is.length);
  let start = 0;
  while (start < least && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < least - start && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  return is.slice(start, is.length - end).join("") || undefined;
}
