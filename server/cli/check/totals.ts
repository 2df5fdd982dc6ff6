import { shapesOnly } from "../../../shared/api-server/types/scope.data.ts";
import { counted } from "../../../shared/basics/counted.ts";
import type { Severity } from "../../rules/core/model.ts";
import { addCounts, type FileResult, noCounts, type SeverityCounts } from "../files/file-task.ts";

export const severities: readonly Severity[] = ["hint", "info", "warning", "error"];

/** All results of a call, added up. It grows with what has to be said at the end, not with the files. */
export interface Totals {
  counts: SeverityCounts;
  /** Of manifests, project files with mistakes, and sources of what was rendered. */
  results: number;
  /** Without the sources of what was rendered. */
  files: number;
  documents: number;
  pods: number;
  kubeletConfigurations: number;
  hasAlerts: boolean;
  /** Files with templates. */
  templated: number;
  readonly projectUris: Set<string>;
  readonly problems: string[];
  readonly notes: string[];
}

export function createTotals(): Totals {
  const none = {
    results: 0,
    files: 0,
    documents: 0,
    pods: 0,
    kubeletConfigurations: 0,
    templated: 0,
    hasAlerts: false,
  };
  return { counts: noCounts, ...none, projectUris: new Set(), problems: [], notes: [] };
}

export function addResult(totals: Totals, result: FileResult): void {
  totals.counts = addCounts(totals.counts, result.counts);
  totals.results += 1;
  if (result.isSource !== true) totals.files += 1;
  totals.documents += result.documents;
  totals.pods += result.pods;
  totals.kubeletConfigurations += result.kubeletConfigurations;
  totals.hasAlerts ||= result.hasAlerts === true;
  if (result.templated) totals.templated += 1;
  if (result.projectUri !== undefined) totals.projectUris.add(result.projectUri);
  totals.problems.push(...result.problems);
  totals.notes.push(...result.notes);
}

/** The last lines of the text. */
export function summaryOf({ counts, files, pods, kubeletConfigurations, templated }: Totals): string {
  const found = severities
    .toReversed()
    .flatMap((severity) => (counts[severity] === 0 ? [] : [counted(counts[severity], nouns[severity])]));
  const about = [
    counted(files, "file"),
    counted(pods, "pod"),
    ...(kubeletConfigurations === 0 ? [] : [counted(kubeletConfigurations, "kubelet configuration")]),
  ];
  const caution =
    templated === 0
      ? ""
      : `${counted(templated, "file")} with templates, checked only where the rendered value is certain.\n`;
  const shapes = shapesOnly.length === 0 ? "" : `shapes only: ${shapesOnly.join(", ")}\n`;
  return `${found.length === 0 ? "No problems" : found.join(", ")} in ${about.join(", ")}.\n${caution}${shapes}`;
}

export const nouns: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "hint",
};
