import { type Fields, isFields } from "../../basics/values.ts";

// Fields of a decoded object: their values have the types of the API, and what is null or absent is not there.

export { type Fields, isFields };

/** Undefined if it is absent. */
export function fieldsAt(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name];
  return isFields(value) ? value : undefined;
}

/** Empty: absent. */
export function listAt(fields: Fields | undefined, name: string): readonly unknown[] {
  const value = fields?.[name];
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. An item that is none counts as an empty one, so that the others keep their index. */
export function objectsAt(fields: Fields | undefined, name: string): readonly Fields[] {
  return listAt(fields, name).map((item) => (isFields(item) ? item : {}));
}

/** "" where it is absent: the API makes no difference. */
export function textAt(fields: Fields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === "string" ? value : "";
}

/** Undefined if it is absent. */
export function numberAt(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name];
  return typeof value === "number" ? value : undefined;
}

export function has(fields: Fields | undefined, name: string): boolean {
  return fields?.[name] !== undefined;
}

/** The texts of a map such as `labels`. */
export function textsAt(fields: Fields | undefined, name: string): readonly (readonly [string, string])[] {
  return Object.entries(fieldsAt(fields, name) ?? {}).map(([key, value]) => [
    key,
    typeof value === "string" ? value : "",
  ]);
}
