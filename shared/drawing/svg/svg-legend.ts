import { lines, type Markup, markup } from "../../basics/markup.ts";
import { baselinePx, ghostBar } from "../lanes/lane-shapes.ts";
import type { BarKind, EventSpread, Geometry, Item, MarkKind } from "../lanes/model.ts";
import { barNames, signNames } from "../lanes/sign-names.ts";
import { signContent, whiskerContent } from "./svg-items.ts";
import { fontPx } from "./svg-style.ts";
import { textWidthPx } from "./svg-text.ts";

/** A part of the picture that stands below another one. */
export interface Block {
  readonly content: Markup;
  readonly heightPx: number;
}

interface Sample {
  /** Drawn around the middle of a row, from its left. */
  readonly content: Markup;
  readonly widthPx: number;
  readonly means: string;
}

const rowPx = 18;
const middlePx = rowPx / 2;
const gapPx = 12;
const textGapPx = 6;
const barSample = { widthPx: 26, heightPx: 11 } as const;
const signSamplePx = 14;

const spreadNames: readonly (readonly [kind: EventSpread["kind"], means: string])[] = [
  ["start", "starts over many runs: first, median, last"],
  ["exit", "exits"],
  ["kill", "kills"],
];

/** What the bars and signs of this picture mean, in as many columns as there is room for. */
export function legend(geometry: Geometry, widthPx: number, bars = barNames): Block {
  const samples = samplesOf(geometry, bars);
  const widestPx = Math.max(
    0,
    ...samples.map((sample) => sample.widthPx + textGapPx + textWidthPx(sample.means, fontPx)),
  );
  const columns = Math.max(1, Math.floor((widthPx + gapPx) / (widestPx + gapPx)));
  const columnPx = Math.floor(widthPx / columns);
  const parts = samples.map(({ content, widthPx: samplePx, means }, index) => {
    const place = `${(index % columns) * columnPx} ${Math.floor(index / columns) * rowPx}`;
    const text = markup`<text class="quiet" x="${samplePx + textGapPx}" y="${middlePx + baselinePx}">${means}</text>`;
    return markup`<g transform="translate(${place})">${content}${text}</g>`;
  });
  return { content: lines(parts), heightPx: Math.ceil(samples.length / columns) * rowPx };
}

function samplesOf({ lanes }: Geometry, names: typeof barNames): Sample[] {
  const kinds = new Set<Item["kind"]>(lanes.flatMap(({ items }) => items.map(({ kind }) => kind)));
  const spreads = new Set(lanes.flatMap((lane) => lane.spreads.map(({ kind }) => kind)));
  const bars = names.filter(([kind]) => kinds.has(kind)).map(([kind, means]) => barOf(kind, means));
  const signs = signNames.filter(([group]) => group.some((kind) => kinds.has(kind)));
  const ghosts = lanes.some((lane) => lane.ghosts.length > 0) ? [ghostSample] : [];
  return [
    ...bars,
    ...ghosts,
    ...signs.map(([group, means]) => signsOf(group, means)),
    ...spreadNames.filter(([kind]) => spreads.has(kind)).map(([kind, means]) => spreadOf(kind, means)),
  ];
}

function barOf(kind: BarKind, means: string): Sample {
  return {
    content: markup`<g class="${kind}">${box("fill", barSample.heightPx)}</g>`,
    widthPx: barSample.widthPx,
    means,
  };
}

const ghostSample: Sample = {
  content: box("ghost", ghostBar.heightPx),
  widthPx: barSample.widthPx,
  means: "the run before the last change",
};

function box(className: string, heightPx: number): Markup {
  const { widthPx } = barSample;
  return markup`<rect class="${className}" x="0.5" y="${middlePx - heightPx / 2}" width="${widthPx - 1}" height="${heightPx}"/>`;
}

function signsOf(kinds: readonly MarkKind[], means: string): Sample {
  const content = kinds.map(
    (kind, index) => markup`<g class="${kind}">${signContent(kind, (index + 0.5) * signSamplePx, middlePx)}</g>`,
  );
  return { content: markup`${content}`, widthPx: kinds.length * signSamplePx, means };
}

function spreadOf(kind: EventSpread["kind"], means: string): Sample {
  const widthPx = barSample.widthPx;
  return {
    content: whiskerContent({ kind, xPx: 1, widthPx: widthPx - 2, medianPx: widthPx / 2 }, middlePx - 4),
    widthPx,
    means,
  };
}
