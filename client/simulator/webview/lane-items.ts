import { nothing, type SVGTemplateResult, svg } from "lit/html.js";
import { barTopPx, labelWidthPx } from "../../../shared/drawing/layout.ts";
import type { Item, LaneKind, MarkKind, PlacedLane } from "../../../shared/drawing/model.ts";
import type { Run } from "./run.ts";
import { signPaths } from "./signs.ts";
import { itemInWords } from "./words.ts";

/** Where bars and signs stand in a lane of each kind, from its top. */
interface Shape {
  readonly barPx: number;
  readonly barHeightPx: number;
  readonly signPx: number;
}

const shapes: Readonly<Record<LaneKind, Shape>> = {
  pod: { barPx: 6, barHeightPx: 16, signPx: 14 },
  condition: { barPx: 9, barHeightPx: 7, signPx: 12 },
  conditions: { barPx: 8, barHeightPx: 8, signPx: 12 },
  container: { barPx: barTopPx, barHeightPx: 18, signPx: 9 },
  probe: { barPx: 8, barHeightPx: 8, signPx: 12 },
  events: { barPx: 8, barHeightPx: 8, signPx: 14 },
};

/** A wait between two runs must not hide them where both are narrower than a pixel. */
const waitInsetPx = 3;
const narrowestPx = 1.5;
const chipInsetPx = 2;
const ringPx = 3;
const labelPx = 8;

export interface ItemState {
  readonly run: Run;
  readonly lane: PlacedLane;
  readonly selected: boolean;
  /** In the tab order. */
  readonly reachable: boolean;
}

/** One bar or mark as an option of the timeline's list. */
export function itemView(item: Item, state: ItemState): SVGTemplateResult {
  const shape = shapes[state.lane.lane.kind];
  return svg`<g role="option" class="item ${item.shape} ${item.kind}" data-id=${item.ids[0]}
    tabindex=${state.reachable ? 0 : -1} aria-selected=${state.selected}
    aria-label=${itemInWords(state.run, state.lane.lane, item)}
    >${item.shape === "bar" ? barView(item, shape) : markView(item, shape)}${state.selected ? ring(item, shape) : nothing}</g>`;
}

function barView(item: Item, shape: Shape): SVGTemplateResult {
  const insetPx = item.kind === "back-off" || item.kind === "restart-all" ? waitInsetPx : 0;
  const widthPx = Math.max(item.widthPx, narrowestPx);
  return svg`<rect class="bar-fill" x=${round(item.xPx)} y=${shape.barPx + insetPx} width=${round(widthPx)}
    height=${shape.barHeightPx - 2 * insetPx}></rect>${
      item.label === ""
        ? nothing
        : svg`${item.kind === "running" ? chipView(item, shape) : nothing}<text class="bar-label" x=${round(item.xPx + widthPx / 2)} y=${shape.barPx + shape.barHeightPx / 2 + 4}>${item.label}</text>`
    }`;
}

/** The theme's chart colours promise no contrast to text, so a filled bar has a plain ground under its label. */
function chipView(item: Item, shape: Shape): SVGTemplateResult {
  const widthPx = labelWidthPx(item.label);
  return svg`<rect class="bar-chip" x=${round(item.xPx + (item.widthPx - widthPx) / 2)} y=${shape.barPx + chipInsetPx} rx="2"
    width=${round(widthPx)} height=${shape.barHeightPx - 2 * chipInsetPx}></rect>`;
}

/** SIGKILL and the exit that it brings fall on one instant: its sign stands in the bar. */
function signTopPx(item: Item, shape: Shape): number {
  return item.kind === "sigkill" ? shape.barPx + shape.barHeightPx / 2 : shape.signPx;
}

function markView(item: Item, shape: Shape): SVGTemplateResult {
  return svg`${signView(item.kind, item.xPx, signTopPx(item, shape))}${
    item.label === ""
      ? nothing
      : svg`<text class="sign-label" x=${round(item.xPx + labelPx)} y=${signTopPx(item, shape) + 4}>${item.label}</text>`
  }`;
}

function signView(kind: Item["kind"], xPx: number, yPx: number): SVGTemplateResult {
  return svg`<path class="sign" transform="translate(${round(xPx)} ${yPx})" d=${isMark(kind) ? signPaths[kind] : ""}></path>`;
}

function isMark(kind: Item["kind"]): kind is MarkKind {
  return Object.hasOwn(signPaths, kind);
}

function ring(item: Item, shape: Shape): SVGTemplateResult {
  const halfPx = item.shape === "bar" ? 0 : 6;
  const topPx = item.shape === "bar" ? shape.barPx : signTopPx(item, shape) - 6;
  const heightPx = item.shape === "bar" ? shape.barHeightPx : 12;
  const widthPx = item.shape === "bar" ? Math.max(item.widthPx, narrowestPx) : 2 * halfPx;
  return svg`<rect class="ring" x=${round(item.xPx - halfPx - ringPx)} y=${topPx - ringPx} rx="3"
    width=${round(widthPx + 2 * ringPx)} height=${heightPx + 2 * ringPx}></rect>`;
}

/** A tenth of a pixel is finer than any screen; longer numbers only make the page heavier. */
function round(px: number): number {
  return Math.round(px * 10) / 10;
}
