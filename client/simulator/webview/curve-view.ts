import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../shared/kubernetes/durations.ts";
import type { Handlers, Model } from "./model.ts";

const columnPx = 44;
const chartPx = 56;
const textPx = 16;
const barPx = 22;

/** The waits before the restarts of a container that exits at once, on this node and by default, or under a curve that was chosen. */
export function curveView(model: Model, on: Handlers): TemplateResult {
  const { alternatives, later, run } = model;
  const { delaysMs } = run.curve;
  const other = otherOf(model);
  return html`<section class="curve" aria-label="Delay before restart">
    <div class="curve-head"><h2>Delay before the next restart of a container that exits at once</h2>
      <button class="text" aria-pressed=${alternatives !== undefined} title="The same pod under the curves of the enhancement proposals"
        @click=${() => on.showAlternatives(alternatives === undefined)}>Other curves</button></div>
    <p class="curve-words">This node: ${inWords(delaysMs)}. ${other === undefined ? "That is the default." : `${other.title}: ${inWords(other.delaysMs)}.`}</p>
    <div class="chart-scroll" tabindex="0" role="region" aria-label="Chart of the delays">${chartView(delaysMs, other?.delaysMs)}</div>
    ${other === undefined ? nothing : html`<p class="legend"><span class="key own"></span> this node <span class="key default"></span> ${other.title}</p>`}
    ${alternatives === undefined || later === undefined ? nothing : later.alternativesView(model, on)}
  </section>`;
}

/** What the node's curve is set beside; undefined: it is the default. */
function otherOf({ alternatives, otherCurve, run }: Model): { title: string; delaysMs: readonly number[] } | undefined {
  const chosen = alternatives?.find(({ id }) => id === otherCurve);
  if (chosen !== undefined) return chosen;
  const { delaysMs, defaultDelaysMs } = run.curve;
  return delaysMs.join() === defaultDelaysMs.join() ? undefined : { title: "Default", delaysMs: defaultDelaysMs };
}

/** Where a curve has reached its maximum it stays there. */
function chartView(ownMs: readonly number[], otherMs: readonly number[] | undefined): TemplateResult {
  const columns = Math.max(ownMs.length, otherMs?.length ?? 0);
  const highestMs = Math.max(...ownMs, ...(otherMs ?? []), 1);
  const heightPx = (ms: number): number => Math.max((ms / highestMs) * chartPx, 1);
  const bar = (kind: string, ms: number, leftPx: number): SVGTemplateResult =>
    svg`<rect class=${kind} x=${leftPx} y=${textPx + chartPx - heightPx(ms)} width=${barPx} height=${heightPx(ms)}></rect>`;
  const label = (ms: number, middlePx: number, kind = ""): SVGTemplateResult =>
    svg`<text class=${kind} x=${middlePx} y=${textPx + chartPx - heightPx(ms) - 4}>${formatDuration(ms)}</text>`;
  const column = (_: unknown, index: number): SVGTemplateResult => {
    const own = ownMs[index] ?? ownMs.at(-1) ?? 0;
    const other = otherMs?.[index] ?? otherMs?.at(-1);
    const leftPx = index * columnPx + (columnPx - barPx) / 2;
    const middlePx = leftPx + barPx / 2;
    return svg`${bar("own", own, leftPx)}${other === undefined ? nothing : bar("default", other, leftPx)}
      ${label(own, middlePx)}${other !== undefined && heightPx(other) - heightPx(own) > textPx ? label(other, middlePx, "other") : nothing}
      <text class="count" x=${middlePx} y=${chartPx + 2 * textPx - 4}>${index + 1}</text>`;
  };
  return html`<svg aria-hidden="true" width=${columns * columnPx} height=${chartPx + 2 * textPx}>${Array.from({ length: columns }, column)}</svg>`;
}

function inWords(delaysMs: readonly number[]): string {
  return `${delaysMs.map(formatDuration).join(" ")}, and so on`;
}
