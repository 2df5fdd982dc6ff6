import type { Severity } from "../../rules/core/model.ts";
import type { Reported, ReportedFile, ReportSetting, ReportWriter } from "./model.ts";
import { pathInRoot } from "./place.ts";

/** GitHub's runner shows so many annotations of each kind for a step, and drops the others without a word. */
const annotationsMax = 10;

/** Of a message; the runner refuses more than 64 KB in all. */
const lettersMax = 4000;

/**
 * `check --format github`: workflow commands that become annotations, worst first. What the runner would drop is written as
 * plain lines, before them.
 */
export function githubReport(setting: ReportSetting): ReportWriter {
  const kept = new Map<Severity, Annotated[]>(severities.map((severity) => [severity, []]));
  return {
    head: () => "",
    file(file) {
      const told = file.findings.filter(({ suppressed }) => !suppressed).map((finding) => ({ file, finding }));
      return told.map((each) => (keeps(kept.get(each.finding.severity), each) ? "" : plainLine(each))).join("");
    },
    tail() {
      const used = new Map<string, number>();
      const written = severities.flatMap((severity) =>
        (kept.get(severity) ?? []).map((each) => {
          const kind = commands[severity];
          const count = used.get(kind) ?? 0;
          used.set(kind, count + 1);
          return {
            isShown: count < annotationsMax,
            text: count < annotationsMax ? annotation(kind, each, setting) : plainLine(each),
          };
        }),
      );
      const [shown, dropped] = [true, false].map((wanted) => written.filter(({ isShown }) => isShown === wanted));
      return [...(dropped ?? []), ...(shown ?? [])].map(({ text }) => text).join("");
    },
  };
}

interface Annotated {
  readonly file: ReportedFile;
  readonly finding: Reported;
}

/** More of one severity than the runner shows are not kept. */
function keeps(kept: Annotated[] | undefined, each: Annotated): boolean {
  return kept !== undefined && kept.length < annotationsMax && kept.push(each) > 0;
}

const severities: readonly Severity[] = ["error", "warning", "info", "hint"];
const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
};

function annotation(kind: string, { file: { path }, finding }: Annotated, setting: ReportSetting): string {
  const { range, rule, message } = finding;
  const { start, end } = range;
  const properties = [
    ["file", pathInRoot(path, setting) ?? path],
    ["line", String(start.line + 1)],
    ["endLine", String(end.line + 1)],
    // Columns count only within one line.
    ...(start.line === end.line
      ? [["col", String(start.character + 1)] as const, ["endColumn", String(end.character + 1)] as const]
      : []),
    ["title", rule],
  ] as const;
  const written = properties.map(([key = "", value = ""]) => `${key}=${escapeProperty(value)}`).join(",");
  return `::${kind} ${written}::${escapeData(message.slice(0, lettersMax))}\n`;
}

/** A line that begins with `::` would be a command. */
function plainLine({ file: { path }, finding }: Annotated): string {
  const { severity, range, rule, message } = finding;
  const { start } = range;
  return ` ${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message.replace(/\s+/g, " ")} (${rule})\n`;
}

// As @actions/toolkit packages/core/src/command.ts escapes them.
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
