import { markup, noMarkup } from "../../basics/markup.ts";
import { layout } from "../lanes/layout.ts";
import type { BarKind } from "../lanes/model.ts";
import { head, paddingPx, svgDocument } from "../svg/svg.ts";
import { edgePx, labelColumnPx, lanesBlock } from "../svg/svg-lanes.ts";
import { type Block, legend } from "../svg/svg-legend.ts";
import { areaPath, chartOf, leastOf, levelPx } from "./chart.ts";
import { rolloutItemInWords } from "./item-words.ts";
import { podStates, rolloutLanes } from "./lanes.ts";
import type { RolloutRun } from "./run.ts";

/** What stands above the lanes; plain text. */
interface RolloutCaptions {
  readonly title: string;
  readonly answer: string;
  readonly assumptionsText: string;
}

const widthPx = 960;
const tracksPxMin = 240;
const chartPx = 64;
const namePx = 14;

/** A rollout as one SVG document that needs nothing from outside, as `timelineSvg` makes one of a pod. */
export function rolloutSvg(run: RolloutRun, captions: RolloutCaptions): string {
  const lanes = rolloutLanes(run).map((lane) => ({ ...lane, note: "" }));
  const labelsPx = labelColumnPx(lanes);
  const tracksPx = Math.max(widthPx - 2 * paddingPx - labelsPx - 2 * edgePx, tracksPxMin);
  const contentPx = labelsPx + tracksPx + 2 * edgePx;
  const view = { fromMs: 0, toMs: run.untilMs, widthPx: tracksPx } as const;
  const geometry = layout(lanes, view);
  const blocks = [
    head(captions, contentPx),
    chartBlock(run, { leftPx: labelsPx + edgePx, tracksPx }),
    lanesBlock((lane, item) => rolloutItemInWords(run, lane, item), { geometry, labelsPx, tracksPx, timeName: "time" }),
    legend(geometry, contentPx, podNames),
  ];
  return svgDocument(blocks, { title: captions.title, description: captions.answer, contentPx });
}

const podNames: readonly (readonly [BarKind, string])[] = [
  ["pending", podStates.pending],
  ["unready", podStates.unready],
  ["running", podStates.running],
  ["back-off", podStates["back-off"]],
  ["stopping", podStates.stopping],
  ["failed", podStates.failed],
  ["true", "condition is True"],
  ["phase-running", "number of pods"],
];

function chartBlock(
  run: RolloutRun,
  { leftPx, tracksPx }: { readonly leftPx: number; readonly tracksPx: number },
): Block {
  const chart = chartOf(run);
  const view = { fromMs: 0, toMs: run.untilMs, widthPx: tracksPx } as const;
  const name = chart.what === "usableEndpoints" ? "usable endpoints" : "available pods";
  const levels = [{ value: chart.wanted, label: "" }, ...chart.levels].map(({ value, label }) => {
    const yPx = levelPx(chart, value, chartPx);
    const text = label === "" ? noMarkup : markup`<text class="quiet" x="2" y="${yPx - 3}">${label} ≥ ${value}</text>`;
    return markup`<path class="tick" stroke-dasharray="4 3" d="M0 ${yPx}H${tracksPx}"/>${text}`;
  });
  const least = markup`<text class="quiet" x="0" y="${chartPx / 2 + namePx}">at least ${leastOf(chart)} of ${chart.wanted}</text>`;
  const content = markup`<text class="name" x="0" y="${chartPx / 2}">${name}</text>${least}
<g transform="translate(${leftPx} 0)"><g class="unready"><path class="fill" d="${areaPath(chart, view, chartPx)}"/></g>${levels}</g>`;
  return { content, heightPx: chartPx };
}
