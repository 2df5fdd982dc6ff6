import { plainLine } from "../basics/plain-line.ts";

/** Errors are wrapped in one another; the last part that says something is the cause. That of a command begins with the command. */
export function lastPart(message: string): string {
  const parts = plainLine(message, messageMax).split(/: (?=\S)/);
  const last = parts.findLastIndex((part) => !empty.has(part));
  if (last < 0) return plainLine(parts.at(-1) ?? "", partMax);
  const exec = parts.lastIndexOf("exec", last);
  const first = exec >= 0 && last - exec <= execPartsMax ? exec : last;
  return plainLine(parts.slice(first, last + 1).join(": "), partMax);
}

/** The code of a gRPC error without one, which runtimes append. */
const empty: ReadonlySet<string> = new Set(["unknown", ""]);

/** `exec: "/app/srv": stat /app/srv: no such file or directory`. */
const execPartsMax = 3;

const messageMax = 1000;
const partMax = 100;
