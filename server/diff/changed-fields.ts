import type { Path } from "../../shared/basics/path.ts";
import { isFields } from "../../shared/basics/values.ts";

/** So many say where a change is. */
const fieldsMax = 20;

/** Fields that are not what they were, by their places in what is: the first of them, in the order of the text. */
export function changedFields(before: unknown, after: unknown): readonly Path[] {
  const found: Path[] = [];
  const visit = (left: unknown, right: unknown, path: Path): void => {
    if (found.length >= fieldsMax) return;
    if (Array.isArray(left) && Array.isArray(right))
      for (const [index, each] of right.entries()) visit(left[index], each, [...path, index]);
    else if (isFields(left) && isFields(right))
      for (const [key, value] of Object.entries(right)) visit(left[key], value, [...path, key]);
    else if (!Object.is(left, right)) found.push(path);
  };
  visit(before, after, []);
  return found;
}
