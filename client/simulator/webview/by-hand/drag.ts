import { toMs } from "../../../../shared/drawing/lanes/scale.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import type { Handlers, Model } from "../model/model.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";

/** A run that takes longer is not played at each step of a drag: an outline moves, and the run follows when the pointer rests. */
const runMs = 8;
/** The same where the run and its picture take longer: a frame is 16 ms, and the browser needs some of it. */
const pictureMs = 12;
/** The first runs of a drag are slower than those that follow. */
const slowMost = 3;
/** An outline that stands still so long is played. */
const outlineMs = 60;
/** Who holds still for so long wants to see the numbers, too. */
const pauseMs = 150;

interface Dragged {
  /** The setup with what is dragged at this moment; undefined if that is none. */
  readonly at: (tMs: number, startMs: number, event: PointerEvent) => Setup | undefined;
  /** Where it is to be seen until it is played. */
  readonly outline: () => void;
  readonly ended: (moved: boolean) => void;
}

let drags = 0;

/** Follows the pointer with a setup: all of one drag is one step to undo. */
export function dragSetup(event: PointerEvent, model: Model, on: Handlers, { at, outline, ended }: Dragged): void {
  const { currentTarget: element, pointerId } = event;
  const layer = element instanceof Element ? element.closest(".by-hand") : null;
  if (event.button !== 0 || !(element instanceof HTMLElement) || layer === null) return;
  event.preventDefault();
  event.stopPropagation();
  element.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  element.setPointerCapture(pointerId);
  drags += 1;
  const about = `drag ${drags}`;
  const view = timeViewOf(model);
  const timeOf = ({ clientX }: PointerEvent): number =>
    toMs(view, clientX - layer.getBoundingClientRect().left - edgePx);
  const startMs = timeOf(event);
  let [shown, waiting, slow]: [string | undefined, Setup | undefined, number] = [undefined, undefined, 0];
  let pause: ReturnType<typeof setTimeout> | undefined;
  const play = (setup: Setup): void => {
    const fromMs = performance.now();
    on.dragSetup(setup, about);
    const playedMs = performance.now() - fromMs;
    // The page is drawn in a microtask of its own, before this one.
    queueMicrotask(() => {
      slow = playedMs > runMs || performance.now() - fromMs > pictureMs ? slow + 1 : 0;
    });
    waiting = undefined;
    clearTimeout(pause);
    pause = setTimeout(() => on.playBeside(), pauseMs);
  };
  const moved = (next: PointerEvent): void => {
    const setup = at(timeOf(next), startMs, next);
    const key = JSON.stringify(setup);
    if (setup === undefined || key === shown) return;
    shown = key;
    if (slow < slowMost) play(setup);
    else {
      waiting = setup;
      outline();
      clearTimeout(pause);
      pause = setTimeout(() => play(setup), outlineMs);
    }
  };
  const stopped = (last: PointerEvent): void => {
    element.removeEventListener("pointermove", moved);
    element.removeEventListener("pointerup", stopped);
    element.removeEventListener("pointercancel", stopped);
    if (waiting !== undefined) play(waiting);
    clearTimeout(pause);
    if (shown !== undefined) on.playBeside();
    ended(last.type === "pointerup" && shown !== undefined);
  };
  element.addEventListener("pointermove", moved);
  element.addEventListener("pointerup", stopped);
  element.addEventListener("pointercancel", stopped);
}
