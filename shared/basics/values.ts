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

/** Whether two plain values have the same fields and items; a field that is undefined counts as absent. */
export function isDeepEqual(left: unknown, right: unknown): boolean {
  return firstDifference(left, right) === undefined;
}

/** The way to the first place where two plain values differ; undefined if they are the same. */
export function firstDifference(left: unknown, right: unknown): Path | undefined {
  if (left === right) return undefined;
  if (Array.isArray(left) && Array.isArray(right)) return differenceOf(left, right, indexesOf(left, right));
  if (!isFields(left) || !isFields(right)) return [];
  return differenceOf(left, right, [...new Set([...Object.keys(left), ...Object.keys(right)])]);
}

function indexesOf(left: readonly unknown[], right: readonly unknown[]): readonly number[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => index);
}

function differenceOf(left: unknown, right: unknown, steps: Path): Path | undefined {
  for (const step of steps) {
    const below = firstDifference(valueAt(left, [step]), valueAt(right, [step]));
    if (below !== undefined) return [step, ...below];
  }
  return undefined;
}
