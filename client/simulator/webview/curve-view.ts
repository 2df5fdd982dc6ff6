import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../shared/kubernetes/durations.ts";
import type { Curve } from "./run.ts";

const columnPx = 44;
const chartPx = 56;
const textPx = 16;
const barPx = 22;

/** The waits before the restarts of a container that exits at once, on this node and by default. */
export function curveView(curve: Curve): TemplateResult {
  const { delaysMs, defaultDelaysMs } = curve;
  const isDefault = delaysMs.join() === defaultDelaysMs.join();
  const columns = Math.max(delaysMs.length, defaultDelaysMs.length);
  const highestMs = Math.max(...delaysMs, ...defaultDelaysMs, 1);
  const column = (index: number): SVGTemplateResult => columnView(curve, index, { highestMs, isDefault });
  return html`<section class="curve" aria-label="Delay before restart">
    <h2>Delay before the next restart of a container that exits at once</h2>
    <p class="curve-words">This node: ${inWords(delaysMs)}. ${isDefault ? "That is the default." : `Default: ${inWords(defaultDelaysMs)}.`}</p>
    <div class="chart-scroll" tabindex="0" role="region" aria-label="Chart of the delays">
      <svg aria-hidden="true" width=${columns * columnPx} height=${chartPx + 2 * textPx}>${Array.from({ length: columns }, (_, index) => column(index))}</svg>
    </div>
    ${isDefault ? nothing : html`<p class="legend"><span class="key own"></span> this node <span class="key default"></span> default</p>`}
  </section>`;
}

interface Scale {
  readonly highestMs: number;
  readonly isDefault: boolean;
}

/** Where a curve has reached its maximum it stays there. */
function columnView(
  { delaysMs, defaultDelaysMs }: Curve,
  index: number,
  { highestMs, isDefault }: Scale,
): SVGTemplateResult {
  const ownMs = delaysMs[index] ?? delaysMs.at(-1) ?? 0;
  const defaultMs = defaultDelaysMs[index] ?? defaultDelaysMs.at(-1) ?? 0;
  const leftPx = index * columnPx + (columnPx - barPx) / 2;
  const heightPx = (ms: number): number => Math.max((ms / highestMs) * chartPx, 1);
  const bar = (kind: string, ms: number): SVGTemplateResult =>
    svg`<rect class=${kind} x=${leftPx} y=${textPx + chartPx - heightPx(ms)} width=${barPx} height=${heightPx(ms)}></rect>`;
  const middlePx = leftPx + barPx / 2;
  return svg`${bar("own", ownMs)}${isDefault ? nothing : bar("default", defaultMs)}
    <text x=${middlePx} y=${textPx + chartPx - heightPx(Math.max(ownMs, isDefault ? 0 : defaultMs)) - 4}>${formatDuration(ownMs)}</text>
    <text class="count" x=${middlePx} y=${chartPx + 2 * textPx - 4}>${index + 1}</text>`;
}

function inWords(delaysMs: readonly number[]): string {
  return `${delaysMs.map(formatDuration).join(" ")}, and so on`;
}
