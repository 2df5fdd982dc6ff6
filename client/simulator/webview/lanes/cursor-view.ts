import { html, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { Item, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { itemAt } from "../../../../shared/drawing/lanes/navigation.ts";
import { toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { Handlers, Hover, Model } from "../model/model.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { readyInWords } from "../words/ready-words.ts";
import { capPx, hasEndCap } from "./end-cap.ts";

/** A click moves less than this. */
const clickPx = 3;
const reachPx = 12;
/** The time beside the cursor's handle. */
const timePx = 60;
/** Of the axis: its widest letter, and what is free beside the cursor. */
const letterPx = 7;
const besideCursorPx = 4;
/** A drag stops at an entry that is so near. */
const snapPx = 5;
const wheelZoom = 1.25;

interface PointerHandlers {
  /** On the lanes: a click selects what is there. On the axis: a click moves the cursor. On both a drag selects a range; with Alt, over a container, it is one in which it hangs. */
  readonly down: (event: PointerEvent) => void;
  readonly move: (event: PointerEvent) => void;
  readonly leave: () => void;
  readonly wheel: (event: WheelEvent) => void;
}

export function pointerHandlers(model: Model, on: Handlers): PointerHandlers {
  return {
    down: (event) => {
      if (event.button !== 0) return;
      const start = hoverOf(event);
      const isDrag = (xPx: number): boolean => Math.abs(xPx - start.xPx) > clickPx;
      const struck = event.altKey ? model.geometry.lanes.find(({ lane }) => lane.id === start.laneId)?.lane : undefined;
      follow(event, {
        moved: (xPx) => {
          if (isDrag(xPx)) on.setRange(rangeBetween(model, start.xPx, xPx));
        },
        ended: (xPx) => {
          if (!isDrag(xPx)) click(model, on, start);
          else if (struck !== undefined)
            model.deferredUi?.drawFault(model, struck, rangeBetween(model, start.xPx, xPx), on);
        },
      });
    },
    move: (event) => on.hover(hoverOf(event)),
    leave: () => on.hover(undefined),
    wheel: (event) => {
      const { xPx } = hoverOf(event);
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

/** Both ends stop at entries within reach, else at whole seconds. */
function rangeBetween(model: Model, startPx: number, endPx: number): TimeRange {
  const at = (xPx: number): number => {
    const tMs = toMs(timeViewOf(model), Math.min(Math.max(xPx, 0), model.widthPx));
    return model.deferredUi?.snapped(model.run.story, tMs, snapReachMs(model, xPx)).tMs ?? tMs;
  };
  const ends = [at(startPx), at(endPx)];
  return { fromMs: Math.min(...ends), toMs: Math.max(...ends) };
}

function snapReachMs(model: Model, xPx: number): number {
  const view = timeViewOf(model);
  return toMs(view, xPx + snapPx) - toMs(view, xPx);
}

/** The cursor's handle on the axis, a slider for the keyboard. */
export function cursorHandle(model: Model, on: Handlers): TemplateResult {
  const { view, run, widthPx, answer } = model;
  const { xPx, side } = cursorTime(model);
  const ready = readyInWords(answer, view.tMs);
  const spoken = ready === "" ? formatMoment(view.tMs) : `${formatMoment(view.tMs)}, ${ready}`;
  const slidBy = (event: KeyboardEvent): void =>
    model.deferredUi?.slid(event, { tMs: view.tMs, untilMs: run.timeline.untilMs }, (tMs) => on.moveTo(tMs));
  return html`<div class="cursor-handle" role="slider" tabindex="0" aria-label=${t("Time")} aria-orientation="horizontal"
    aria-valuemin="0" aria-valuemax=${run.timeline.untilMs / 1000} aria-valuenow=${Math.round(view.tMs / 1000)}
    aria-valuetext=${spoken} ?hidden=${xPx < -1 || xPx > widthPx + 1} .style=${`--x: ${Math.round(xPx)}px`}
    @pointerdown=${dragHandler(model, on)} @keydown=${slidBy}><span class="cursor-time ${side}">${formatMoment(view.tMs)}</span></div>`;
}

interface CursorTime {
  readonly xPx: number;
  readonly side: "left" | "right";
}

/** On which side of the cursor its time stands: not over the cap at the end. */
function cursorTime(model: Model): CursorTime {
  const { view, widthPx } = model;
  const xPx = toPx(timeViewOf(model), view.tMs);
  return { xPx, side: xPx > widthPx - timePx - (hasEndCap(model) ? capPx : 0) ? "left" : "right" };
}

/** Whether the time of the cursor lies over a text of the axis. */
export function isBelowCursorTime(model: Model, fromPx: number, text: string): boolean {
  const { xPx, side } = cursorTime(model);
  const widthPx = formatMoment(model.view.tMs).length * letterPx + besideCursorPx;
  const timeFromPx = side === "left" ? xPx - widthPx : xPx;
  return fromPx < timeFromPx + widthPx && timeFromPx < fromPx + text.length * letterPx;
}

/** The handle is on the axis, whose own drag selects a range. */
function dragHandler(model: Model, on: Handlers): (event: PointerEvent) => void {
  return (event) => {
    event.stopPropagation();
    const { currentTarget } = event;
    const track = currentTarget instanceof HTMLElement ? currentTarget.parentElement : null;
    if (event.button !== 0 || track === null) return;
    const moved = (xPx: number): void => on.dragTo(toMs(timeViewOf(model), xPx), snapReachMs(model, xPx));
    follow(event, { moved, ended: () => undefined }, track);
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
  if (id === undefined) on.dragTo(toMs(timeViewOf(model), place.xPx), snapReachMs(model, place.xPx));
  else on.selectId(id, model.view.fromMs); // what is clicked is in sight, even if it began before
}

interface Followed {
  readonly moved: (xPx: number) => void;
  readonly ended: (xPx: number) => void;
}

function follow(
  { currentTarget, pointerId }: PointerEvent,
  followed: Followed,
  track: EventTarget | null = currentTarget,
): void {
  if (!(track instanceof HTMLElement)) return;
  track.setPointerCapture(pointerId);
  const moved = (event: PointerEvent): void => followed.moved(hoverOf(event, track).xPx);
  const ended = (event: PointerEvent): void => {
    track.removeEventListener("pointermove", moved);
    track.removeEventListener("pointerup", ended);
    track.removeEventListener("pointercancel", ended);
    if (event.type === "pointerup") followed.ended(hoverOf(event, track).xPx);
  };
  track.addEventListener("pointermove", moved);
  track.addEventListener("pointerup", ended);
  track.addEventListener("pointercancel", ended);
}

function hoverOf(event: MouseEvent, track: EventTarget | null = event.currentTarget): Hover {
  const pagePx = { xPx: event.clientX, yPx: event.clientY };
  if (!(track instanceof HTMLElement)) return { xPx: 0, yPx: 0, laneId: undefined, pagePx };
  const { left } = track.getBoundingClientRect();
  // What is pinned stays in its place while the rest is scrolled: the row is asked for, not worked out.
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>(".track") : null;
  const picture = row?.querySelector("svg") ?? row;
  const yPx = event.clientY - (picture?.getBoundingClientRect().top ?? 0);
  return { xPx: event.clientX - left - edgePx, yPx, laneId: row?.dataset["lane"], pagePx };
}
