import type { Path } from "../../basics/path.ts";
import { fieldsOfType } from "./api-types.ts";
import { type Fields, numberAt } from "./fields.ts";
import { invalid, notNegative, type Report } from "./report.ts";

/** The numbers of an object of a type against the least that the table of types has for each. */
export function validateLeast(report: Report, type: string, object: Fields | undefined, path: Path): void {
  for (const { field, least } of boundedFields(type)) {
    const value = numberAt(object, field);
    if (value === undefined) continue;
    if (least === 0) notNegative(report, [...path, field], value);
    else if (value <= 0) invalid(report, [...path, field], value, "must be greater than 0");
  }
}

interface BoundedField {
  readonly field: string;
  readonly least: number;
}

const bounded = new Map<string, readonly BoundedField[]>();

/** Looked for once for each type. */
function boundedFields(type: string): readonly BoundedField[] {
  const known = bounded.get(type);
  if (known !== undefined) return known;
  const found = [...fieldsOfType(type)].flatMap(([field, { least }]) =>
    least === undefined ? [] : [{ field, least }],
  );
  bounded.set(type, found);
  return found;
}
