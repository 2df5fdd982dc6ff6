import { guard } from "lit/directives/guard.js";
import { html, type TemplateResult } from "lit/html.js";
import type { Handlers, Model } from "../model/model.ts";
import { partView } from "../widgets/part-view.ts";

/** Below what is selected: what was observed, the story of a restart of all containers, the scenario, alerts, and the status of the pod. */
export function sidePartsView(model: Model, on: Handlers): TemplateResult {
  const { deferredUi } = model;
  return html`${deferredUi?.observedPartView(model, on)} ${deferredUi?.restartAllView(model, on)}
    ${partView(model, on, { name: "scenario", title: "Scenario", content: () => html`${guard(scenarioParts(model), () => deferredUi?.scenarioView(model, on))}` })}
    ${deferredUi?.alertsPartView(model, on)}
    ${partView(model, on, { name: "status", title: "Pod status at the cursor", content: () => deferredUi?.statusView(model) ?? html`` })}`;
}

/** All that the scenario's editor is drawn from: a page that plays does not read the scenario again for each frame. */
function scenarioParts({ run, setup, editing, judgments, deferredUi }: Model): unknown[] {
  return [run, setup, editing, judgments, deferredUi];
}
