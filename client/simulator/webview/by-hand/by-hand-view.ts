import { html, nothing, type TemplateResult } from "lit/html.js";
import { containerOf, isSticky } from "../../../../shared/drawing/lanes/arrange.ts";
import type { PlacedLane } from "../../../../shared/drawing/lanes/model.ts";
import type { Limit } from "../model/limit.ts";
import type { Handlers, Model } from "../model/model.ts";
import { t } from "../words/l10n.ts";
import { faultsOf, type PlacedFault } from "./faults.ts";
import { barView } from "./faults-view.ts";
import { limitsOf } from "./limits.ts";
import { limitView } from "./limits-view.ts";

/** What can be dragged: faults over their containers, and the ends of limits. They are no entries of the run: they lie over the lanes. */
export function byHandView(model: Model, on: Handlers): TemplateResult | typeof nothing {
  const faults = faultsOf(model);
  const limits = limitsOf(model);
  if (faults.length === 0 && limits.length === 0) return nothing;
  return html`<div class="by-hand" role="group" aria-label=${t("Faults and limits")}>${model.geometry.lanes.map(
    (placed) => rowView(model, placed, { faults, limits }, on),
  )}</div>`;
}

interface Dragged {
  readonly faults: readonly PlacedFault[];
  readonly limits: readonly Limit[];
}

function rowView(model: Model, placed: PlacedLane, { faults, limits }: Dragged, on: Handlers): TemplateResult {
  const { lane, heightPx, topPx } = placed;
  const sticky = isSticky(lane, model);
  const style = sticky ? `height: ${heightPx}px; top: ${topPx}px` : `height: ${heightPx}px`;
  const name = containerOf(lane);
  const own = lane.kind === "faults" ? faults.filter(({ event }) => event.container === name) : [];
  const isOwn = lane.kind === "container" && !lane.id.startsWith("second-");
  // Each kind keeps its place: what is dragged must stay the same element.
  const limitOf = (kind: Limit["kind"]): Limit | undefined =>
    isOwn ? limits.find((limit) => limit.kind === kind && limit.container === name) : undefined;
  return html`<div class="by-hand-row ${sticky ? "sticky" : ""}" .style=${style}>${own.map((fault) => barView(model, fault, on))}
    ${limitView(model, limitOf("threshold"), on)}${limitView(model, limitOf("grace"), on)}</div>`;
}
