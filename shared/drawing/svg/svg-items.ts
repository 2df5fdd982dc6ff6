import { lines, type Markup, markup, noMarkup } from "../../basics/markup.ts";
import { formatMoment } from "../../basics/span-words.ts";
import {
  barInsetPx,
  baselinePx,
  ghostBar,
  inPaintOrder,
  type LaneShape,
  labelWidthPx,
  narrowestPx,
  roundPx,
  shapeOf,
  signLabelPx,
  signMiddlePx,
  stripTopsPx,
  whisker,
} from "../lanes/lane-shapes.ts";
import type { Item, Lane, MarkKind, PlacedLane, PlacedSpread } from "../lanes/model.ts";
import { signPaths } from "../lanes/signs.ts";
import { spreadInWords, stateInWords } from "../lanes/words.ts";

/** What a bar or a mark stands for, as a tooltip says it. */
export type ItemWords = (lane: Lane, item: Item) => string;

/** What stands in one lane, from its top left: bars and signs, the bars of the run before, the spreads. */
export function laneContent(words: ItemWords, placed: PlacedLane): Markup {
  const shape = shapeOf(placed);
  const { ghostsPx, spreadsPx } = stripTopsPx(placed);
  return lines([
    ...inPaintOrder(placed.items).map((item) => group(item, words(placed.lane, item), itemContent(item, shape))),
    ...placed.ghosts.map((item) => group(item, ghostInWords(item), ghostContent(item, ghostsPx))),
    ...placed.spreads.map((spread) => spreadContent(spread, spreadsPx)),
  ]);
}

/** A sign of the legend or of a lane, its middle at a place. */
export function signContent(kind: MarkKind, xPx: number, yPx: number): Markup {
  return markup`<path class="sign" transform="translate(${roundPx(xPx)} ${yPx})" d="${signPaths[kind]}"/>`;
}

/** A line from the earliest to the latest with a cap at both ends, and a tick at the median. */
export function whiskerContent({ kind, xPx, widthPx, medianPx }: Whisker, topPx: number): Markup {
  const middlePx = topPx + whisker.middlePx;
  const upright = (atPx: number, halfPx: number): string => `M${roundPx(atPx)} ${middlePx - halfPx}v${2 * halfPx}`;
  const caps = [xPx, xPx + widthPx].map((atPx) => upright(atPx, whisker.capPx)).join("");
  const median =
    medianPx === undefined ? noMarkup : markup`<path class="median" d="${upright(medianPx, whisker.medianPx)}"/>`;
  const reach = markup`<path class="reach" d="M${roundPx(xPx)} ${middlePx}h${roundPx(widthPx)}"/>`;
  return markup`<g class="spread ${kind}">${reach}<path d="${caps}"/>${median}</g>`;
}

type Whisker = Pick<PlacedSpread, "kind" | "xPx" | "widthPx" | "medianPx">;

function group({ kind }: Item, title: string, content: Markup): Markup {
  return markup`<g class="${kind}"><title>${title}</title>${content}</g>`;
}

function itemContent(item: Item, shape: LaneShape): Markup {
  return item.shape === "bar" ? barContent(item, shape) : markContent(item, shape);
}

function barContent(item: Item, shape: LaneShape): Markup {
  const insetPx = barInsetPx(item.kind);
  const widthPx = Math.max(item.widthPx, narrowestPx);
  const bar = rect("fill", {
    xPx: item.xPx,
    yPx: shape.barPx + insetPx,
    widthPx,
    heightPx: shape.barHeightPx - 2 * insetPx,
  });
  if (item.label === "") return bar;
  const middlePx = item.labelPx ?? item.xPx + widthPx / 2;
  const yPx = shape.barPx + shape.barHeightPx / 2 + baselinePx;
  const label = markup`<text class="middle on-bar" x="${roundPx(middlePx)}" y="${yPx}">${item.label}</text>`;
  return markup`${bar}${plain.has(item.kind) ? noMarkup : chip(item, middlePx, shape)}${label}`;
}

/** The ground of a label leaves the lines of its bar alone. */
const chipLinePx = 1;

/** Bars whose fill is even; on a pattern a label needs a ground of its own. */
const plain: ReadonlySet<Item["kind"]> = new Set(["running", "phase-running", "succeeded", "failed", "true"]);

function chip({ label, kind }: Item, middlePx: number, { barPx, barHeightPx }: LaneShape): Markup {
  const widthPx = labelWidthPx(label);
  const insetPx = barInsetPx(kind) + chipLinePx;
  return rect("chip", {
    xPx: middlePx - widthPx / 2,
    yPx: barPx + insetPx,
    widthPx,
    heightPx: barHeightPx - 2 * insetPx,
  });
}

function markContent(item: Item, shape: LaneShape): Markup {
  const yPx = signMiddlePx(item, shape);
  const sign = isMark(item.kind) ? signContent(item.kind, item.xPx, yPx) : noMarkup;
  if (item.label === "") return sign;
  return markup`${sign}<text x="${roundPx(item.xPx + signLabelPx)}" y="${yPx + baselinePx}">${item.label}</text>`;
}

function isMark(kind: Item["kind"]): kind is MarkKind {
  return Object.hasOwn(signPaths, kind);
}

function ghostContent({ xPx, widthPx }: Item, topPx: number): Markup {
  const { topPx: insetPx, heightPx } = ghostBar;
  return rect("ghost", {
    xPx,
    yPx: topPx + insetPx + 0.5,
    widthPx: Math.max(widthPx, narrowestPx),
    heightPx: heightPx - 1,
  });
}

function ghostInWords(item: Item): string {
  return `Before the last change: ${stateInWords(item.kind)}, ${formatMoment(item.fromMs)} to ${formatMoment(item.toMs)}`;
}

function spreadContent(spread: PlacedSpread, topPx: number): Markup {
  return markup`<g><title>${spreadInWords(spread)}</title>${whiskerContent(spread, topPx)}</g>`;
}

interface Box {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

function rect(className: string, { xPx, yPx, widthPx, heightPx }: Box): Markup {
  return markup`<rect class="${className}" x="${roundPx(xPx)}" y="${yPx}" width="${roundPx(widthPx)}" height="${heightPx}"/>`;
}
