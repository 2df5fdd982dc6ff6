import type { Parsed } from "./command-line.ts";

/** A count of at least 1; undefined if it is not asked for. */
export function readCount(option: string, text: string | undefined, max: number): Parsed<number | undefined> {
  if (text === undefined) return { value: undefined };
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= max
    ? { value: count }
    : { problem: `invalid value ${text} for ${option}: use an integer from 1 to ${max}` };
}
