import type { Path } from "./path.ts";

/** An object of plain values. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of plain values; undefined if the path does not exist. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof step === "number") at = Array.isArray(at) ? at[step] : undefined;
    else at = isFields(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}
