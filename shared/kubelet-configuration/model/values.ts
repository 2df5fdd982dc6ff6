import { parseDuration } from "../../basics/read-duration.ts";
import { type Fields, isFields, valueAt } from "../../basics/values.ts";

/** What a configuration holds after decoding and defaulting, by dotted path. */
export interface KubeletValues {
  /** "" where nothing is written. */
  text(path: string): string;
  number(path: string): number | undefined;
  flag(path: string): boolean | undefined;
  /** Milliseconds, with a fraction where the text is finer. */
  durationMs(path: string): number | undefined;
  texts(path: string): readonly string[];
  objects(path: string): readonly Fields[];
  entries(path: string): readonly (readonly [string, string])[];
  has(path: string): boolean;
}

export function kubeletValues(fields: Fields): KubeletValues {
  const at = (path: string): unknown => valueAt(fields, path.split("."));
  return {
    text: (path) => textOf(at(path)),
    number: (path) => numberOf(at(path)),
    flag: (path) => {
      const value = at(path);
      return typeof value === "boolean" ? value : undefined;
    },
    durationMs: (path) => {
      const value = at(path);
      return typeof value === "string" ? parseDuration(value) : undefined;
    },
    texts: (path) => listOf(at(path)).map(textOf),
    objects: (path) => listOf(at(path)).filter(isFields),
    entries: (path) => {
      const value = at(path);
      return isFields(value) ? Object.entries(value).map(([key, each]) => [key, textOf(each)] as const) : [];
    },
    has: (path) => at(path) !== undefined,
  };
}

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
