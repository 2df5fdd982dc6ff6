import { html, nothing, type TemplateResult } from "lit/html.js";
import { samePath } from "../../../../shared/basics/path.ts";
import { containerOf, expandables, isSticky } from "../../../../shared/drawing/lanes/arrange.ts";
import type { Lane, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

/** The name of a lane. A container can show its probes and be pinned; the keys do the same for the selected one. */
export function labelView(model: Model, placed: PlacedLane, on: Handlers): TemplateResult {
  const { lane } = placed;
  const first = lane.marks[0]?.ids[0] ?? lane.bars[0]?.ids[0];
  const select = (): void => {
    if (first !== undefined) on.selectId(first);
    if (lane.path !== undefined) on.reveal(lane.path, false);
  };
  const side = model.second === undefined ? "" : isSecond(lane) ? "second" : "first";
  const sticky = isSticky(lane, model) ? "sticky" : "";
  return html`<div class="label label-${lane.kind} ${side} ${sticky} ${isMarked(model, lane.path) ? "marked" : ""}"
    .style=${rowStyle(model, placed)} title=${lane.label} @click=${select}
    ><span class="label-text">${isSecond(lane) ? "" : nameView(lane)}</span>${noteOf(model, lane)}${laneButtons(model, lane, on)}</div>`;
}

/** Names that no column is too narrow for. */
const shortMax = 12;
const lastWordMax = 8;
const endLength = 6;

/** Long names of one pod often differ only at their ends, so what is too long is cut before its last word. */
function nameView({ kind, label: name }: Lane): TemplateResult | string {
  if (kind !== "container" || name.length <= shortMax) return name;
  const word = name.slice(name.lastIndexOf("-"));
  const end = word.length <= lastWordMax ? word : [...name].slice(-endLength).join("");
  const begin = name.slice(0, name.length - end.length);
  return html`<span class="label-begin">${begin}</span><span class="label-end">${end}</span>`;
}

/** What is always in sight keeps its place at the top while the rest is scrolled. */
export function rowStyle(model: Model, { lane, topPx, heightPx }: PlacedLane): string {
  return isSticky(lane, model) ? `height: ${heightPx}px; top: ${topPx}px` : `height: ${heightPx}px`;
}

function laneButtons(model: Model, lane: Lane, on: Handlers): TemplateResult | typeof nothing {
  const name = containerOf(lane);
  const row = rowNames[lane.kind];
  if (isSecond(lane)) return nothing;
  if (row !== undefined) return html`<span class="lane-buttons">${expander(model, row, lane.label, on)}</span>`;
  if (name === undefined || lane.kind !== "container") return nothing;
  const isPinned = model.pinned.has(name);
  const hasProbes = model.run.lanes.some((other) => other.kind === "probe" && containerOf(other) === name);
  return html`<span class="lane-buttons">${laneButton({
    icon: isPinned ? "pinned" : "pin",
    title: isPinned ? t("Unpin (f)") : t("Pin to the top (f)"),
    of: name,
    isOn: isPinned,
    act: () => on.setPinned(name, !isPinned),
  })}${hasProbes ? expander(model, name, name, on) : nothing}</span>`;
}

/** What can be expanded besides containers. */
const rowNames: Partial<Record<Lane["kind"], string>> = { kubectl: expandables.pod, quiet: expandables.quiet };

function expander({ expanded }: Model, name: string, of: string, on: Handlers): TemplateResult {
  const isExpanded = expanded.has(name);
  return laneButton({
    icon: isExpanded ? "chevron-down" : "chevron-right",
    title: isExpanded ? t("Collapse (h)") : t("Expand (h)"),
    of,
    isOn: name === expandables.quiet || isExpanded,
    act: () => on.setExpanded([name], !isExpanded),
  });
}

interface LaneButton {
  readonly icon: string;
  readonly title: string;
  readonly of: string;
  /** It is always in sight. */
  readonly isOn: boolean;
  readonly act: () => void;
}

function laneButton({ icon, title, of, isOn, act }: LaneButton): TemplateResult {
  const clicked = (event: Event): void => {
    event.stopPropagation();
    act();
  };
  return html`<button class="icon lane-button ${isOn ? "on" : ""}" tabindex="-1" title=${title} aria-label="${title.replace(/ \(\w\)$/, "")}: ${of}" @click=${clicked}><span class="codicon codicon-${icon}"></span></button>`;
}

/** They stand below a lane that says of which node it is, or are of both. */
const unnamed: ReadonlySet<Lane["kind"]> = new Set(["probe", "observed", "quiet", "faults", "difference"]);

/** What kind of container it is; in a comparison also on which of the two nodes. */
function noteOf({ second }: Model, lane: Lane): TemplateResult | typeof nothing {
  const which = second === undefined ? "" : isSecond(lane) ? "B" : "A";
  const isNamed = !unnamed.has(lane.kind);
  const note = [isSecond(lane) ? "" : lane.note, isNamed ? which : ""].filter((word) => word !== "");
  return note.length === 0 ? nothing : html` <span class="label-note">${note.join(" · ")}</span>`;
}

export function isSecond({ id }: Lane): boolean {
  return id.startsWith("second-");
}

function isMarked({ marked }: Model, path: PlacedLane["lane"]["path"]): boolean {
  return marked !== undefined && path !== undefined && samePath(marked, path);
}
