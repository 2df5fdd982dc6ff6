import type { Path } from "../basics/path.ts";
import { fieldsOfType } from "./api-types.ts";
import { type Fields, numberAt } from "./fields.ts";
import { invalid, notNegative, type Report } from "./report.ts";

/** The numbers of an object of a type against the least that the table of types has for each. */
export function validateLeast(report: Report, type: string, object: Fields | undefined, path: Path): void {
  for (const [field, { least }] of fieldsOfType(type)) {
    const value = least === undefined ? undefined : numberAt(object, field);
    if (value === undefined) continue;
    if (least === 0) notNegative(report, [...path, field], value);
    else if (value <= 0) invalid(report, [...path, field], value, "must be greater than 0");
  }
}
