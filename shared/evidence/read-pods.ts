import type { PodRowSighting, Reading } from "./model.ts";
import { readCommand } from "./text/command-line.ts";
import { type PodHeader, podHeaderOf, readPodRow } from "./text/pod-rows.ts";

/** Rows of one text. */
const rowsMax = 100_000;

/** How k9s heads a table of one namespace. */
const frameTitle = /\bpods\(([a-z0-9][-a-z0-9]{0,62})\)\[\d{1,9}\]/i;

/** Whether text has a table of pods in it, or rows of one. */
export function hasPodTable(lines: readonly string[]): boolean {
  return lines.some((line, index) => {
    const header = podHeaderOf(line);
    if (header !== undefined) return header.is !== "others";
    return readPodRow(line, { header: undefined, isLast: index === lines.length - 1 }) !== undefined;
  });
}

/** Reads what `kubectl get pods` prints, once or with `-w`, with and without its header, and what k9s shows. */
export function readPodTable(path: string, lines: readonly string[]): Reading {
  const rows: PodRowSighting[] = [];
  let header: PodHeader | undefined;
  let namespace: string | undefined;
  let left = 0;
  for (const [index, line] of lines.entries()) {
    const above = namespaceAbove(line);
    if (above !== undefined) [header, namespace] = [undefined, above.namespace];
    const next = podHeaderOf(line);
    if (next !== undefined) header = next;
    if (above !== undefined || next !== undefined || header?.is === "others") continue;
    const row = readPodRow(line, { header, isLast: index === lines.length - 1 });
    if (row === undefined) continue;
    const placed = { place: { path, line: index + 1 }, row: { ...row, namespace: row.namespace ?? namespace } };
    if (rows.length < rowsMax) rows.push(placed);
    else left += 1;
  }
  return {
    ...{ path, is: "pods", pods: [], events: [], rows, acts: [], templates: [] },
    notes: left > 0 ? [`${path}: ${left} rows are left out.`] : [],
  };
}

/** What a command or a frame says of the table below it. */
function namespaceAbove(line: string): { readonly namespace: string | undefined } | undefined {
  if (line.length > lineMax) return undefined;
  const title = frameTitle.exec(line)?.[1];
  if (title !== undefined) return { namespace: title === "all" ? undefined : title };
  return readCommand(line);
}

/** A longer line is neither. */
const lineMax = 1024;
