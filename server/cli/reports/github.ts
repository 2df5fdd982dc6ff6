import type { Severity } from "../../rules/model.ts";
import type { Reported, ReportedFile, ReportInput } from "./model.ts";
import { pathInRoot } from "./place.ts";

/** GitHub's runner shows so many annotations of each kind for a step, and drops the others without a word. */
const annotationsMax = 10;

/** Of a message; the runner refuses more than 64 KB in all. */
const lettersMax = 4000;

/** `check --format github`: workflow commands that become annotations, worst first; what the runner would drop is written as plain lines. */
export function githubReport(input: ReportInput): string {
  const all = input.files.flatMap((file) =>
    file.findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ file, finding })),
  );
  const lines = severities.flatMap((severity) => {
    const own = all.filter(({ finding }) => finding.severity === severity);
    return own.map((each) => ({ kind: commands[severity], ...each }));
  });
  const used = new Map<string, number>();
  const written = lines.map(({ kind, file, finding }) => {
    const count = used.get(kind) ?? 0;
    used.set(kind, count + 1);
    return count < annotationsMax ? annotation(kind, file, finding, input) : plainLine(file, finding);
  });
  return written.map((line) => `${line}\n`).join("");
}

const severities: readonly Severity[] = ["error", "warning", "info", "hint"];
const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
};

function annotation(
  kind: string,
  { path }: ReportedFile,
  { range, rule, message }: Reported,
  input: ReportInput,
): string {
  const { start, end } = range;
  const properties = [
    ["file", pathInRoot(path, input) ?? path],
    ["line", String(start.line + 1)],
    ["endLine", String(end.line + 1)],
    // Columns count only within one line.
    ...(start.line === end.line
      ? [["col", String(start.character + 1)] as const, ["endColumn", String(end.character + 1)] as const]
      : []),
    ["title", rule],
  ] as const;
  const written = properties.map(([key = "", value = ""]) => `${key}=${escapeProperty(value)}`).join(",");
  return `::${kind} ${written}::${escapeData(message.slice(0, lettersMax))}`;
}

/** A line that begins with `::` would be a command. */
function plainLine({ path }: ReportedFile, { severity, range: { start }, rule, message }: Reported): string {
  return ` ${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message.replace(/\s+/g, " ")} (${rule})`;
}

// As @actions/toolkit packages/core/src/command.ts escapes them.
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
