import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";

const columnPx = 40;
const chartPx = 24;
const textPx = 16;
const barPx = 22;

/** The back-offs of a node as columns, with one step marked. */
export function stepsChart(delaysMs: readonly number[], marked: number): TemplateResult {
  const highestMs = Math.max(...delaysMs, 1);
  const column = (ms: number, index: number): SVGTemplateResult => {
    const heightPx = Math.max((ms / highestMs) * chartPx, 1);
    const topPx = textPx + chartPx - heightPx;
    const leftPx = index * columnPx + (columnPx - barPx) / 2;
    const middlePx = leftPx + barPx / 2;
    const isMarked = index === marked;
    return svg`<rect class="own ${isMarked ? "" : "off"}" x=${leftPx} y=${topPx} width=${barPx} height=${heightPx}></rect>
      <text class=${isMarked ? "marked-step" : ""} x=${middlePx} y=${topPx - 4}>${formatDuration(ms)}</text>
      <text class="count" x=${middlePx} y=${chartPx + 2 * textPx - 4}>${index + 1}</text>`;
  };
  return html`<div class="chart-scroll" aria-hidden="true"><svg class="chart" aria-hidden="true" width=${delaysMs.length * columnPx} height=${chartPx + 2 * textPx}>${delaysMs.map(column)}</svg></div>`;
}
