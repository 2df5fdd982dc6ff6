import type { FieldError } from "../../../shared/api-server/types/report.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import { isPlaceholderName, placeholderWordIn } from "../../../shared/kubernetes/placeholders.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";

/** Why somebody most likely fills in what the server rejects, and what to do if nobody does. */
interface FilledIn {
  readonly words: string | undefined;
  readonly advice: string;
}

/**
 * Operators, tests, and admission webhooks set an empty image; scripts and overlays replace words in capitals of names. Where the name
 * of the object has such a word, all others in capitals are taken for the same.
 */
export function filledIn({ located }: AnalyzedPod, error: FieldError): FilledIn | undefined {
  const { errorType, path, badValue } = error;
  if (errorType === "Required" && path.at(-1) === "image" && valueAt(located.owner, path) === "")
    return { words: "image is empty", advice: "Set it, unless something else fills it in." };
  if (errorType === "Invalid" && typeof badValue === "string" && isPlaceholderName(badValue))
    return { words: undefined, advice: `Set it, unless something replaces ${badValue}.` };
  const name = isInvalidName(error) && typeof badValue === "string" ? badValue : "";
  const inTemplate = /^[A-Z\d]+$/.test(name) && placeholderWordIn(located.name) !== undefined;
  const word = inTemplate ? name : placeholderWordIn(name);
  return word === undefined
    ? undefined
    : { words: undefined, advice: `Use lowercase letters, unless something replaces ${word}.` };
}

/** It says that a name or a label is none, or that a selector has one that is none. */
export function isInvalidName({ errorType, path, detail }: FieldError): boolean {
  return errorType === "Invalid" && (path.at(-1) === "selector" || /RFC 1123|a valid label/.test(detail));
}
