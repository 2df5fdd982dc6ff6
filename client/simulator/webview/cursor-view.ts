import { html, type TemplateResult } from "lit/html.js";
import type { Item, PlacedLane } from "../../../shared/drawing/model.ts";
import { itemAt } from "../../../shared/drawing/navigation.ts";
import { toMs, toPx } from "../../../shared/drawing/scale.ts";
import { timeInWords } from "../../../shared/drawing/words.ts";
import type { Handlers, Hover, Model } from "./model.ts";
import { edgePx, timeViewOf } from "./time-view.ts";

/** A click moves less than this. */
const clickPx = 3;
const reachPx = 12;
const wheelZoom = 1.25;
const slideMs = 1000;
const slidePageMs = 60_000;

export interface PointerHandlers {
  /** On the lanes: a click selects, a drag moves the cursor. */
  readonly down: (event: PointerEvent) => void;
  /** On the axis: moves the cursor at once. */
  readonly drag: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly wheel: (event: WheelEvent) => void;
}

export function pointerHandlers(model: Model, on: Handlers): PointerHandlers {
  const moveTo = (xPx: number): void => on.moveTo(toMs(timeViewOf(model), xPx));
  return {
    down: (event) => {
      if (event.button !== 0) return;
      const start = hoverOf(model, event);
      const isDrag = (xPx: number): boolean => Math.abs(xPx - start.xPx) > clickPx;
      follow(model, event, {
        moved: (xPx) => {
          if (isDrag(xPx)) moveTo(xPx);
        },
        ended: (xPx) => {
          if (!isDrag(xPx)) click(model, on, start);
        },
      });
    },
    drag: (event) => {
      if (event.button !== 0) return;
      moveTo(hoverOf(model, event).xPx);
      follow(model, event, { moved: moveTo, ended: () => undefined });
    },
    move: (event) => on.hover(hoverOf(model, event)),
    leave: () => on.hover(undefined),
    wheel: (event) => {
      const { xPx } = hoverOf(model, event);
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        on.zoomAt(toMs(timeViewOf(model), xPx), event.deltaY > 0 ? wheelZoom : 1 / wheelZoom);
      } else if (event.shiftKey || event.deltaX !== 0) {
        event.preventDefault();
        on.panBy((event.deltaX === 0 ? event.deltaY : event.deltaX) / model.widthPx);
      }
    },
  };
}

/** The cursor's handle on the axis, a slider for the keyboard. */
export function cursorHandle(model: Model, on: Handlers): TemplateResult {
  const { view, run, widthPx } = model;
  const xPx = toPx(timeViewOf(model), view.tMs);
  const side = xPx > widthPx - 60 ? "left" : "right";
  return html`<div class="cursor-handle" role="slider" tabindex="0" aria-label="Time" aria-orientation="horizontal"
    aria-valuemin="0" aria-valuemax=${run.timeline.untilMs / 1000} aria-valuenow=${Math.round(view.tMs / 1000)}
    aria-valuetext=${timeInWords(view.tMs)} ?hidden=${xPx < -1 || xPx > widthPx + 1} .style=${`--x: ${xPx}px`}
    @keydown=${slideHandler(model, on)}><span class="cursor-time ${side}">${timeInWords(view.tMs)}</span></div>`;
}

function slideHandler({ view, run }: Model, on: Handlers): (event: KeyboardEvent) => void {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: view.tMs + slideMs,
    ArrowUp: view.tMs + slideMs,
    ArrowLeft: view.tMs - slideMs,
    ArrowDown: view.tMs - slideMs,
    PageUp: view.tMs + slidePageMs,
    PageDown: view.tMs - slidePageMs,
    Home: 0,
    End: run.timeline.untilMs,
  };
  return (event) => {
    const tMs = targets[event.key];
    if (tMs === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    on.moveTo(tMs);
  };
}

/** The lane and the item that the pointer means. */
export function pointedAt(
  { geometry }: Model,
  place: Hover,
): { readonly lane: PlacedLane; readonly item: Item } | undefined {
  const lane = geometry.lanes.find((placed) => placed.lane.id === place.laneId);
  const item = lane === undefined ? undefined : itemAt(lane, place, reachPx);
  return lane === undefined || item === undefined ? undefined : { lane, item };
}

function click(model: Model, on: Handlers, place: Hover): void {
  const id = pointedAt(model, place)?.item.ids[0];
  if (id === undefined) on.moveTo(toMs(timeViewOf(model), place.xPx));
  else on.selectId(id, model.view.fromMs); // what is clicked is in sight, even if it began before
}

interface Followed {
  readonly moved: (xPx: number) => void;
  readonly ended: (xPx: number) => void;
}

function follow(model: Model, { currentTarget, pointerId }: PointerEvent, followed: Followed): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const track = currentTarget;
  track.setPointerCapture(pointerId);
  const moved = (event: PointerEvent): void => followed.moved(hoverOf(model, event, track).xPx);
  const ended = (event: PointerEvent): void => {
    track.removeEventListener("pointermove", moved);
    track.removeEventListener("pointerup", ended);
    track.removeEventListener("pointercancel", ended);
    if (event.type === "pointerup") followed.ended(hoverOf(model, event, track).xPx);
  };
  track.addEventListener("pointermove", moved);
  track.addEventListener("pointerup", ended);
  track.addEventListener("pointercancel", ended);
}

function hoverOf(model: Model, event: MouseEvent, track: EventTarget | null = event.currentTarget): Hover {
  if (!(track instanceof HTMLElement)) return { xPx: 0, yPx: 0, laneId: undefined };
  const box = track.getBoundingClientRect();
  const yPx = event.clientY - box.top;
  const placed = model.geometry.lanes.find(({ topPx, heightPx }) => yPx >= topPx && yPx < topPx + heightPx);
  const laneId = track.classList.contains("tracks") ? placed?.lane.id : undefined;
  return { xPx: event.clientX - box.left - edgePx, yPx: yPx - (placed?.topPx ?? 0), laneId };
}
