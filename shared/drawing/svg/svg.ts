import { lines, markup, verbatim } from "../../basics/markup.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { TimeView } from "../../protocol/values/time-view.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { layout } from "../lanes/layout.ts";
import type { Lane, LaneOverlay } from "../lanes/model.ts";
import { itemInWords } from "../lanes/words.ts";
import type { ItemWords } from "./svg-items.ts";
import { edgePx, labelColumnPx, lanesBlock } from "./svg-lanes.ts";
import { type Block, legend } from "./svg-legend.ts";
import { answerFontPx, fontPx, svgPatterns, svgStyle } from "./svg-style.ts";
import { wrapText } from "./svg-text.ts";

/** The content of a picture: one run of one pod, and its captions. */
export interface Picture {
  readonly timeline: Timeline;
  readonly pod: DefaultedPod;
  readonly lanes: readonly Lane[];
  /** Entries that the engine has not made, with their sentences by id. */
  readonly told?: { readonly entries: readonly TimelineEntry[]; readonly sentences: ReadonlyMap<string, string> };
  /** Told by the ids of the lanes. */
  readonly overlays?: ReadonlyMap<string, LaneOverlay> | undefined;
  readonly view: Omit<TimeView, "widthPx">;
  readonly widthPx: number;
  readonly title: string;
  /** The forecast's sentence; names stand between backticks. Empty: none. */
  readonly answer: string;
  readonly assumptionsText: string;
}

type Captions = Pick<Picture, "title" | "answer" | "assumptionsText">;

/** Of the whole picture, and between its parts. */
export const paddingPx = 20;
const gapPx = 14;
const tracksPxMin = 240;

/**
 * A picture of a run as one SVG document that needs nothing from outside: light or dark as its reader prefers,
 * patterns besides colors, every item with its sentence as a tooltip. The geometry is that of the panel.
 */
export function timelineSvg(picture: Picture): string {
  const { timeline, pod, lanes, view, overlays, title, answer } = picture;
  const labelsPx = labelColumnPx(lanes);
  const tracksPx = Math.max(picture.widthPx - 2 * paddingPx - labelsPx - 2 * edgePx, tracksPxMin);
  const contentPx = labelsPx + tracksPx + 2 * edgePx;
  const geometry = layout(lanes, { ...view, widthPx: tracksPx }, { overlays });
  const entries = [...timeline.entries, ...(picture.told?.entries ?? [])];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const run = { timeline, pod, byId, sentences: picture.told?.sentences };
  const frame = { geometry, labelsPx, tracksPx, timeName: "time" };
  const words: ItemWords = (lane, item) => itemInWords(run, lane, item);
  const blocks = [head(picture, contentPx), lanesBlock(words, frame), legend(geometry, contentPx)];
  return svgDocument(blocks, { title, description: answer.replaceAll("`", ""), contentPx });
}

interface SvgFrame {
  readonly title: string;
  readonly description: string;
  readonly contentPx: number;
}

/** Blocks below each other as one document. */
export function svgDocument(blocks: readonly Block[], { title, description, contentPx }: SvgFrame): string {
  const { content, heightPx } = stack(blocks.filter((block) => block.heightPx > 0));
  const width = Math.ceil(contentPx + 2 * paddingPx);
  const height = Math.ceil(heightPx + 2 * paddingPx);
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<desc>${description}</desc>
${verbatim(svgStyle())}
${verbatim(svgPatterns)}
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>
<g transform="translate(${paddingPx} ${paddingPx})">
${content}
</g>
</svg>
`.markup;
}

function stack(blocks: readonly Block[]): Block {
  let topPx = 0;
  const parts = blocks.map(({ content, heightPx }) => {
    const part = markup`<g transform="translate(0 ${topPx})">\n${content}\n</g>`;
    topPx += heightPx + gapPx;
    return part;
  });
  return { content: lines(parts), heightPx: topPx - gapPx };
}

/** Title, answer, and what is assumed. */
export function head({ title, answer, assumptionsText }: Captions, widthPx: number): Block {
  let yPx = 15;
  const rows = [markup`<text class="title" x="0" y="${yPx}">${title}</text>`];
  yPx += 7;
  for (const line of wrapText(answer, widthPx, answerFontPx)) {
    yPx += 19;
    rows.push(markup`<text class="answer" x="0" y="${yPx}">${line}</text>`);
  }
  yPx += 3;
  for (const line of wrapText(assumptionsText, widthPx, fontPx)) {
    yPx += 16;
    rows.push(markup`<text class="quiet" x="0" y="${yPx}">${line}</text>`);
  }
  return { content: lines(rows), heightPx: yPx + 2 };
}
