import { guard } from "lit/directives/guard.js";
import { html, type nothing, svg, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { narrowestPx, roundPx } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import { toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import type { TimeRange } from "../../../../shared/forecast/node-load/range-sum.ts";
import type { TimeView } from "../../../../shared/protocol/values/time-view.ts";
import type { Handlers, Model } from "../model/model.ts";
import type { PanelRun } from "../run/run.ts";
import { edgePx } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";

/** A drag that is shorter is a click. */
const clickPx = 3;
const heightPx = 26;
/** Steps of the handles, as parts of the horizon. */
const stepParts = 200;
const pageParts = 20;
const shortestStepMs = 1000;

/** Ready over the whole horizon, with the shown part as a brush: its ends are sliders, a drag beside it makes a new one. */
export function overviewView(model: Model, on: Handlers): TemplateResult {
  const { run, second, view, widthPx } = model;
  const whole = wholeOf(model);
  const [leftPx, rightPx] = [toPx(whole, view.fromMs), toPx(whole, view.toMs)];
  return html`<div class="overview" role="group" aria-label=${t("Overview")}>
    <div class="overview-label" title=${t("When the pod is Ready, up to the horizon. Drag to zoom.")}>${formatMoment(run.timeline.untilMs)}</div>
    <div class="overview-track" @pointerdown=${brushHandler(model, on)}>
      ${guard([run, second, widthPx], () => barsView(model))}
      <div class="brush" .style=${`--x: ${roundPx(leftPx + edgePx)}px; --w: ${roundPx(rightPx - leftPx)}px`}>
        ${handleView(model, on, "fromMs")}${handleView(model, on, "toMs")}
      </div>
    </div>
  </div>`;
}

function wholeOf({ run, widthPx }: Model): TimeView {
  return { fromMs: 0, toMs: run.timeline.untilMs, widthPx };
}

function barsView(model: Model): TemplateResult {
  const { run, second, widthPx } = model;
  const runs = second === undefined ? [run] : [run, second];
  const rowPx = (heightPx - 8) / runs.length;
  const rects = runs.map((each, row) =>
    readyBars(each, model).map(
      ({ xPx, widthPx: barPx }) =>
        svg`<rect class="overview-ready" x=${roundPx(xPx)} y=${4 + row * rowPx} width=${roundPx(Math.max(barPx, narrowestPx))} height=${rowPx - 1}></rect>`,
    ),
  );
  const viewBox = `${-edgePx} 0 ${widthPx + 2 * edgePx} ${heightPx}`;
  return html`<svg aria-hidden="true" width=${widthPx + 2 * edgePx} height=${heightPx} viewBox=${viewBox}>
    ${svg`<rect class="overview-ground" x="0" y="4" width=${widthPx} height=${heightPx - 9}></rect>`}${rects}</svg>`;
}

function readyBars({ lanes }: PanelRun, model: Model): readonly { readonly xPx: number; readonly widthPx: number }[] {
  const ready = lanes.filter(({ kind }) => kind === "condition");
  return layout(ready, wholeOf(model)).lanes.flatMap(({ items }) => items);
}

type End = "fromMs" | "toMs";

function handleView(model: Model, on: Handlers, end: End): TemplateResult | typeof nothing {
  const { view, run } = model;
  const tMs = view[end];
  return html`<div class="brush-handle ${end === "fromMs" ? "start" : "end"}" role="slider" tabindex="0" aria-orientation="horizontal"
    aria-label=${end === "fromMs" ? t("Shown from") : t("Shown to")} aria-valuemin="0" aria-valuemax=${run.timeline.untilMs / 1000}
    aria-valuenow=${Math.round(tMs / 1000)} aria-valuetext=${formatMoment(tMs)}
    @keydown=${slideHandler(model, on, end)} @pointerdown=${handleDrag(model, on, end)}></div>`;
}

function slideHandler(model: Model, on: Handlers, end: End): (event: KeyboardEvent) => void {
  const { view, run } = model;
  const { untilMs } = run.timeline;
  const stepMs = Math.max(untilMs / stepParts, shortestStepMs);
  const pageMs = Math.max(untilMs / pageParts, shortestStepMs);
  const tMs = view[end];
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: tMs + stepMs,
    ArrowUp: tMs + stepMs,
    ArrowLeft: tMs - stepMs,
    ArrowDown: tMs - stepMs,
    PageUp: tMs + pageMs,
    PageDown: tMs - pageMs,
    Home: 0,
    End: untilMs,
  };
  return (event) => {
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    on.zoomTo(withEnd(view, end, target, model));
  };
}

/** The other end stays; the two never pass each other. */
function withEnd(view: TimeRange, end: End, tMs: number, { run }: Model): TimeRange {
  const { untilMs } = run.timeline;
  const shortestMs = Math.min(shortestStepMs, untilMs);
  if (end === "fromMs") return { fromMs: Math.min(Math.max(tMs, 0), view.toMs - shortestMs), toMs: view.toMs };
  return { fromMs: view.fromMs, toMs: Math.max(Math.min(tMs, untilMs), view.fromMs + shortestMs) };
}

function handleDrag(model: Model, on: Handlers, end: End): (event: PointerEvent) => void {
  return (event) => {
    event.stopPropagation();
    follow(event, (tMs) => on.zoomTo(withEnd(model.view, end, tMs, model)), model);
  };
}

/** Inside of a brush that is not everything it moves the brush; elsewhere it draws a new one, and a click moves the brush there. */
function brushHandler(model: Model, on: Handlers): (event: PointerEvent) => void {
  const { view, run } = model;
  const { untilMs } = run.timeline;
  return (event) => {
    const startMs = timeAt(event, event.currentTarget, model);
    const startX = event.clientX;
    const lengthMs = view.toMs - view.fromMs;
    const isPan = startMs >= view.fromMs && startMs <= view.toMs && lengthMs < untilMs;
    const shift = (byMs: number): void => {
      const fromMs = Math.min(Math.max(view.fromMs + byMs, 0), untilMs - lengthMs);
      on.zoomTo({ fromMs, toMs: fromMs + lengthMs });
    };
    const moved = (tMs: number, { clientX }: PointerEvent): void => {
      if (isPan) shift(tMs - startMs);
      else if (Math.abs(clientX - startX) > clickPx)
        on.zoomTo({ fromMs: Math.min(startMs, tMs), toMs: Math.max(startMs, tMs) });
    };
    const ended = (tMs: number, { clientX }: PointerEvent): void => {
      if (!isPan && Math.abs(clientX - startX) <= clickPx && lengthMs < untilMs)
        shift(tMs - lengthMs / 2 - view.fromMs);
    };
    follow(event, moved, model, ended);
  };
}

type Moved = (tMs: number, event: PointerEvent) => void;

function follow(event: PointerEvent, moved: Moved, model: Model, ended: Moved = () => undefined): void {
  const { currentTarget } = event;
  if (event.button !== 0 || !(currentTarget instanceof HTMLElement)) return;
  const track = currentTarget.closest(".overview-track");
  if (track === null) return;
  currentTarget.setPointerCapture(event.pointerId);
  const onMove = (next: PointerEvent): void => moved(timeAt(next, track, model), next);
  const onEnd = (next: PointerEvent): void => {
    currentTarget.removeEventListener("pointermove", onMove);
    currentTarget.removeEventListener("pointerup", onEnd);
    currentTarget.removeEventListener("pointercancel", onEnd);
    if (next.type === "pointerup") ended(timeAt(next, track, model), next);
  };
  currentTarget.addEventListener("pointermove", onMove);
  currentTarget.addEventListener("pointerup", onEnd);
  currentTarget.addEventListener("pointercancel", onEnd);
}

function timeAt({ clientX }: PointerEvent, track: EventTarget | null, model: Model): number {
  const leftPx = track instanceof Element ? track.getBoundingClientRect().left : 0;
  const tMs = toMs(wholeOf(model), clientX - leftPx - edgePx);
  return Math.min(Math.max(tMs, 0), model.run.timeline.untilMs);
}
