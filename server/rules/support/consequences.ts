import { type Path, samePath, startsWith } from "../../../shared/basics/path.ts";
import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { ToldError } from "./shared-causes.ts";
import type { PlacedUnknownField } from "./unknown-fields.ts";

/** What the server says only because a field has the wrong name or stands in the wrong place: that the right one is missing, or that a selector without it is empty. */
export function isConsequence(told: ToldError, { pod, field, target }: PlacedUnknownField): boolean {
  if (field.since !== undefined) return false;
  const all = [told.error, ...told.also];
  const owner = field.path.slice(0, -1);
  if (isEmptySelector(told) && samePath(told.error.path, owner)) return true;
  if (!all.some(({ errorType }) => errorType === "Required")) return false;
  const right = target();
  return right !== undefined && isAbsent(pod, right) && isAbout(told, right);
}

function isEmptySelector({ error, also }: ToldError): boolean {
  return also.length === 0 && error.detail.startsWith("empty selector is invalid");
}

function isAbsent({ located }: AnalyzedPod, path: Path): boolean {
  return valueAt(located.owner, path) == null;
}

/** A selector that is missing does not match the labels of the template, either. */
function isAbout({ error, also }: ToldError, right: Path): boolean {
  if (samePath(error.path, right)) return true;
  return [error, ...also].every(({ path }) => startsWith(path, right));
}
