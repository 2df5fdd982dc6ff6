import { prepareAlertJudge } from "../../analysis/alert-judge.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import type { CheckedFile } from "../../exports/schemas/check.ts";
import { embeddedConfigurations } from "../../manifest/documents/embedded.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { createPositions } from "../../manifest/text/positions.ts";
import { sourceNames } from "../../render/source-names.ts";
import type { Finding } from "../../rules/core/model.ts";
import { findingsOf, findingsOfFile, ignoredFindingsOf } from "../../rules/findings.ts";
import { inFile } from "../../rules/in-file.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import { withBeside } from "../files/documents-beside.ts";
import { type FileResult, type FileTask, failedFile, type Job } from "../files/file-task.ts";
import { type ReadManifest, readManifest } from "../files/read-manifest.ts";
import { countBySeverity, toDiagnostic } from "./diagnostics.ts";
import { diagnosticsText, pageOf } from "./diagnostics-text.ts";
import { fixFile } from "./fix-file.ts";
import { type FoundIn, reportedOf } from "./reported.ts";

/** Everything that the rules say of one file. */
export async function checkFile(job: Job, task: FileTask): Promise<FileResult> {
  const written = await readManifest(task.path, task.text, job.settings);
  if ("problem" in written) return failedFile(task.path, written.problem);
  const repaired = job.fix ? await fixFile(task.path, written) : undefined;
  const isRepaired = repaired !== undefined && !("problem" in repaired);
  const own = isRepaired ? repaired : written;
  const read = mayNeedOthers(own.text) ? await withBeside(task.path, own, job.settings.baseUri) : own;
  await prepareAlertJudge(read.manifest);
  const found = withSources(read.text, foundIn(read, job.reports));
  const all = found.filter(({ suppressed }) => !suppressed).map(({ diagnostic }) => diagnostic);
  const shown = job.errorsOnly ? all.filter(({ severity }) => severity === "error") : all;
  const totals = totalsOf(read.manifest);
  return {
    path: task.path,
    json: job.json ? ({ path: task.path, ...totals, diagnostics: shown } satisfies CheckedFile) : undefined,
    text: diagnosticsText(task.path, shown, pageOf(job), () => read.text),
    counts: countBySeverity(all),
    ...(job.reports && { reported: [...reportedOf(found)] }),
    ...totals,
    hasAlerts: read.manifest.documents.some(({ document }) => document.hasAlerts),
    ...projectOf(read.settings),
    problems: [...read.problems, ...(repaired !== undefined && "problem" in repaired ? [repaired.problem] : [])],
    notes: isRepaired ? [`repaired ${task.path}`] : [],
  };
}

/** Rules about traffic, volumes, rollouts, and drains look at other files, too; most files have nothing for them. */
function mayNeedOthers(text: string): boolean {
  return /\b(?:PodDisruptionBudget|maxUnavailable|readinessProbe|persistentVolumeClaim|cadence)\b/.test(text);
}

/** What there is in a file. */
export function totalsOf({ documents }: Manifest) {
  return {
    documents: documents.filter(({ document }) => !document.empty).length,
    pods: sum(documents.map(({ document }) => document.pods.length)),
    kubeletConfigurations: sum(
      documents.map(({ document }) => document.kubeletConfigurations.length + embeddedConfigurations(document).length),
    ),
    templated: documents.some(({ document }) => document.templated),
  };
}

/** Output of Helm that somebody piped or saved says which template made each document. */
function withSources(text: string, found: readonly FoundIn[]): readonly FoundIn[] {
  if (!text.includes("# Source: ")) return found;
  const names = sourceNames(text.split("\n"));
  return found.map((each) => {
    const source = names[each.diagnostic.range.start.line];
    return source === undefined ? each : { ...each, diagnostic: { ...each.diagnostic, source } };
  });
}

/** What the rules say of a file that was read. */
export function foundIn(read: ReadManifest, withSuppressed: boolean): readonly FoundIn[] {
  const { text, manifest, settings } = read;
  const positionAt = createPositions(text);
  const ofFile = findingsOfFile(manifest, settings).map((finding) => ({
    finding,
    document: undefined,
    diagnostic: toDiagnostic(finding, { document: 0, startOffset: 0, positionAt }),
    suppressed: false,
  }));
  const ofDocuments = manifest.documents.flatMap(({ document, startOffset, index }) => {
    const analyzed = analyzeDocument(document, settings);
    const found = (findings: readonly Finding[], suppressed: boolean) =>
      inFile(manifest, analyzed, findings).map((finding) => ({
        finding,
        document,
        diagnostic: toDiagnostic(finding, { document: index ?? 0, startOffset, positionAt }),
        suppressed,
      }));
    const ignored = withSuppressed ? found(ignoredFindingsOf(analyzed), true) : [];
    return [...found(findingsOf(analyzed), false), ...ignored];
  });
  return [...ofFile, ...ofDocuments];
}

function projectOf({ project }: ResolvedSettings): { projectUri?: string } {
  return project === undefined ? {} : { projectUri: project.uri };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
