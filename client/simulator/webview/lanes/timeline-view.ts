import { guard } from "lit/directives/guard.js";
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { isSticky } from "../../../../shared/drawing/lanes/arrange.ts";
import { inPaintOrder } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import type { Item, Lane, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import { itemOf } from "../../../../shared/drawing/lanes/navigation.ts";
import { toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { itemInWords } from "../../../../shared/drawing/lanes/words.ts";
import type { Handlers, Model } from "../model/model.ts";
import { runOf } from "../run/run-of.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { cursorHandle, pointedAt, pointerHandlers } from "./cursor-view.ts";
import { itemView } from "./lane-items.ts";
import { isSecond, labelCharacters, labelView, rowStyle } from "./lane-labels.ts";
import { stripsView } from "./strips-view.ts";

/** Lanes this far outside of what is visible are drawn, too, so that scrolling shows no empty rows. */
const overscanPx = 200;
/** A tick that is closer to the right edge has its label on the left. */
const tickLabelPx = 36;
const axisPx = 24;
const tooltipGapPx = 14;

/** Labels, lanes, cursor and axis. */
export function timelineView(model: Model, on: Handlers): TemplateResult {
  const chosen = chosenOf(model);
  return html`<section class="timeline" aria-label=${t("Timeline")} .style=${`--label-characters: ${labelCharacters(model)}; --edge: ${edgePx}px`}>
    ${model.deferredUi?.overviewView(model, on) ?? html`<div class="overview"></div>`}
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
      </div>
    </div>
    ${axisView(model, on)}
    ${tooltip(model)}
  </section>`;
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
      [placed, own, own !== undefined && chosen.selected, visible, model.run, model.second],
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
  const run = runOf(model, placed.lane.id);
  const views = inPaintOrder(placed.items).map(
    (item): SVGTemplateResult =>
      itemView(item, {
        lane: placed,
        words: itemInWords(run, placed.lane, item),
        selected: selected && item === own,
        reachable: item === own,
      }),
  );
  return html`<svg role="presentation" width=${model.widthPx + 2 * edgePx} height=${placed.heightPx} viewBox=${viewBox(model, placed.heightPx)}>${stripsView(placed)}${views}</svg>`;
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
    <div class="axis-controls">${axisControls(model, on)}</div>
    <div class="axis-track" @pointerdown=${handlers.down} @pointermove=${handlers.move} @pointerleave=${handlers.leave} @wheel=${handlers.wheel}>
      ${guard([model.geometry], () => ticksView(model))}
      ${cursorHandle(model, on)}
    </div>
  </div>`;
}

function ticksView({ geometry, widthPx }: Model): TemplateResult {
  const ticks = geometry.ticks.map(({ xPx, label }) => {
    const atEdge = xPx + tickLabelPx > widthPx;
    return svg`<path class="tick" d="M${xPx} 0V5"></path>
      <text class="tick-label ${atEdge ? "before" : ""}" x=${atEdge ? xPx - 3 : xPx + 3} y="14">${label}</text>`;
  });
  return html`<svg class="ticks" aria-hidden="true" width=${widthPx + 2 * edgePx} height=${axisPx} viewBox=${viewBox({ widthPx }, axisPx)}>${ticks}</svg>`;
}

/** 0 is where the shown time begins, not where the picture does. */
function viewBox({ widthPx }: Pick<Model, "widthPx">, heightPx: number): string {
  return `${-edgePx} 0 ${widthPx + 2 * edgePx} ${heightPx}`;
}

function axisControls({ view }: Model, on: Handlers): TemplateResult {
  return html`<button class="small" title=${t("Zoom out (-)")} aria-label=${t("Zoom out")} @click=${() => on.act("zoom-out")}><span class="codicon codicon-zoom-out"></span></button>
    <button class="small" title=${t("Zoom in (+)")} aria-label=${t("Zoom in")} @click=${() => on.act("zoom-in")}><span class="codicon codicon-zoom-in"></span></button>
    <button class="small" title=${t("Show everything (0)")} aria-label=${t("Show everything")} @click=${() => on.act("zoom-fit")}><span class="codicon codicon-screen-full"></span></button>
    <button class="small text" title=${t("Linear or logarithmic time (l)")} aria-label=${t("log scale of time")} aria-pressed=${view.scale === "log"} @click=${() => on.act("scale")}>${t("log")}</button>`;
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
