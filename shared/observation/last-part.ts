import { plainLine } from "../basics/plain-line.ts";

/** Errors are wrapped in one another; the last part is the cause. */
export function lastPart(message: string): string {
  const parts = plainLine(message, messageMax).split(/: (?=\S)/);
  return plainLine(parts.at(-1) ?? "", partMax);
}

const messageMax = 1000;
const partMax = 100;
