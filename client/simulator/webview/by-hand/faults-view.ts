import { html, nothing, type TemplateResult } from "lit/html.js";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { formatMoment } from "../../../../shared/basics/span-words.ts";
import { toPx } from "../../../../shared/drawing/lanes/scale.ts";
import type { Setup } from "../../../../shared/protocol/pod/setup.ts";
import { formatFault } from "../../../../shared/scenario/language/format-fault.ts";
import type { Handlers, Model } from "../model/model.ts";
import { edgePx, timeViewOf } from "../widgets/time-view.ts";
import { t } from "../words/l10n.ts";
import { dragSetup } from "./drag.ts";
import {
  effectOf,
  endingAt,
  type FaultEvent,
  killAfterMs,
  lasts,
  lengthOf,
  movedTo,
  type PlacedFault,
  startingAt,
  withMoved,
  withoutFault,
} from "./faults.ts";
import { nextSnap, snappedTo, snapStepMs } from "./snap.ts";

/** What happens at once is so wide: it can be met. */
const momentPx = 24;
/** Fewer letters than fit there say nothing. */
const textPxLeast = 44;
const secondMs = 1000;

/** An injected fault as a bar over its container. */
export function barView(model: Model, fault: PlacedFault, on: Handlers): TemplateResult | typeof nothing {
  const { event, untilMs, waits } = fault;
  const { xPx, widthPx } = placeOf(model, event, untilMs);
  if (xPx > model.widthPx || xPx + widthPx < 0) return nothing;
  const name = `${formatFault(event.fault)}`;
  const remark = waits ? t("waits for the next start of {0}", event.container) : resultOf(model, fault);
  const words = t("{0}: {1}", event.container, name);
  const isOpen = lasts(event.fault) && lengthOf(event.fault) === undefined;
  return html`<div class="fault-bar ${waits ? "waits" : ""} ${isOpen ? "open" : ""}" role="slider" tabindex="0" aria-orientation="horizontal"
    aria-label=${words} aria-valuemin="0" aria-valuemax=${model.run.timeline.untilMs / secondMs} aria-valuenow=${event.atMs / secondMs}
    aria-valuetext=${[fromInWords(event), remark].filter((part) => part !== "").join(", ")}
    title="${words} ${fromInWords(event)}${remark === "" ? "" : `\n${remark}`}\n${t("Drag to move, its ends to resize (←/→, Shift+←/→); Delete removes it")}"
    .style=${`--x: ${xPx + edgePx}px; --w: ${widthPx}px`} @keydown=${keyHandler(model, fault, on)} @pointerdown=${dragHandler(model, fault, on, "whole")}>
    ${widthPx < textPxLeast ? html`<span class="fault-text codicon codicon-zap" aria-hidden="true"></span>` : html`<span class="fault-text">${name}</span>`}
    ${
      lasts(event.fault)
        ? html`<span class="fault-end start" @pointerdown=${dragHandler(model, fault, on, "start")}></span><span class="fault-end end" @pointerdown=${dragHandler(model, fault, on, "end")}></span>`
        : nothing
    }
  </div>`;
}

/** `from 5m, 40s`. */
function fromInWords({ atMs, fault }: FaultEvent): string {
  const lengthMs = lengthOf(fault);
  return lengthMs === undefined
    ? t("from {0}", formatMoment(atMs))
    : t("from {0}, {1}", formatMoment(atMs), formatDuration(lengthMs));
}

/** What it leads to in the drawn run; a fault that changes nothing says so. */
function resultOf({ run }: Model, fault: PlacedFault): string {
  const { event } = fault;
  if (effectOf(run, event) === undefined) return t("It changes nothing before {0}.", formatDuration(run.horizonMs));
  const killMs = killAfterMs(run, fault);
  return killMs === undefined ? "" : t("SIGTERM after {0}", formatMoment(killMs));
}

function placeOf(
  model: Model,
  { atMs }: FaultEvent,
  untilMs: number,
): { readonly xPx: number; readonly widthPx: number } {
  const view = timeViewOf(model);
  const xPx = Math.round(toPx(view, atMs));
  return { xPx, widthPx: Math.max(Math.round(toPx(view, untilMs)) - xPx, momentPx) };
}

type Part = "whole" | "start" | "end";

function dragHandler(model: Model, fault: PlacedFault, on: Handlers, part: Part): (event: PointerEvent) => void {
  return (event) => {
    const bar = event.currentTarget instanceof Element ? event.currentTarget.closest<HTMLElement>(".fault-bar") : null;
    let last = fault.event;
    const at = (tMs: number, startMs: number, { shiftKey }: PointerEvent): Setup => {
      const stepMs = shiftKey ? secondMs : snapStepMs(model);
      last = changed(model, fault, part, snappedTo(stepMs, part === "whole" ? fault.event.atMs + tMs - startMs : tMs));
      return withMoved(model, fault, last);
    };
    const outline = (): void => {
      const lengthMs = lengthOf(last.fault) ?? fault.untilMs - fault.event.atMs;
      const { xPx, widthPx } = placeOf(model, last, last.atMs + lengthMs);
      bar?.style.setProperty("--x", `${xPx + edgePx}px`);
      bar?.style.setProperty("--w", `${widthPx}px`);
    };
    dragSetup(event, model, on, {
      at,
      outline,
      ended: (isMoved) => isMoved && on.showFault((run) => effectOf(run, last)),
    });
  };
}

function changed({ run }: Model, fault: PlacedFault, part: Part, tMs: number): FaultEvent {
  if (part === "whole") return movedTo(fault, tMs, run.timeline.untilMs);
  return part === "end" ? endingAt(fault, Math.min(tMs, run.timeline.untilMs)) : startingAt(fault, tMs);
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The arrows move it, with Shift its end; with or without Alt. Keys in a row are one step to undo. */
function keyHandler(model: Model, fault: PlacedFault, on: Handlers): (event: KeyboardEvent) => void {
  return (event) => {
    const direction = arrows[event.key];
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === "Delete" || event.key === "Backspace") on.change(withoutFault(model, fault));
    else if (event.key === "Enter") on.showFault((run) => effectOf(run, fault.event));
    else if (direction === undefined) return;
    else {
      const part = event.shiftKey ? "end" : "whole";
      const fromMs = part === "end" ? fault.untilMs : fault.event.atMs;
      const next = changed(model, fault, part, nextSnap(snapStepMs(model), fromMs, direction));
      on.change(withMoved(model, fault, next), `fault ${fault.line} by keys`);
    }
    event.preventDefault();
    event.stopPropagation();
  };
}
