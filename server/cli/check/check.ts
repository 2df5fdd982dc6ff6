import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { shapesOnly } from "../../../shared/validation/scope.data.ts";
import { prettyJson } from "../../exports/pretty-json.ts";
import { createPositions } from "../../manifest/positions.ts";
import { findingsOfProject } from "../../rules/findings.ts";
import type { Severity } from "../../rules/model.ts";
import { checkProjectFile } from "../../schema/resolve.ts";
import { type CommandLine, has, optionOf } from "../arguments/command-line.ts";
import { diskFiles } from "../files/disk.ts";
import { addCounts, type FileResult, type Job, noCounts, type SeverityCounts } from "../files/file-task.ts";
import { processCall } from "../files/process-call.ts";
import { settingsFor } from "../files/read-manifest.ts";
import { writeReport } from "../reports/formats.ts";
import { isReportFormat } from "../reports/names.ts";
import { reportedOf } from "../reports/reported.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, nothingFound, partsWriter, say, writeResult } from "../terminal/terminal.ts";
import { checkFile, diagnosticsText } from "./check-file.ts";
import { checkRendered } from "./check-rendered.ts";
import { countBySeverity, toDiagnostic } from "./diagnostics.ts";

const severities: readonly Severity[] = ["hint", "info", "warning", "error"];

/** `pod-cadence check`: 0 nothing at or above `--fail-on`, 1 something, 2 a file could not be looked at. */
export async function check(line: CommandLine, args: readonly string[]): Promise<ExitCode> {
  const most = optionOf(line, "max-warnings");
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return fail([`invalid value ${most} for --max-warnings: use a number such as 0`]);
  if (has(line, "fix") && line.operands.includes("-")) return fail(["--fix repairs files: stdin has none"]);
  // Thousands of files are more text than should be kept.
  const writePart = isStream(line) ? partsWriter(line) : undefined;
  const processed = await processCall(line, args, { doJob: checkFile, doRendered: checkRendered }, writePart);
  if ("problem" in processed) return fail([processed.problem]);
  if ("problems" in processed) return fail(processed.problems);
  const { job, results: ofManifests } = processed.value;
  const ofProjects = await checkProjectFiles(job, ofManifests);
  const results = [...ofManifests, ...ofProjects];
  const counts = results.map((result) => result.counts).reduce(addCounts, noCounts);
  if (writePart === undefined) {
    const written = await writeResult(line, formatted(line, results, counts));
    if (written !== 0) return written;
  } else for (const part of endOf(line, { results, ofProjects }, counts)) await writePart(part);
  note(
    line,
    results.flatMap(({ notes }) => notes),
  );
  const problems = results.flatMap((result) => result.problems);
  if (problems.length > 0) return fail(problems);
  const isEmpty = results.every(({ pods, kubeletConfigurations }) => pods + kubeletConfigurations === 0);
  if (isEmpty && counts.error === 0) return nothingFound(line, results.length);
  const reason = failureOf(line, counts);
  if (reason === undefined) return 0;
  // What fails may be hidden.
  if (has(line, "quiet")) say([reason]);
  return 1;
}

/** Text on standard output is written while files are still looked at. */
function isStream(line: CommandLine): boolean {
  return (optionOf(line, "format") ?? "text") === "text" && optionOf(line, "output") === undefined;
}

/** What follows the texts of the manifests. */
function endOf(
  line: CommandLine,
  { results, ofProjects }: Readonly<Record<"results" | "ofProjects", readonly FileResult[]>>,
  counts: SeverityCounts,
): readonly string[] {
  const ofFiles = ofProjects.map(({ text }) => text);
  return has(line, "quiet") ? ofFiles : [...ofFiles, summaryOf(results, counts)];
}

function formatted(line: CommandLine, results: readonly FileResult[], counts: SeverityCounts): string {
  const format = optionOf(line, "format") ?? "text";
  if (isReportFormat(format)) {
    const least = leastOf(optionOf(line, "fail-on"));
    return writeReport(format, results, (severity) => severities.indexOf(severity) >= severities.indexOf(least));
  }
  return format === "json" ? jsonOf(results, counts) : textOf(line, results, counts);
}

/** Why the exit code is 1, as a sentence; undefined: it is 0. */
function failureOf(line: CommandLine, counts: SeverityCounts): string | undefined {
  const least = leastOf(optionOf(line, "fail-on"));
  const reached = severities.slice(severities.indexOf(least)).filter((severity) => counts[severity] > 0);
  if (reached.length > 0) {
    const found = reached.toReversed().map((severity) => plural(counts[severity], nouns[severity]));
    return `${found.join(", ")} (--fail-on ${least})`;
  }
  const most = optionOf(line, "max-warnings");
  if (most === undefined || counts.warning <= Number(most)) return undefined;
  return `${plural(counts.warning, "warning")} (--max-warnings ${most})`;
}

function leastOf(failOn: string | undefined): Severity {
  return severities.find((severity) => severity === failOn) ?? "error";
}

/** Each project file that spoke of a manifest, once. One without mistakes is not listed. */
async function checkProjectFiles(job: Job, results: readonly FileResult[]): Promise<readonly FileResult[]> {
  const uris = new Set(results.flatMap(({ projectUri }) => projectUri ?? []));
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
    text: diagnosticsText(path, shown, createStyle(job.color)),
    counts: countBySeverity(all),
    ...(job.reports && { reported: [...reportedOf(found)] }),
    ...totals,
    problems: [],
    notes: [],
  };
}

function jsonOf(results: readonly FileResult[], summary: SeverityCounts): string {
  const files = results.flatMap(({ json }) => (json === undefined ? [] : [json]));
  return prettyJson({ version: 1, files, summary: { ...summary, shapesOnly } });
}

function textOf(line: CommandLine, results: readonly FileResult[], counts: SeverityCounts): string {
  const files = results.flatMap(({ text }) => (text === "" ? [] : [text]));
  return has(line, "quiet") ? files.join("\n") : [...files, summaryOf(results, counts)].join("\n");
}

function summaryOf(results: readonly FileResult[], counts: SeverityCounts): string {
  const found = severities
    .toReversed()
    .flatMap((severity) => (counts[severity] === 0 ? [] : [plural(counts[severity], nouns[severity])]));
  const total = (field: "documents" | "pods" | "kubeletConfigurations") =>
    results.reduce((sum, result) => sum + result[field], 0);
  const kubelets = total("kubeletConfigurations");
  const about = [
    plural(results.filter(({ isSource }) => isSource !== true).length, "file"),
    plural(total("pods"), "pod"),
    ...(kubelets === 0 ? [] : [plural(kubelets, "kubelet configuration")]),
  ];
  const templated = results.filter((result) => result.templated).length;
  const caution =
    templated === 0
      ? ""
      : `${plural(templated, "file")} with templates, checked only where the rendered value is certain.\n`;
  const shapes = shapesOnly.length === 0 ? "" : `shapes only: ${shapesOnly.join(", ")}\n`;
  return `${found.length === 0 ? "No problems" : found.join(", ")} in ${about.join(", ")}.\n${caution}${shapes}`;
}

const nouns: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note", hint: "hint" };

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
