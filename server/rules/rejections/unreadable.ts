import { memo } from "../../../shared/basics/once.ts";
import { isFields } from "../../../shared/basics/values.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";

/** Why kubectl cannot send the object, as a sentence; undefined if it can, or where a placeholder is to be replaced first. */
export function unreadableWords({ document }: AnalyzedDocument): string | undefined {
  if (document.templated || !isObject(document)) return undefined;
  const first = document.problems.find(({ start }) => placeholderBefore(document, start) === undefined);
  return first && `kubectl cannot read the object: ${first.message}`;
}

/** A placeholder that ends where the YAML breaks. */
export function placeholderBefore({ text }: ManifestDocument, start: number): string | undefined {
  return /\{[A-Za-z][\w-]*\}$/.exec(text.slice(Math.max(0, start - placeholderLengthMax), start))?.[0];
}

/** Of `{username}` before what follows a value that is complete. */
const placeholderLengthMax = 60;

const objectKeys = ["apiVersion", "kind"].map((key) => new RegExp(`^[-\\[{ \\t]*["']?${key}["']?[ \\t]*:`, "m"));

/** It has `apiVersion` and `kind`, as far as it can be read. */
export const isObject = memo(
  (document: ManifestDocument): boolean =>
    document.listItem !== undefined || objectKeys.every((key) => key.test(document.text)) || isObjectInBraces(document),
);

/** JSON as programs write it has all keys in one line. */
function isObjectInBraces(document: ManifestDocument): boolean {
  const object = document.text.trimStart().startsWith("{") ? document.value() : undefined;
  return isFields(object) && "apiVersion" in object && "kind" in object;
}
