import { shapesOnly } from "../../../shared/api-server/types/scope.data.ts";
import type { CheckSummary } from "../../exports/schemas/check.ts";
import type { Severity } from "../../rules/core/model.ts";
import type { ReportFormat } from "../arguments/names.ts";
import type { FileResult } from "../files/file-task.ts";
import { createReport } from "../reports/formats.ts";
import { arrayParts, indented } from "../reports/json-parts.ts";
import { summaryOf, type Totals } from "./totals.ts";

/** What `check` writes, in the parts in which it is written. */
interface CheckOutput {
  /** What stands before all files. With `headLast` it is asked for after all other parts. */
  head(): string;
  readonly headLast?: true | undefined;
  file(result: FileResult): string;
  tail(totals: Totals): string;
}

/** An empty line between two files, and before the summary. */
export function textOutput(isQuiet: boolean): CheckOutput {
  let separator = "";
  const part = (text: string): string => {
    if (text === "") return "";
    const written = separator + text;
    separator = "\n";
    return written;
  };
  return {
    head: () => "",
    file: ({ text }) => part(text),
    tail: (totals) => (isQuiet ? "" : part(summaryOf(totals))),
  };
}

export function jsonOutput(): CheckOutput {
  const files = arrayParts(1);
  return {
    head: () => `{\n  "version": 1,\n  "files": [`,
    file: ({ json }) => (json === undefined ? "" : files.next(json)),
    tail({ counts }) {
      const summary: CheckSummary = { ...counts, shapesOnly };
      return `${files.end()},\n  "summary": ${indented(summary, 1).trimStart()}\n}\n`;
    },
  };
}

export async function reportOutput(
  format: ReportFormat,
  isFailure: (severity: Severity) => boolean,
): Promise<CheckOutput> {
  const report = await createReport(format, isFailure);
  return {
    head: report.head,
    headLast: report.headLast,
    file: ({ path, reported }) => (reported === undefined ? "" : report.file({ path, findings: reported })),
    tail: ({ problems }) => report.tail(problems),
  };
}
