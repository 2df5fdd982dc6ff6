import { html, nothing, type TemplateResult } from "lit/html.js";
import { samePath } from "../../../../shared/basics/path.ts";
import { containerOf, isSticky } from "../../../../shared/drawing/lanes/arrange.ts";
import type { Lane, PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";

const indentCharacters = 2;
/** The buttons beside the name of a container. */
const buttonCharacters = 5;

/** The column of labels is as wide as the longest needs, where the panel has the room. */
export function labelCharacters({ lanes }: Model): number {
  return Math.max(
    ...lanes.map(
      ({ label, kind }) =>
        label.length + (kind === "probe" ? indentCharacters : kind === "container" ? buttonCharacters : 0),
    ),
  );
}

/** The name of a lane. A container's can be collapsed and pinned; the keys do the same for the selected one. */
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
    ><span class="label-text">${lane.label}</span>${noteOf(model, lane)}${laneButtons(model, lane, on)}</div>`;
}

/** What is always in sight keeps its place at the top while the rest is scrolled. */
export function rowStyle(model: Model, { lane, topPx, heightPx }: PlacedLane): string {
  return isSticky(lane, model) ? `height: ${heightPx}px; top: ${topPx}px` : `height: ${heightPx}px`;
}

function laneButtons(model: Model, lane: Lane, on: Handlers): TemplateResult | typeof nothing {
  const name = containerOf(lane);
  const hasOwn = lane.kind === "container" || lane.kind === "collapsed";
  if (name === undefined || !hasOwn || isSecond(lane)) return nothing;
  const isCollapsed = model.collapsed.has(name);
  const isPinned = model.pinned.has(name);
  const button = (icon: string, title: string, isOn: boolean, act: () => void): TemplateResult => {
    const clicked = (event: Event): void => {
      event.stopPropagation();
      act();
    };
    return html`<button class="icon lane-button ${isOn ? "on" : ""}" tabindex="-1" title=${title} aria-label="${title.replace(/ \(\w\)$/, "")}: ${name}" @click=${clicked}><span class="codicon codicon-${icon}"></span></button>`;
  };
  return html`<span class="lane-buttons">${button(isPinned ? "pinned" : "pin", isPinned ? t("Unpin (f)") : t("Pin to the top (f)"), isPinned, () => on.setPinned(name, !isPinned))}${button(
    isCollapsed ? "chevron-right" : "chevron-down",
    isCollapsed ? t("Expand (h)") : t("Collapse (h)"),
    isCollapsed,
    () => on.setCollapsed([name], !isCollapsed),
  )}</span>`;
}

/** What kind of container it is; in a comparison also on which of the two nodes. */
function noteOf({ second }: Model, lane: Lane): TemplateResult | typeof nothing {
  const which = second === undefined ? "" : isSecond(lane) ? "B" : "A";
  const isNamed = lane.kind !== "probe" && lane.kind !== "observed";
  const note = [isSecond(lane) ? "" : lane.note, isNamed ? which : ""].filter((word) => word !== "");
  return note.length === 0 ? nothing : html` <span class="label-note">${note.join(" · ")}</span>`;
}

export function isSecond({ id }: Lane): boolean {
  return id.startsWith("second-");
}

function isMarked({ marked }: Model, path: PlacedLane["lane"]["path"]): boolean {
  return marked !== undefined && path !== undefined && samePath(marked, path);
}
