import { plainLine } from "../basics/plain-line.ts";

/** Errors are wrapped in one another; the last part that says something is the cause. That of a command begins with the command. */
export function lastPart(message: string): string {
  const parts = plainLine(message, messageMax).split(/: (?=\S)/);
  const last = parts.findLastIndex((part) => !empty.has(part));
  if (last < 0) return plainLine(parts.at(-1) ?? "", partMax);
  const exec = parts.lastIndexOf("exec", last);
  const first =
    exec >= 0 && last - exec <= execPartsMax ? exec : last > 0 && isCodeAlone(parts[last]) ? last - 1 : last;
  return plainLine(
    parts
      .slice(first, last + 1)
      .join(": ")
      .replace(grpcCode, ""),
    partMax,
  );
}

/** How Go's gRPC writes an error: `rpc error: code = Internal desc = could not mount`. */
const grpcCode = /^code = \w+ desc = /;

/** The code of a gRPC error without one, which runtimes append. */
const empty: ReadonlySet<string> = new Set(["unknown", ""]);

/** `exit status 32`, of a command that the part before it names. */
function isCodeAlone(part = ""): boolean {
  return /^(?:exit (?:status|code) )\d+$/.test(part);
}

/** `exec: "/app/srv": stat /app/srv: no such file or directory`. */
const execPartsMax = 3;

const messageMax = 1000;
const partMax = 100;
