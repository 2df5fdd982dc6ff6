import { nothing, type SVGTemplateResult, svg } from "lit/html.js";
import {
  barInsetPx,
  baselinePx,
  chipHeightPx,
  type LaneShape,
  labelWidthPx,
  narrowestPx,
  ringPx,
  roundPx,
  shapeOf,
  signLabelPx,
  signMiddlePx,
} from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { Item, MarkKind, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";
import { stripPx } from "./ready-view.ts";

interface ItemState {
  readonly lane: PlacedLane;
  /** For screen readers. */
  readonly words: string;
  readonly selected: boolean;
  /** Whether it is in the tab order. */
  readonly reachable: boolean;
}

/** One bar or mark as an option of the timeline's list. */
export function itemView(item: Item, state: ItemState): SVGTemplateResult {
  const shape = shapeOf(state.lane);
  return svg`<g role="option" class="item ${item.shape} ${item.kind}" data-id=${item.ids[0]}
    tabindex=${state.reachable ? 0 : -1} aria-selected=${state.selected}
    aria-label=${state.words}
    >${item.shape === "bar" ? barView(item, shape) : markView(item, shape)}${state.selected ? ring(item, shape) : nothing}</g>`;
}

function barView(item: Item, shape: LaneShape): SVGTemplateResult {
  const insetPx = barInsetPx(item.kind);
  if (item.kind === "true") return footView(item, shape);
  const widthPx = Math.max(item.widthPx, narrowestPx);
  // Towards the one of two runs that has it.
  const parts = item.kind === "only-first" || item.kind === "only-second" ? 2 : 1;
  const heightPx = (shape.barHeightPx - 2 * insetPx) / parts;
  const topPx = shape.barPx + insetPx + (item.kind === "only-second" ? heightPx : 0);
  return svg`<rect class="bar-fill" x=${roundPx(item.xPx)} y=${topPx} width=${roundPx(widthPx)}
    height=${heightPx}></rect>${
      item.label === ""
        ? nothing
        : svg`${item.kind === "running" || item.kind === "unready" || item.kind === "pending" ? chipView(item, shape) : nothing}<text class="bar-label" x=${roundPx(item.labelPx ?? item.xPx + widthPx / 2)} y=${shape.barPx + shape.barHeightPx / 2 + baselinePx}>${item.label}</text>`
    }`;
}

/** Ready of the drawn run, below the share of all. */
function footView({ xPx, widthPx }: Item, { barPx, barHeightPx }: LaneShape): SVGTemplateResult {
  return svg`<rect class="bar-fill" x=${roundPx(xPx)} y=${barPx + barHeightPx - stripPx}
    width=${roundPx(Math.max(widthPx, narrowestPx))} height=${stripPx}></rect>`;
}

/** The theme's chart colors promise no contrast to text, so a filled bar has a plain ground under its label. */
function chipView(item: Item, shape: LaneShape): SVGTemplateResult {
  const widthPx = labelWidthPx(item.label);
  return svg`<rect class="bar-chip" x=${roundPx((item.labelPx ?? item.xPx + item.widthPx / 2) - widthPx / 2)} y=${shape.barPx + (shape.barHeightPx - chipHeightPx) / 2} rx="2"
    width=${roundPx(widthPx)} height=${chipHeightPx}></rect>`;
}

function markView(item: Item, shape: LaneShape): SVGTemplateResult {
  return svg`${signView(item.kind, item.xPx, signMiddlePx(item, shape))}${
    item.label === ""
      ? nothing
      : svg`<text class="sign-label" x=${roundPx(item.xPx + signLabelPx)} y=${signMiddlePx(item, shape) + baselinePx}>${item.label}</text>`
  }`;
}

function signView(kind: Item["kind"], xPx: number, yPx: number): SVGTemplateResult {
  const d = isMark(kind) ? signPaths[kind] : "";
  const place = `translate(${roundPx(xPx)} ${yPx})`;
  return svg`<path class="sign-ground" transform=${place} d=${d}></path><path class="sign" transform=${place} d=${d}></path>`;
}

function isMark(kind: Item["kind"]): kind is MarkKind {
  return Object.hasOwn(signPaths, kind);
}

function ring(item: Item, shape: LaneShape): SVGTemplateResult {
  const halfPx = item.shape === "bar" ? 0 : 6;
  const topPx = item.shape === "bar" ? shape.barPx : signMiddlePx(item, shape) - 6;
  const heightPx = item.shape === "bar" ? shape.barHeightPx : 12;
  const widthPx = item.shape === "bar" ? Math.max(item.widthPx, narrowestPx) : 2 * halfPx;
  return svg`<rect class="ring" x=${roundPx(item.xPx - halfPx - ringPx)} y=${topPx - ringPx} rx="3"
    width=${roundPx(widthPx + 2 * ringPx)} height=${heightPx + 2 * ringPx}></rect>`;
}
