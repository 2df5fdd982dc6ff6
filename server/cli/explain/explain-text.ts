import { plainLine } from "../../../shared/basics/plain-line.ts";
import { type ExplainedPod, type ExplainedRow, explainedRows, explainedTitle } from "../../../shared/incident/index.ts";
import { wrapped } from "../../exports/table.ts";
import type { Style } from "../terminal/style.ts";

interface Page {
  readonly columns: number;
  readonly style: Style;
}

/** A timeline for a terminal: what was said stands left, how it is known stands right. */
export function explainText(pods: readonly ExplainedPod[], page: Page): string {
  return pods
    .map((pod) =>
      podText(pod, page)
        .map((line) => `${line.trimEnd()}\n`)
        .join(""),
    )
    .join("\n");
}

function podText(pod: ExplainedPod, { columns, style }: Page): readonly string[] {
  const rows = explainedRows(pod);
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length));
  const title = explainedTitle(pod);
  const [first = "", ...rest] = wrapped(title, columns - 2);
  const headline = pod.headline === undefined ? [] : wrapped(plainLine(pod.headline), columns - 2);
  return [
    style.bold(first),
    ...rest.map((line) => `  ${line}`),
    ...headline.map((line) => `  ${line}`),
    ...rows.flatMap((row) => rowText(row, labelWidth, columns)),
  ];
}

/** Text wraps beside its label; how it is known ends the last line, if there is room. */
function rowText({ label, text, shown }: ExplainedRow, labelWidth: number, columns: number): readonly string[] {
  const indent = label === "" ? "  " : `  ${label.padEnd(labelWidth)}  `;
  const width = Math.max(20, columns - indent.length);
  const lines = wrapped(text, width);
  const last = lines.at(-1) ?? "";
  const blank = " ".repeat(indent.length);
  const whole = lines.map((line, index) => `${index === 0 ? indent : blank}${line}`);
  if (shown === "") return whole;
  if (last.length + shown.length + 3 <= width)
    return [...whole.slice(0, -1), `${whole.at(-1) ?? ""}${" ".repeat(width - last.length - shown.length)}${shown}`];
  return [...whole, `${blank}${shown.padStart(Math.max(shown.length, width))}`];
}
