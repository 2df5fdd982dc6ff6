import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { toPx } from "../../../../shared/drawing/lanes/scale.ts";
import { endOfLimit, type Limit } from "../model/limit.ts";
import type { Handlers, Model } from "../model/model.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { dragSetup } from "./drag.ts";
import { valueAtEnd, withLimit } from "./limits.ts";
import { snappedTo, snapStepMs } from "./snap.ts";

/** A bracket from where the limit begins to count, and at its end a handle that tries another value. */
export function limitView(model: Model, limit: Limit | undefined, on: Handlers): TemplateResult | typeof nothing {
  if (limit === undefined) return nothing;
  const view = timeViewOf(model);
  const fromPx = Math.max(Math.round(toPx(view, limit.fromMs)), -edgePx);
  const endPx = Math.round(toPx(view, endOfLimit(limit)));
  if (endPx < 0 || fromPx > model.widthPx) return nothing;
  // What ends behind the picture can be dragged back from its edge.
  const handlePx = Math.min(endPx, model.widthPx);
  const name = limit.owner === "" ? limit.field : `${limit.owner} ${limit.field}`;
  const words = t("{0} of {1}", name, limit.container);
  const set = (value: number): void => on.change(withLimit(model.setup, limit, value), `${limit.kind} by keys`);
  return html`<div class="limit limit-${limit.kind} ${limit.value === limit.written ? "" : "tried"}" .style=${`--x: ${fromPx + edgePx}px; --w: ${Math.max(handlePx - fromPx, 0)}px`}></div>
    <div class="limit-handle limit-${limit.kind} ${handlePx > model.widthPx / 2 ? "before" : ""}" role="slider" tabindex="0" aria-orientation="horizontal" aria-label=${words}
      aria-valuemin="1" aria-valuemax=${Math.max(valueAtEnd(limit, model.run.timeline.untilMs), limit.value)} aria-valuenow=${limit.value} aria-valuetext=${`${limit.value}, ${formatMoment(endOfLimit(limit))}`}
      title=${t("{0}: {1}. Drag to try another value (←/→)", words, limit.value)} .style=${`--x: ${handlePx + edgePx}px`}
      @focus=${() => on.holdLimit({ limit, hasFocus: true })} @blur=${() => on.holdLimit({ limit, hasFocus: false })}
      @pointerdown=${dragHandler(model, limit, on)} @keydown=${keyHandler(limit, set)}><span class="limit-text" aria-hidden="true">${limit.field} ${limit.value}</span></div>`;
}

function dragHandler(model: Model, limit: Limit, on: Handlers): (event: PointerEvent) => void {
  return (event) => {
    const { currentTarget } = event;
    const held = endOfLimit(limit);
    let value = limit.value;
    const at = (tMs: number, startMs: number) => {
      const endMs = Math.min(held + tMs - startMs, model.run.timeline.untilMs);
      value = valueAtEnd(
        limit,
        limit.kind === "grace" ? limit.fromMs + snappedTo(snapStepMs(model), endMs - limit.fromMs) : endMs,
      );
      return withLimit(model.setup, limit, value);
    };
    const outline = (): void => {
      if (!(currentTarget instanceof HTMLElement)) return;
      currentTarget.style.setProperty("--x", `${toPx(timeViewOf(model), endOfLimit({ ...limit, value })) + edgePx}px`);
    };
    dragSetup(event, model, on, { at, outline, ended: () => undefined });
  };
}

const arrows: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

function keyHandler(limit: Limit, set: (value: number) => void): (event: KeyboardEvent) => void {
  return (event) => {
    const by = arrows[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Delete" || event.key === "Backspace") set(limit.written);
    else if (by === undefined) return;
    else set(Math.max(1, limit.value + by));
    event.preventDefault();
    event.stopPropagation();
  };
}
