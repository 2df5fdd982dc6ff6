import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";

const columnPx = 44;
const chartPx = 56;
const textPx = 16;
const barPx = 22;
const cardColumnPx = 40;
const cardChartPx = 32;

/** The back-offs of a node, and beside them those of another one. Where a curve has reached its maximum it stays there. */
export function curveChart(ownMs: readonly number[], otherMs: readonly number[] | undefined): TemplateResult {
  return chart({ ownMs, otherMs, marked: undefined, columnPx, chartPx });
}

/** The same, small, with one step marked. */
export function stepsChart(ownMs: readonly number[], marked: number): TemplateResult {
  return html`<div class="chart-scroll" aria-hidden="true">${chart({ ownMs, otherMs: undefined, marked, columnPx: cardColumnPx, chartPx: cardChartPx })}</div>`;
}

interface Chart {
  readonly ownMs: readonly number[];
  readonly otherMs: readonly number[] | undefined;
  readonly marked: number | undefined;
  readonly columnPx: number;
  readonly chartPx: number;
}

function chart({ ownMs, otherMs, marked, columnPx: stepPx, chartPx: fullPx }: Chart): TemplateResult {
  const columns = Math.max(ownMs.length, otherMs?.length ?? 0);
  const highestMs = Math.max(...ownMs, ...(otherMs ?? []), 1);
  const heightPx = (ms: number): number => Math.max((ms / highestMs) * fullPx, 1);
  const bar = (kind: string, ms: number, leftPx: number): SVGTemplateResult =>
    svg`<rect class=${kind} x=${leftPx} y=${textPx + fullPx - heightPx(ms)} width=${barPx} height=${heightPx(ms)}></rect>`;
  const label = (ms: number, middlePx: number, kind = ""): SVGTemplateResult =>
    svg`<text class=${kind} x=${middlePx} y=${textPx + fullPx - heightPx(ms) - 4}>${formatDuration(ms)}</text>`;
  const column = (_: unknown, index: number): SVGTemplateResult => {
    const own = ownMs[index] ?? ownMs.at(-1) ?? 0;
    const other = otherMs?.[index] ?? otherMs?.at(-1);
    const leftPx = index * stepPx + (stepPx - barPx) / 2;
    const middlePx = leftPx + barPx / 2;
    const isOff = marked !== undefined && index !== marked;
    return svg`${bar(isOff ? "own off" : "own", own, leftPx)}${other === undefined ? nothing : bar("default", other, leftPx)}
      ${label(own, middlePx, index === marked ? "marked-step" : "")}${other !== undefined && heightPx(other) - heightPx(own) > textPx ? label(other, middlePx, "other") : nothing}
      <text class="count" x=${middlePx} y=${fullPx + 2 * textPx - 4}>${index + 1}</text>`;
  };
  return html`<svg class="chart" aria-hidden="true" width=${columns * stepPx} height=${fullPx + 2 * textPx}>${Array.from({ length: columns }, column)}</svg>`;
}
