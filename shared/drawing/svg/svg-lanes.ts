import { lines, type Markup, markup, noMarkup } from "../../basics/markup.ts";
import { baselinePx, laneShapes } from "../lanes/lane-shapes.ts";
import type { Geometry, Lane, PlacedLane, Tick } from "../lanes/model.ts";
import { type ItemWords, laneContent } from "./svg-items.ts";
import type { Block } from "./svg-legend.ts";
import { labelFontPx } from "./svg-style.ts";
import { cutToWidth, textWidthPx } from "./svg-text.ts";

/** Room at both ends of a track, so that the sign of what happens at the first or last moment is whole. */
export const edgePx = 10;

const labelsPxMin = 72;
const labelsPxMax = 264;
const labelGapPx = 8;
const probeIndentPx = 12;
/** Bold text is so much wider. */
const strongFactor = 1.2;
const notePx = 12;
const axisPx = 20;

interface Frame {
  readonly geometry: Geometry;
  readonly labelsPx: number;
  readonly tracksPx: number;
  /** What stands before the axis. */
  readonly timeName: string;
}

/** The column of labels is as wide as the longest needs, within reason; a longer one is cut and its tooltip has all of it. */
export function labelColumnPx(lanes: readonly Lane[]): number {
  const widest = Math.max(
    0,
    ...lanes.map((lane) => indentPx(lane) + textWidthPx(lane.label, labelFontPx) * strongFactor),
  );
  return Math.ceil(Math.min(Math.max(widest + labelGapPx, labelsPxMin), labelsPxMax));
}

/** The lanes below each other with their labels at the left and the axis at the bottom. */
export function lanesBlock(words: ItemWords, { geometry, labelsPx, tracksPx, timeName }: Frame): Block {
  const { lanes, ticks, heightPx } = geometry;
  const leftPx = labelsPx + edgePx;
  const frame = { leftPx, labelPx: labelsPx - labelGapPx, rightPx: leftPx + tracksPx + edgePx };
  const content = [
    markup`<path class="line" d="${ticks.map(({ xPx }) => `M${middleOfPixel(leftPx + xPx)} 0V${heightPx}`).join("")}"/>`,
    ...lanes.map((lane) => laneGroup(words, lane, frame)),
    markup`<path class="tick" d="M${leftPx - edgePx} ${heightPx + 0.5}H${frame.rightPx}${ticks.map(({ xPx }) => `M${middleOfPixel(leftPx + xPx)} ${heightPx}v5`).join("")}"/>`,
    markup`<text class="quiet name" x="0" y="${heightPx + axisPx - 3}">${timeName}</text>`,
    ...ticks.map((tick) => tickLabel(tick, leftPx, heightPx + axisPx - 3)),
  ];
  return { content: lines(content), heightPx: heightPx + axisPx };
}

interface Columns {
  readonly leftPx: number;
  readonly labelPx: number;
  readonly rightPx: number;
}

function laneGroup(words: ItemWords, placed: PlacedLane, { leftPx, labelPx, rightPx }: Columns): Markup {
  const { lane, topPx } = placed;
  const begins = lane.kind === "container" || lane.kind === "events";
  return lines([
    markup`<g transform="translate(0 ${topPx})">`,
    ...(begins && topPx > 0 ? [markup`<path class="line" d="M0 0.5H${rightPx}"/>`] : []),
    labelContent(lane, labelPx),
    markup`<g transform="translate(${leftPx} 0)">`,
    laneContent(words, placed),
    markup`</g></g>`,
  ]);
}

/** Beside the bars, where there are any; what kind of container it is stands above its name. */
function labelContent(lane: Lane, widthPx: number): Markup {
  const { barPx, barHeightPx, heightPx } = laneShapes[lane.kind];
  const isContainer = lane.kind === "container";
  const middlePx = isContainer ? barPx + barHeightPx / 2 : heightPx / 2;
  const isStrong = isContainer || lane.kind === "condition";
  const text = cutToWidth(lane.label, (widthPx - indentPx(lane)) / (isStrong ? strongFactor : 1), labelFontPx);
  const title = text === lane.label ? noMarkup : markup`<title>${lane.label}</title>`;
  const label = markup`<text class="name ${isStrong ? "strong" : "quiet"}" x="${indentPx(lane)}" y="${middlePx + baselinePx}">${text}${title}</text>`;
  const note = lane.note === "" ? noMarkup : markup`<text class="quiet" x="0" y="${notePx}">${lane.note}</text>`;
  // Whatever the reader's font makes of a name, it ends before the tracks.
  return markup`<svg width="${widthPx}" height="${heightPx}">${note}${label}</svg>`;
}

function indentPx({ kind }: Lane): number {
  return kind === "probe" ? probeIndentPx : 0;
}

function tickLabel({ xPx, label }: Tick, leftPx: number, yPx: number): Markup {
  return markup`<text class="quiet middle" x="${middleOfPixel(leftPx + xPx)}" y="${yPx}">${label}</text>`;
}

/** A line of one pixel is sharp there. */
function middleOfPixel(px: number): number {
  return Math.floor(px) + 0.5;
}
