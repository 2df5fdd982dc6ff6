import { guard } from "lit/directives/guard.js";
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { laneShapes } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { Item, Lane, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { itemAt } from "../../../../shared/drawing/lanes/navigation.ts";
import { toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { rolloutItemInWords } from "../../../../shared/drawing/rollout/item-words.ts";
import { sideOf } from "../../../../shared/drawing/rollout/run.ts";
import { itemView } from "../lanes/lane-items.ts";
import { slid } from "../lanes/slide.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { chartView } from "./chart-view.ts";
import { type RolloutHandlers, type RolloutModel, runOfId, spanOf } from "./model.ts";
import { placeOf, reachableId } from "./steps.ts";

/** Lanes this far outside of what is visible are drawn, too, so that scrolling shows no empty rows. */
const overscanPx = 200;
const tickLabelPx = 36;
const axisPx = 24;
const reachPx = 12;
const wheelZoom = 1.25;
const labelCharactersMin = 12;

/** Chart, labels, lanes, cursor and axis. Of the lanes only those in sight are there. */
export function rolloutTimelineView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const characters = Math.max(labelCharactersMin, ...model.lanes.map(charactersOf));
  const id = model.view.selected ?? reachableId(model);
  const chosen = id === undefined ? undefined : placeOf(model.geometry, id);
  const lanes = visibleLanes(model, chosen?.lane);
  return html`<section class="timeline" aria-label=${t("Timeline")} .style=${`--label-characters: ${characters}; --edge: ${edgePx}px`}>
    ${axisView(model, on)} ${chartView(model)}
    <div class="lanes-scroll" @scroll=${scrollHandler(on)}>
      <div class="lanes" .style=${`height: ${model.geometry.heightPx}px`}>
        <div class="labels">${lanes.map((placed) => labelView(model, placed, on))}</div>
        <div class="tracks" role="listbox" aria-label=${t("Lanes")} aria-orientation="horizontal" @pointerdown=${pointerDown(model, on)}
          @pointermove=${pointerMove(model, on)} @pointerleave=${() => on.hover(undefined)} @wheel=${wheelHandler(model, on)}>${lanes.map((placed) => trackView(model, placed, chosen))}</div>
        ${cursorLine(model)}
      </div>
    </div>
    ${tooltip(model)}
  </section>`;
}

type Chosen = ReturnType<typeof placeOf>;

const indentCharacters = 4;

function charactersOf({ label, note }: Lane): number {
  return label.length + note.length + indentCharacters;
}

function visibleLanes({ geometry, scrolled }: RolloutModel, own: PlacedLane | undefined): readonly PlacedLane[] {
  // Nothing is drawn for a height that is not known yet. What can have the focus is drawn also where it is scrolled out of sight.
  if (scrolled.heightPx === 0) return [];
  return geometry.lanes.filter(
    (placed) =>
      placed === own ||
      (placed.topPx + placed.heightPx >= scrolled.topPx - overscanPx &&
        placed.topPx <= scrolled.topPx + scrolled.heightPx + overscanPx),
  );
}

function scrollHandler(on: RolloutHandlers): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement)
      on.scrolled({ topPx: currentTarget.scrollTop, heightPx: currentTarget.clientHeight });
  };
}

function rowStyle({ topPx, heightPx }: PlacedLane): string {
  return `top: ${topPx}px; height: ${heightPx}px`;
}

function labelView(model: RolloutModel, placed: PlacedLane, on: RolloutHandlers): TemplateResult {
  const { lane } = placed;
  const first = lane.bars[0]?.ids[0] ?? lane.marks[0]?.ids[0];
  const select = (): void => {
    if (first !== undefined) on.selectId(first);
  };
  const side = model.second === undefined ? "" : sideName(lane.id);
  const note = [lane.note, side].filter((word) => word !== "").join(" · ");
  return html`<div class="label label-${lane.kind}" .style=${rowStyle(placed)} title=${lane.label} @click=${select}><span class="label-text">${lane.label}</span>${note === "" ? nothing : html` <span class="label-note">${note}</span>`}</div>`;
}

function sideName(id: string): string {
  return sideOf(id) === "second" ? "B" : "A";
}

function trackView(model: RolloutModel, placed: PlacedLane, chosen: Chosen): TemplateResult {
  const { lane } = placed;
  const own = chosen?.lane === placed ? chosen.item : undefined;
  const isSelected = own !== undefined && model.view.selected !== undefined;
  const name = model.second === undefined ? lane.label : `${lane.label} ${sideName(lane.id)}`;
  return html`<div class="track track-${lane.kind}" role="group" aria-label=${name} data-lane=${lane.id} .style=${rowStyle(placed)}>${guard(
    [placed, own, isSelected],
    () => itemsView(model, placed, own, isSelected),
  )}</div>`;
}

function itemsView(
  model: RolloutModel,
  placed: PlacedLane,
  own: Item | undefined,
  isSelected: boolean,
): TemplateResult {
  const run = runOfId(model, placed.lane.id);
  const items = placed.items.map(
    (item): SVGTemplateResult =>
      itemView(item, {
        lane: placed,
        words: rolloutItemInWords(run, placed.lane, item),
        selected: isSelected && item === own,
        reachable: item === own,
      }),
  );
  const { heightPx } = laneShapes[placed.lane.kind];
  return html`<svg role="presentation" width=${model.widthPx + 2 * edgePx} height=${heightPx} viewBox=${`${-edgePx} 0 ${model.widthPx + 2 * edgePx} ${heightPx}`}>${items}</svg>`;
}

function cursorLine(model: RolloutModel): TemplateResult {
  const xPx = toPx(timeViewOf(model), model.view.tMs);
  const hidden = xPx < -1 || xPx > model.widthPx + 1;
  return html`<div class="cursor-line" ?hidden=${hidden} .style=${`--x: ${Math.round(xPx)}px`}></div>`;
}

interface Pointed {
  readonly xPx: number;
  readonly id: string | undefined;
  readonly text: string;
}

/** The item under the pointer, and the time there. */
function pointedAt(model: RolloutModel, event: PointerEvent): Pointed {
  const { currentTarget, target } = event;
  const left = currentTarget instanceof HTMLElement ? currentTarget.getBoundingClientRect().left : 0;
  const xPx = event.clientX - left - edgePx;
  const row = target instanceof Element ? target.closest<HTMLElement>(".track") : null;
  const placed = model.geometry.lanes.find(({ lane }) => lane.id === row?.dataset["lane"]);
  const yPx = event.clientY - (row?.getBoundingClientRect().top ?? 0);
  const item = placed && itemAt(placed, { xPx, yPx }, reachPx);
  const text =
    placed === undefined || item === undefined
      ? formatMoment(Math.max(0, toMs(timeViewOf(model), xPx)))
      : rolloutItemInWords(runOfId(model, placed.lane.id), placed.lane, item);
  return { xPx, id: item?.ids[0], text };
}

function pointerDown(model: RolloutModel, on: RolloutHandlers): (event: PointerEvent) => void {
  return (event) => {
    if (event.button !== 0) return;
    const { id, xPx } = pointedAt(model, event);
    if (id === undefined) on.moveTo(toMs(timeViewOf(model), xPx));
    else on.selectId(id);
  };
}

function pointerMove(model: RolloutModel, on: RolloutHandlers): (event: PointerEvent) => void {
  return (event) => on.hover({ text: pointedAt(model, event).text, xPx: event.clientX, yPx: event.clientY });
}

function wheelHandler(model: RolloutModel, on: RolloutHandlers): (event: WheelEvent) => void {
  return (event) => {
    const { currentTarget } = event;
    const left = currentTarget instanceof HTMLElement ? currentTarget.getBoundingClientRect().left : 0;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const tMs = toMs(timeViewOf(model), event.clientX - left - edgePx);
      on.zoomAt(tMs, event.deltaY > 0 ? wheelZoom : 1 / wheelZoom);
    } else if (event.shiftKey || event.deltaX !== 0) {
      event.preventDefault();
      on.panBy((event.deltaX === 0 ? event.deltaY : event.deltaX) / model.widthPx);
    }
  };
}

function axisView(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  return html`<div class="axis">
    <div class="axis-controls">
      <button class="small" title=${t("Zoom out (-)")} aria-label=${t("Zoom out")} @click=${() => on.act("zoom-out")}><span class="codicon codicon-zoom-out"></span></button>
      <button class="small" title=${t("Zoom in (+)")} aria-label=${t("Zoom in")} @click=${() => on.act("zoom-in")}><span class="codicon codicon-zoom-in"></span></button>
      <button class="small" title=${t("Show everything (0)")} aria-label=${t("Show everything")} @click=${() => on.act("zoom-fit")}><span class="codicon codicon-screen-full"></span></button>
    </div>
    <div class="axis-track" @pointerdown=${axisDown(model, on)} @wheel=${wheelHandler(model, on)}>
      ${guard([model.geometry], () => ticksView(model))} ${cursorHandle(model, on)}
    </div>
  </div>`;
}

function ticksView({ geometry, widthPx }: RolloutModel): TemplateResult {
  const ticks = geometry.ticks.map(({ xPx, label }) => {
    const atEdge = xPx + tickLabelPx > widthPx;
    return svg`<path class="tick" d="M${xPx} ${axisPx - 6}V${axisPx}"></path><text class="tick-label ${atEdge ? "before" : ""}" x=${atEdge ? xPx - 3 : xPx + 3} y="12">${label}</text>`;
  });
  return html`<svg class="ticks" aria-hidden="true" width=${widthPx + 2 * edgePx} height=${axisPx} viewBox=${`${-edgePx} 0 ${widthPx + 2 * edgePx} ${axisPx}`}>${ticks}</svg>`;
}

/** A press moves the cursor there, and a drag takes it along. */
function axisDown(model: RolloutModel, on: RolloutHandlers): (event: PointerEvent) => void {
  return ({ currentTarget, clientX, button, pointerId }) => {
    if (button !== 0 || !(currentTarget instanceof HTMLElement)) return;
    const track = currentTarget;
    const moveTo = (atPx: number): void =>
      on.moveTo(toMs(timeViewOf(model), atPx - track.getBoundingClientRect().left - edgePx));
    const moved = (event: PointerEvent): void => moveTo(event.clientX);
    const ended = (): void => {
      track.removeEventListener("pointermove", moved);
      track.removeEventListener("pointerup", ended);
      track.removeEventListener("pointercancel", ended);
    };
    track.setPointerCapture(pointerId);
    track.addEventListener("pointermove", moved);
    track.addEventListener("pointerup", ended);
    track.addEventListener("pointercancel", ended);
    moveTo(clientX);
  };
}

/** The cursor's handle on the axis, a slider for the keyboard. */
function cursorHandle(model: RolloutModel, on: RolloutHandlers): TemplateResult {
  const { view, widthPx } = model;
  const xPx = toPx(timeViewOf(model), view.tMs);
  const spanMs = spanOf(model);
  const slidBy = (event: KeyboardEvent): void =>
    slid(event, { tMs: view.tMs, untilMs: spanMs }, (tMs) => on.moveTo(tMs));
  return html`<div class="cursor-handle" role="slider" tabindex="0" aria-label=${t("Time")} aria-orientation="horizontal"
    aria-valuemin="0" aria-valuemax=${spanMs / 1000} aria-valuenow=${Math.round(view.tMs / 1000)} aria-valuetext=${formatMoment(view.tMs)}
    ?hidden=${xPx < -1 || xPx > widthPx + 1} .style=${`--x: ${xPx}px`} @keydown=${slidBy}><span class="cursor-time ${xPx > widthPx - 60 ? "left" : "right"}">${formatMoment(view.tMs)}</span></div>`;
}

const tooltipGapPx = 14;

/** At the pointer, on the side of it where there is room. */
function tooltip({ hover }: RolloutModel): TemplateResult | typeof nothing {
  if (hover === undefined) return nothing;
  const { clientWidth, clientHeight } = document.documentElement;
  const { xPx, yPx, text } = hover;
  const across =
    xPx > clientWidth / 2 ? `right: ${clientWidth - xPx + tooltipGapPx}px` : `left: ${xPx + tooltipGapPx}px`;
  const down =
    yPx > clientHeight / 2 ? `bottom: ${clientHeight - yPx + tooltipGapPx}px` : `top: ${yPx + tooltipGapPx}px`;
  return html`<div class="tooltip" aria-hidden="true" .style=${`${across}; ${down}`}>${text}</div>`;
}
