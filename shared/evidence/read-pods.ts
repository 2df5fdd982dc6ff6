import type { PodRowSighting, Reading } from "./model.ts";
import { podHeaderOf, readPodRow } from "./text/pod-rows.ts";

/** Rows of one text. */
const rowsMax = 100_000;

/** Whether text has a table of pods in it, or rows of one. */
export function hasPodTable(lines: readonly string[]): boolean {
  return lines.some(
    (line, index) =>
      podHeaderOf(line) === "pods" ||
      readPodRow(line, { hasHeader: false, isLast: index === lines.length - 1 }) !== undefined,
  );
}

/** Reads what `kubectl get pods` prints, once or with `-w`, with and without its header. */
export function readPodTable(path: string, lines: readonly string[]): Reading {
  const rows: PodRowSighting[] = [];
  let header: ReturnType<typeof podHeaderOf>;
  let left = 0;
  for (const [index, line] of lines.entries()) {
    const next = podHeaderOf(line);
    if (next !== undefined) header = next;
    if (next !== undefined || header === "others") continue;
    const row = readPodRow(line, { hasHeader: header === "pods", isLast: index === lines.length - 1 });
    if (row === undefined) continue;
    if (rows.length < rowsMax) rows.push({ place: { path, line: index + 1 }, row });
    else left += 1;
  }
  return {
    ...{ path, is: "pods", pods: [], events: [], rows, acts: [], templates: [] },
    notes: left > 0 ? [`${path}: ${left} rows are left out.`] : [],
  };
}
