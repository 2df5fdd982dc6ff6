import { toMs } from "../../../../shared/drawing/lanes/scale.ts";
import type { Model } from "../model/model.ts";
import { timeViewOf } from "../widgets/time-view.ts";

const secondMs = 1000;
const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * secondMs);
/** A step that is shorter on the screen cannot be met. */
const stepPxLeast = 4;

/** The times at which a drag stops: round ones, as people would write them. */
export function snapStepMs(model: Model): number {
  const view = timeViewOf(model);
  const leastMs = toMs(view, stepPxLeast) - toMs(view, 0);
  return niceSteps.find((stepMs) => stepMs >= leastMs) ?? niceSteps.at(-1) ?? secondMs;
}

export function snappedTo(stepMs: number, tMs: number): number {
  return Math.round(tMs / stepMs) * stepMs;
}

/** The next round time after (`1`) or before (`-1`) another. */
export function nextSnap(stepMs: number, tMs: number, direction: 1 | -1): number {
  return direction === 1 ? (Math.floor(tMs / stepMs) + 1) * stepMs : (Math.ceil(tMs / stepMs) - 1) * stepMs;
}
