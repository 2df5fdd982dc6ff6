import { type Path, samePath } from "../../shared/basics/path.ts";
import { isFields, valueAt } from "../../shared/basics/values.ts";
import type { ContainerForecast } from "../../shared/forecast/pod/model.ts";
import type { RuleId } from "../rule-ids/ids.ts";
import type { BlockContainer, Part, SnippetEdit } from "./model.ts";
import { type Tried, tryEdits } from "./try-edits.ts";

/** The container in the rewritten document. */
interface Rewritten {
  readonly tried: Tried;
  /** Plain value. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly forecast: ContainerForecast;
}

/**
 * Reads the text as it would be after the edits. Undefined if it is no longer one document, has no such container, or changes
 * elsewhere, too, because an anchored value is used in several places.
 */
export function rewritten(
  { analyzed, pod, container }: BlockContainer,
  edits: readonly SnippetEdit[],
): Rewritten | undefined {
  if (analyzed.document.problems.length > 0) return undefined;
  const plain = edits.map(({ start, end, parts }) => ({ start, end, newText: plainText(parts) }));
  const tried = tryEdits(analyzed, plain);
  if (tried === undefined) return undefined;
  const { after } = tried;
  const same = after.pods.find(({ located }) => samePath(located.prefix, pod.located.prefix));
  const forecast = same?.forecast()?.containers.find(({ path }) => samePath(path, container.path));
  const path = [...pod.located.prefix, ...container.path];
  const written = valueAt(after.document.value(), path);
  if (!isSameBut(path, analyzed.document.value(), after.document.value())) return undefined;
  return forecast && isFields(written) ? { tried, written, forecast } : undefined;
}

/** True if there is no new finding, except for one rule if given. */
export function addsNoFinding({ tried }: Rewritten, except?: RuleId): boolean {
  return tried.newFindings().every(({ rule }) => rule === except);
}

/** True if the container has these fields and is otherwise unchanged. The order of fields does not matter. */
export function isWrittenAs(
  place: BlockContainer,
  { written }: Rewritten,
  fields: Readonly<Record<string, unknown>>,
): boolean {
  const before = valueAt(place.pod.located.spec, place.container.path);
  if (!isFields(before)) return false;
  return isEqual(written, { ...before, ...fields });
}

/** The text for an editor without placeholders. */
export function plainText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.placeholder)).join("");
}

/** True if two values are equal except at the path. */
function isSameBut([step, ...rest]: Path, left: unknown, right: unknown): boolean {
  if (step === undefined) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    const others: readonly unknown[] = left;
    return (
      left.length === right.length &&
      others.every((item, index) =>
        index === step ? isSameBut(rest, item, right[index]) : isEqual(item, right[index]),
      )
    );
  }
  if (!isFields(left) || !isFields(right)) return false;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    key === step ? isSameBut(rest, left[key], right[key]) : isEqual(left[key], right[key]),
  );
}

/** An absent field equals an undefined one. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item: unknown, index) => isEqual(item, right[index]));
  if (!isFields(left) || !isFields(right)) return left === right;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isEqual(left[key], right[key]));
}
