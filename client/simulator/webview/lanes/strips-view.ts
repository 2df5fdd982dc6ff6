import { type SVGTemplateResult, svg } from "lit/html.js";
import { ghostBar, narrowestPx, roundPx, stripTopsPx, whisker } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { Item, PlacedLane, PlacedSpread } from "../../../../shared/drawing/lanes/model.ts";

/** Below a lane's bars: those of the run before the last change, and when other runs do the same. The header and the tooltip describe them. */
export function stripsView(placed: PlacedLane): SVGTemplateResult {
  const { ghostsPx, spreadsPx } = stripTopsPx(placed);
  return svg`<g aria-hidden="true">${placed.ghosts.map((item) => ghostView(item, ghostsPx + ghostBar.topPx))}${placed.spreads.map(
    (spread) => spreadView(spread, spreadsPx + whisker.middlePx),
  )}</g>`;
}

function ghostView({ kind, xPx, widthPx }: Item, topPx: number): SVGTemplateResult {
  return svg`<rect class="ghost ghost-${kind}" x=${roundPx(xPx)} y=${topPx} width=${roundPx(Math.max(widthPx, narrowestPx))} height=${ghostBar.heightPx}></rect>`;
}

function spreadView({ kind, xPx, widthPx, medianPx }: PlacedSpread, middlePx: number): SVGTemplateResult {
  const [from, to] = [roundPx(xPx), roundPx(xPx + widthPx)];
  const cap = (at: number, halfPx: number): string => `M${at} ${middlePx - halfPx}v${2 * halfPx}`;
  const median = medianPx === undefined ? "" : cap(roundPx(medianPx), whisker.medianPx);
  return svg`<path class="spread spread-${kind}" d="M${from} ${middlePx}H${to}${cap(from, whisker.capPx)}${cap(to, whisker.capPx)}${median}"></path>`;
}
