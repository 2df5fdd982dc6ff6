import type { Item, LaneKind, PlacedLane } from "./model.ts";

/** How high a lane of a kind is, and where bars and signs stand in it, from its top. */
export interface LaneShape {
  readonly heightPx: number;
  readonly barPx: number;
  readonly barHeightPx: number;
  /** The middle of the signs. */
  readonly signPx: number;
}

/** A container's signs stand in its bars, and its failed probes below them. */
export const laneShapes: Readonly<Record<LaneKind, LaneShape>> = {
  job: { heightPx: 28, barPx: 6, barHeightPx: 16, signPx: 14 },
  kubectl: { heightPx: 20, barPx: 1, barHeightPx: 18, signPx: 10 },
  pod: { heightPx: 28, barPx: 6, barHeightPx: 16, signPx: 14 },
  condition: { heightPx: 36, barPx: 2, barHeightPx: 32, signPx: 18 },
  conditions: { heightPx: 24, barPx: 8, barHeightPx: 8, signPx: 12 },
  difference: { heightPx: 20, barPx: 2, barHeightPx: 16, signPx: 10 },
  container: { heightPx: 26, barPx: 1, barHeightPx: 18, signPx: 10 },
  quiet: { heightPx: 24, barPx: 6, barHeightPx: 12, signPx: 12 },
  faults: { heightPx: 24, barPx: 2, barHeightPx: 20, signPx: 12 },
  collapsed: { heightPx: 24, barPx: 6, barHeightPx: 12, signPx: 12 },
  observed: { heightPx: 24, barPx: 8, barHeightPx: 8, signPx: 13 },
  alert: { heightPx: 24, barPx: 4, barHeightPx: 16, signPx: 12 },
  probe: { heightPx: 24, barPx: 8, barHeightPx: 8, signPx: 12 },
  events: { heightPx: 28, barPx: 8, barHeightPx: 8, signPx: 14 },
};

/** With bars that are higher than those of its kind by what the lane has of spare room. */
export function shapeOf({ lane, extraPx }: Pick<PlacedLane, "lane" | "extraPx">): LaneShape {
  const { heightPx, barPx, barHeightPx, signPx } = laneShapes[lane.kind];
  return { heightPx: heightPx + extraPx, barPx, barHeightPx: barHeightPx + extraPx, signPx: signPx + extraPx / 2 };
}

/** What a lane gains at its bottom where it has bars of an earlier run, and below them where it has spreads. */
export const ghostStripPx = 7;
export const spreadStripPx = 9;

/** Position of the outlined bars in the ghost strip, from its top. A container's lane already leaves room above. */
export const ghostBar = { topPx: -1, heightPx: 5 } as const;
/** In the strip of spreads: a line with a cap at both ends and a higher tick at the median. */
export const whisker = { middlePx: 4, capPx: 2, medianPx: 4 } as const;

/** From the lane's top. Each is where its strip begins, whether the lane has one or not. */
export function stripTopsPx(placed: PlacedLane): {
  readonly ghostsPx: number;
  readonly spreadsPx: number;
} {
  const ghostsPx = shapeOf(placed).heightPx;
  return { ghostsPx, spreadsPx: ghostsPx + (placed.hasGhosts ? ghostStripPx : 0) };
}

/** Bars are at least so wide, or nobody sees them. */
export const narrowestPx = 2.5;
/** A wait between two runs must not hide them where both are narrower than a pixel. */
const waitInsetPx = 3;

/** How much lower than others a bar of this kind is, at its top and at its bottom. */
export function barInsetPx(kind: Item["kind"]): number {
  return kind === "back-off" || kind === "restart-all" || kind === "cycles" ? waitInsetPx : 0;
}

/** Waits lie below what happens between them: a run that is narrower than a pixel is seen over both. */
export function inPaintOrder(items: readonly Item[]): readonly Item[] {
  const isBelow = ({ kind }: Item): boolean => kind === "back-off" || kind === "cycles";
  return [...items.filter(isBelow), ...items.filter((item) => !isBelow(item))];
}

/** The ground under the label of a filled bar. */
export const chipHeightPx = 14;
/** Of the panel's small font; wide enough for digits and capitals. */
const characterPx = 6.5;
const labelPaddingPx = 6;

/** What a label takes at most, with some room at both ends. */
export function labelWidthPx(text: string): number {
  return text.length * characterPx + labelPaddingPx;
}

/** A mark's label begins so far right of the sign's middle. */
export const signLabelPx = 8;
/** From the middle of a letter's height down to its baseline. */
export const baselinePx = 4;
/** The frame around what is selected. */
export const ringPx = 3;

/** From the bottom of a container's bars down to the middle of its failed probes. */
const probeTickPx = 4;

export function signMiddlePx({ kind }: Item, { barPx, barHeightPx, signPx }: LaneShape): number {
  return kind === "failed-probe" || kind === "failed-startup" ? barPx + barHeightPx + probeTickPx : signPx;
}

/** A tenth of a pixel is finer than any screen; longer numbers only make a picture heavier. */
export function roundPx(px: number): number {
  return Math.round(px * 10) / 10;
}
