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

/** One line: `12 errors and 3 warnings in 40 files, 1,158 files looked at in 6s.` */
export function checkSummary(counts: CheckCounts): string {
  const { errors, warnings, notes, filesWithProblems, filesLookedAt, filesUnread, tookMs } = counts;
  if (filesLookedAt === 0 && filesUnread === 0) return "There are no YAML or JSON files in the workspace.";
  const found = [
    ...(errors === 0 ? [] : [plural(errors, "error")]),
    ...(warnings === 0 ? [] : [plural(warnings, "warning")]),
    ...(notes === 0 ? [] : [plural(notes, "note")]),
  ];
  const what = found.length === 0 ? "No problems" : `${list(found)} in ${plural(filesWithProblems, "file")}`;
  const looked = `${plural(filesLookedAt, "file")} looked at in ${Math.max(1, Math.round(tookMs / 1000))}s`;
  const unread = filesUnread === 0 ? "" : ` ${plural(filesUnread, "file")} could not be read, or held more than 4 MB.`;
  return `${what}, ${looked}.${unread}`;
}

function list(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
