import { l10n } from "vscode";
import { formatRecorded } from "../../shared/basics/span-words.ts";

/** What a check of the workspace found. */
export interface CheckCounts {
  readonly errors: number;
  readonly warnings: number;
  /** Information and hints. */
  readonly notes: number;
  /** Files in which something was found, notes included. */
  readonly filesWithProblems: number;
  readonly filesLookedAt: number;
  readonly filesUnread: number;
  readonly tookMs: number;
}

/** One line: `12 errors, 3 warnings in 40 files. Checked 1,158 files in 6s.` */
export function checkSummary(counts: CheckCounts): string {
  const { errors, warnings, notes, filesWithProblems, filesLookedAt, filesUnread, tookMs } = counts;
  if (filesLookedAt === 0 && filesUnread === 0) return l10n.t("The workspace contains no YAML or JSON files.");
  const took = formatRecorded(tookMs);
  const checked =
    filesLookedAt === 1
      ? l10n.t("Checked 1 file in {0}.", took)
      : l10n.t("Checked {0} files in {1}.", number(filesLookedAt), took);
  return [foundText(errors, warnings, notes, filesWithProblems), checked, unreadText(filesUnread)].join(" ").trim();
}

function foundText(errors: number, warnings: number, notes: number, files: number): string {
  const found = [
    errors === 1 ? l10n.t("1 error") : l10n.t("{0} errors", number(errors)),
    warnings === 1 ? l10n.t("1 warning") : l10n.t("{0} warnings", number(warnings)),
    notes === 1 ? l10n.t("1 note") : l10n.t("{0} notes", number(notes)),
  ].filter((_, index) => [errors, warnings, notes][index] !== 0);
  if (found.length === 0) return l10n.t("No problems.");
  return files === 1
    ? l10n.t("{0} in 1 file.", found.join(", "))
    : l10n.t("{0} in {1} files.", found.join(", "), number(files));
}

function unreadText(files: number): string {
  if (files === 0) return "";
  return files === 1
    ? l10n.t("Skipped 1 file that is unreadable or larger than 4 MB.")
    : l10n.t("Skipped {0} files that are unreadable or larger than 4 MB.", number(files));
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
