import { type LearnedWorkload, learnedRows, learnedTitle } from "../../../shared/learn/index.ts";
import { wrapped } from "../../exports/table.ts";
import type { Style } from "../terminal/style.ts";

interface Page {
  readonly columns: number;
  readonly style: Style;
}

/** Each workload with its scenarios, which stay whole to be copied, and with what should be set. */
export function learnText(workloads: readonly LearnedWorkload[], page: Page): string {
  return workloads.map((workload) => workloadText(workload, page)).join("\n");
}

function workloadText(workload: LearnedWorkload, { columns, style }: Page): string {
  const rows = learnedRows(workload);
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length));
  const [first = "", ...rest] = wrapped(learnedTitle(workload), columns - 2);
  const lines = rows.flatMap(({ label, text, isWhole }) => {
    const indent = `  ${label.padEnd(labelWidth)}  `;
    const parts = isWhole ? [text] : wrapped(text, Math.max(20, columns - indent.length));
    return parts.map((part, index) => `${index === 0 ? indent : " ".repeat(indent.length)}${part}`);
  });
  return [style.bold(first), ...rest.map((line) => `  ${line}`), ...lines].map((line) => `${line}\n`).join("");
}
