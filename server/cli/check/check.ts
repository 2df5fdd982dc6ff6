import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { counted } from "../../../shared/basics/counted.ts";
import { createPositions } from "../../manifest/text/positions.ts";
import type { Severity } from "../../rules/core/model.ts";
import { findingsOfProject } from "../../rules/findings.ts";
import { checkProjectFile } from "../../schema/resolve.ts";
import { type CommandLine, has, optionOf } from "../arguments/command-line.ts";
import { isReportFormat } from "../arguments/names.ts";
import { diskFiles } from "../files/disk.ts";
import type { FileResult, Job, SeverityCounts } from "../files/file-task.ts";
import { processCall } from "../files/process-call.ts";
import { settingsFor } from "../files/read-manifest.ts";
import { type PartsWriter, partsWriter } from "../terminal/parts.ts";
import { type ExitCode, fail, note, nothingFound, say } from "../terminal/terminal.ts";
import { checkFile } from "./check-file.ts";
import { checkRendered } from "./check-rendered.ts";
import { countBySeverity, toDiagnostic } from "./diagnostics.ts";
import { diagnosticsText, pageOf } from "./diagnostics-text.ts";
import { jsonOutput, reportOutput, textOutput } from "./outputs.ts";
import { reportedOf } from "./reported.ts";
import { addResult, createTotals, nouns, severities } from "./totals.ts";

/** `pod-cadence check`: 0 nothing at or above `--fail-on`, 1 something, 2 a file could not be looked at. */
export async function check(line: CommandLine): Promise<ExitCode> {
  const most = optionOf(line, "max-warnings");
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return fail([`invalid value ${most} for --max-warnings: use a number such as 0`]);
  if (has(line, "fix") && line.operands.includes("-")) return fail(["--fix repairs files: stdin has none"]);
  const { totals, take, end } = await takeResults(line);
  const work = { doJob: checkFile, doRendered: checkRendered, prepareForMany, take };
  const processed = await processCall(line, work);
  if ("problem" in processed) return fail([processed.problem]);
  if ("problems" in processed) return fail(processed.problems);
  for (const result of await checkProjectFiles(processed.value, totals.projectUris)) await take(result);
  const written = await end();
  if (written !== 0) return written;
  note(line, totals.notes);
  if (totals.problems.length > 0) return fail(totals.problems);
  const isEmpty = totals.pods + totals.kubeletConfigurations === 0 && !totals.hasAlerts;
  if (isEmpty && totals.counts.error === 0) return nothingFound(line, totals.results);
  const reason = failureOf(line, totals.counts);
  if (reason === undefined) return 0;
  // What fails may be hidden.
  if (has(line, "quiet")) say([reason]);
  return 1;
}

/** Few calls need it, and all would load it. */
async function prepareForMany(): Promise<void> {
  (await import("../../node-flags.ts")).prepareForManyFiles();
}

/** Adds the results up and writes them in the chosen format, each as it comes: thousands of files are more than should be kept. */
async function takeResults(line: CommandLine) {
  const totals = createTotals();
  const format = optionOf(line, "format") ?? "text";
  const least = leastOf(optionOf(line, "fail-on"));
  const isFailure = (severity: Severity): boolean => severities.indexOf(severity) >= severities.indexOf(least);
  const output = isReportFormat(format)
    ? await reportOutput(format, isFailure)
    : format === "json"
      ? jsonOutput()
      : textOutput(has(line, "quiet"));
  let writer: PartsWriter | undefined;
  // Nothing is written of a call that finds out first that it was wrong.
  const begun = async (): Promise<PartsWriter> => {
    if (writer !== undefined) return writer;
    writer = partsWriter(line, output.headLast);
    if (output.headLast !== true) await writer.write(output.head());
    return writer;
  };
  return {
    totals,
    async take(result: FileResult): Promise<void> {
      addResult(totals, result);
      await (await begun()).write(output.file(result));
    },
    async end(): Promise<ExitCode> {
      const last = await begun();
      await last.write(output.tail(totals));
      return last.end(output.headLast === true ? output.head() : "");
    },
  };
}

/** Why the exit code is 1, as a sentence; undefined if it is 0. */
function failureOf(line: CommandLine, counts: SeverityCounts): string | undefined {
  const least = leastOf(optionOf(line, "fail-on"));
  const reached = severities.slice(severities.indexOf(least)).filter((severity) => counts[severity] > 0);
  if (reached.length > 0) {
    const found = reached.toReversed().map((severity) => counted(counts[severity], nouns[severity]));
    return `${found.join(", ")} (--fail-on ${least})`;
  }
  const most = optionOf(line, "max-warnings");
  if (most === undefined || counts.warning <= Number(most)) return undefined;
  return `${counted(counts.warning, "warning")} (--max-warnings ${most})`;
}

function leastOf(failOn: string | undefined): Severity {
  return severities.find((severity) => severity === failOn) ?? "error";
}

/** Each project file that spoke of a manifest. One without mistakes is not listed. */
async function checkProjectFiles(job: Job, uris: ReadonlySet<string>): Promise<readonly FileResult[]> {
  const checked = await Promise.all([...uris].map((uri) => checkProject(job, uri)));
  return checked.filter(({ text }) => text !== "");
}

async function checkProject(job: Job, uri: string): Promise<FileResult> {
  const path = relative(process.cwd(), fileURLToPath(uri));
  const text = (await diskFiles.read(uri)) ?? "";
  const { rules } = await settingsFor(path, job.settings);
  const positionAt = createPositions(text);
  const findings = findingsOfProject(await checkProjectFile(uri, text, diskFiles), rules);
  const found = findings.map((finding) => ({
    finding,
    document: undefined,
    diagnostic: toDiagnostic(finding, { document: 0, startOffset: 0, positionAt }),
    suppressed: false,
  }));
  const all = found.map(({ diagnostic }) => diagnostic);
  const shown = job.errorsOnly ? all.filter(({ severity }) => severity === "error") : all;
  const totals = { documents: 1, pods: 0, kubeletConfigurations: 0, templated: false };
  return {
    path,
    json: { path, ...totals, diagnostics: shown },
    text: diagnosticsText(path, shown, pageOf(job), () => text),
    counts: countBySeverity(all),
    ...(job.reports && { reported: [...reportedOf(found)] }),
    ...totals,
    problems: [],
    notes: [],
  };
}
