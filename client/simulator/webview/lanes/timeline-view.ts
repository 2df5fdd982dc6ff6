import { guard } from "lit/directives/guard.js";
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { isSticky } from "../../../../shared/drawing/lanes/arrange.ts";
import { inPaintOrder } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { Item, Lane, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { itemOf, openingEndMs } from "../../../../shared/drawing/lanes/navigation.ts";
import { toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { itemInWords } from "../../../../shared/drawing/lanes/words.ts";
import type { Handlers, Model } from "../model/model.ts";
import { runOf } from "../run/run-of.ts";
import { edgePx, namePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { cursorHandle, isBelowCursorTime, pointedAt, pointerHandlers } from "./cursor-view.ts";
import { capPx, endCap, hasEndCap } from "./end-cap.ts";
import { itemView } from "./lane-items.ts";
import { isSecond, labelView, rowStyle } from "./lane-labels.ts";
import { readyArea } from "./ready-view.ts";

/** Lanes this far outside of what is visible are drawn, too, so that scrolling shows no empty rows. */
const overscanPx = 200;
/** A tick that is closer to the right edge has its label on the left. */
const tickLabelPx = 36;
const axisPx = 24;
const tickGapPx = 3;
const tooltipGapPx = 14;

/** Labels, lanes, cursor and axis. */
export function timelineView(model: Model, on: Handlers): TemplateResult {
  const chosen = chosenOf(model);
  return html`<section class="timeline" aria-label=${t("Timeline")} .style=${`--edge: ${edgePx}px; --name: ${model.namesAbove ? namePx : 0}px`}>
    ${isZoomed(model) ? model.deferredUi?.overviewView(model, on) : nothing}
    ${axisView(model, on)}
    <div class="lanes-scroll" @scroll=${scrollHandler(on)}>
      <div class="lanes" .style=${`height: ${model.geometry.heightPx}px`}>
        <div class="labels">${model.geometry.lanes.map((lane) => labelView(model, lane, on))}</div>
        <div class="tracks" role="listbox" aria-label=${t("Lanes")} aria-orientation="horizontal"
          @pointerdown=${pointerHandlers(model, on).down} @pointermove=${pointerHandlers(model, on).move}
          @pointerleave=${pointerHandlers(model, on).leave} @wheel=${pointerHandlers(model, on).wheel}>
          ${model.geometry.lanes.map((lane) => trackView(model, lane, chosen))}
          ${hoverLine(model)}
        </div>
        ${rangeShade(model)} ${model.deferredUi?.partingLine(model)} ${cursorLine(model)}
        ${model.deferredUi?.byHandView(model, on)}
      </div>
    </div>
    ${tooltip(model)}
  </section>`;
}

/** It does not show what a first look does. */
function isZoomed({ run, view, answer }: Model): boolean {
  return view.fromMs > 0 || view.toMs < openingEndMs(run, answer?.rhythm);
}

function scrollHandler(on: Handlers): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) {
      on.scrolled({ topPx: currentTarget.scrollTop, heightPx: currentTarget.clientHeight });
    }
  };
}

function trackView(model: Model, placed: PlacedLane, chosen: Chosen): TemplateResult {
  const { lane } = placed;
  const own = chosen.lane === placed ? chosen.item : undefined;
  // What can have the focus is drawn also where it is scrolled out of sight. Nothing is drawn for a width that is not known yet.
  const visible = model.scrolled.heightPx > 0 && (isVisible(model, placed) || chosen.lane === placed);
  return html`<div class="track track-${lane.kind} ${isSticky(lane, model) ? "sticky" : ""}" role="group" aria-label=${laneName(model, lane)}
    data-lane=${lane.id} .style=${rowStyle(model, placed)}>${guard(
      [placed, own, own !== undefined && chosen.selected, visible, model.run, model.second, areaOf(model, lane)],
      () => (visible ? itemsView(model, placed, own, chosen.selected) : nothing),
    )}</div>`;
}

function laneName({ second }: Model, lane: Lane): string {
  const { id, kind } = lane;
  // The label of a probe stands below that of its container, which has the middle of the id.
  const owner = kind === "probe" ? `of ${id.slice(id.indexOf(":") + 1, id.lastIndexOf(":"))}` : "";
  const side = second !== undefined && isSecond(lane) ? "on the second node" : "";
  return [lane.label, owner, lane.note, side].filter((word) => word !== "").join(" ");
}

/** The item in the tab order: the selected one, or with nothing selected the first of all. */
interface Chosen {
  readonly lane: PlacedLane | undefined;
  readonly item: Item | undefined;
  readonly selected: boolean;
}

function chosenOf({ geometry, view }: Model): Chosen {
  const found = view.selected === undefined ? undefined : itemOf(geometry, view.selected);
  if (found !== undefined) return { ...found, selected: true };
  const lane = geometry.lanes.find(({ items }) => items.length > 0);
  return { lane, item: lane?.items[0], selected: false };
}

function itemsView(model: Model, placed: PlacedLane, own: Item | undefined, selected: boolean): TemplateResult {
  const views = inPaintOrder(placed.items).map(
    (item): SVGTemplateResult =>
      itemView(item, {
        lane: placed,
        words: itemInWords(
          runOf(model, placed.lane.kind === "difference" ? item.ids[0] : placed.lane.id),
          placed.lane,
          item,
        ),
        selected: selected && item === own,
        reachable: item === own,
      }),
  );
  return html`<svg role="presentation" width=${model.widthPx + 2 * edgePx} height=${placed.heightPx} viewBox=${viewBox(model, placed.heightPx)}>${model.deferredUi?.stripsView(placed)}${areaOf(model, placed.lane) === undefined ? nothing : readyArea(areaOf(model, placed.lane), placed, timeViewOf(model))}${views}</svg>`;
}

/** The answer whose runs a lane sums up; undefined if it is of one run. */
function areaOf({ answer, secondAnswer }: Model, { id }: Lane): Model["answer"] {
  if (id === "condition:Ready") return answer;
  return id === "second-condition:Ready" ? secondAnswer : undefined;
}

function isVisible(model: Model, { lane, topPx, heightPx }: PlacedLane): boolean {
  const { scrolled } = model;
  if (isSticky(lane, model)) return true;
  return topPx + heightPx >= scrolled.topPx - overscanPx && topPx <= scrolled.topPx + scrolled.heightPx + overscanPx;
}

function cursorLine(model: Model): TemplateResult {
  const xPx = toPx(timeViewOf(model), model.view.tMs);
  const hidden = xPx < -1 || xPx > model.widthPx + 1;
  return html`<div class="cursor-line" ?hidden=${hidden} .style=${`--x: ${Math.round(xPx)}px`}></div>`;
}

function rangeShade(model: Model): TemplateResult | typeof nothing {
  const { range, widthPx } = model;
  if (range === undefined) return nothing;
  const px = (tMs: number): number => Math.min(Math.max(toPx(timeViewOf(model), tMs), -edgePx), widthPx + edgePx);
  const [leftPx, rightPx] = [px(range.fromMs), px(range.toMs)];
  return html`<div class="range-shade" .style=${`--x: ${leftPx}px; --w: ${rightPx - leftPx}px`}></div>`;
}

function hoverLine({ hover }: Model): TemplateResult | typeof nothing {
  return hover === undefined ? nothing : html`<div class="hover-line" .style=${`--x: ${hover.xPx}px`}></div>`;
}

function axisView(model: Model, on: Handlers): TemplateResult {
  const handlers = pointerHandlers(model, on);
  return html`<div class="axis">
    <div class="axis-controls">${axisControls(on)}</div>
    <div class="axis-track" @pointerdown=${handlers.down} @pointermove=${handlers.move} @pointerleave=${handlers.leave} @wheel=${handlers.wheel}>
      ${guard([model.geometry, hiddenTick(model)], () => ticksView(model))}
      ${endCap(model)} ${cursorHandle(model, on)}
    </div>
  </div>`;
}

/** The tick whose text the time of the cursor takes the place of; there is room for one. */
function hiddenTick(model: Model): number {
  return model.geometry.ticks.findIndex(({ xPx, label }) => isBelowCursorTime(model, xPx + tickGapPx, label));
}

function ticksView(model: Model): TemplateResult {
  const { geometry, widthPx } = model;
  const freePx = hasEndCap(model) ? widthPx - capPx - tickLabelPx : widthPx;
  const hidden = hiddenTick(model);
  const ticks = geometry.ticks.map(({ xPx, label: time }, index) => {
    const label = xPx > freePx || index === hidden ? "" : time;
    const atEdge = xPx + tickLabelPx > widthPx;
    return svg`<path class="tick" d="M${xPx} ${axisPx - 6}V${axisPx}"></path>
      <text class="tick-label ${atEdge ? "before" : ""}" x=${atEdge ? xPx - tickGapPx : xPx + tickGapPx} y="12">${label}</text>`;
  });
  return html`<svg class="ticks" aria-hidden="true" width=${widthPx + 2 * edgePx} height=${axisPx} viewBox=${viewBox({ widthPx }, axisPx)}>${ticks}</svg>`;
}

/** 0 is where the shown time begins, not where the picture does. */
function viewBox({ widthPx }: Pick<Model, "widthPx">, heightPx: number): string {
  return `${-edgePx} 0 ${widthPx + 2 * edgePx} ${heightPx}`;
}

/** They have keys, and stand in the menu at the end of the toolbar, too. */
function axisControls(on: Handlers): TemplateResult {
  const control = (action: "zoom-out" | "zoom-in" | "zoom-fit", icon: string, title: string, key: string) =>
    html`<button class="small" tabindex="-1" title="${title} (${key})" aria-label=${title} @click=${() => on.act(action)}><span class="codicon codicon-${icon}"></span></button>`;
  return html`${control("zoom-out", "zoom-out", t("Zoom out"), "-")}${control("zoom-in", "zoom-in", t("Zoom in"), "+")}${control("zoom-fit", "screen-full", t("Show everything"), "0")}`;
}

/** At the pointer, on the side of it where there is room. */
function tooltip(model: Model): TemplateResult | typeof nothing {
  const { hover } = model;
  if (hover === undefined) return nothing;
  const found = pointedAt(model, hover);
  const text =
    found === undefined
      ? formatMoment(toMs(timeViewOf(model), hover.xPx))
      : itemInWords(runOf(model, found.item.ids[0]), found.lane.lane, found.item);
  const { clientWidth, clientHeight } = document.documentElement;
  const { xPx, yPx } = hover.pagePx;
  const across =
    xPx > clientWidth / 2 ? `right: ${clientWidth - xPx + tooltipGapPx}px` : `left: ${xPx + tooltipGapPx}px`;
  const down =
    yPx > clientHeight / 2 ? `bottom: ${clientHeight - yPx + tooltipGapPx}px` : `top: ${yPx + tooltipGapPx}px`;
  return html`<div class="tooltip" aria-hidden="true" .style=${`${across}; ${down}`}>${text}</div>`;
}
