import type { Path } from "../../basics/path.ts";
import { firstDifference, valueAt } from "../../basics/values.ts";
import { fieldAt } from "../types/field-at.ts";
import type { Fields } from "../types/fields.ts";
import { forbidden, invalid, type Report } from "../types/report.ts";
import { storedValue } from "./stored.ts";

/** An object as the server has it, and as it would be after the update; both are admitted. */
export interface Update {
  readonly kind: string;
  readonly before: Fields;
  readonly after: Fields;
}

/** The value at a path of one side as the server keeps it. */
export function storedAt(kind: string, object: Fields, path: Path): unknown {
  const place = fieldAt(kind, path);
  const value = valueAt(object, path);
  return place === undefined || value === undefined
    ? undefined
    : storedValue(place.type, value, place.owner?.name ?? "");
}

// Models staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go ValidateImmutableField (v1.37.1)
export function immutable(report: Report, { kind, before, after }: Update, path: Path): void {
  const [was, is] = [storedAt(kind, before, path), storedAt(kind, after, path)];
  refuseDifference(report, [was, is], path);
}

/** The server names the field that cannot change; where it differs is found here. */
export function refuseDifference(report: Report, [was, is]: readonly [unknown, unknown], path: Path): void {
  const difference = firstDifference(was, is);
  if (difference !== undefined) invalid(report, path, is, "field is immutable", { at: [...path, ...difference] });
}

/** The same of an object in which only some fields can change. */
export function forbidDifference(
  report: Report,
  [was, is]: readonly [unknown, unknown],
  path: Path,
  detail: string,
): void {
  const difference = firstDifference(was, is);
  if (difference !== undefined) forbidden(report, path, detail, { at: [...path, ...difference] });
}
