import { html, nothing, type TemplateResult } from "lit/html.js";
import type { RolloutState } from "../../../../shared/protocol/pod/rollout.ts";
import { surroundings } from "../background/surroundings.ts";
import { FocusKeeper } from "../focus-keeper.ts";
import { patternsView } from "../lanes/patterns-view.ts";
import { PageElement } from "../page-element.ts";
import { pressedKey } from "../pressed-key.ts";
import { placeMenu } from "../widgets/menu-place.ts";
import { t } from "../words/l10n.ts";
import { detailsView } from "./details-view.ts";
import { atCursorView, headerView, toolbarView } from "./header-view.ts";
import { rolloutHelpView } from "./help-view.ts";
import type { RolloutModel } from "./model.ts";
import { rolloutPlaybackView } from "./playback-view.ts";
import { type RolloutHost, RolloutStore } from "./store.ts";
import { rolloutTableView } from "./table-view.ts";
import { rolloutTimelineView } from "./timeline-view.ts";

/** The page of a rollout. */
export class RolloutPage extends PageElement<RolloutModel, RolloutState> {
  readonly store: RolloutStore;

  constructor(host: RolloutHost) {
    super(host);
    this.focusKeeper = new FocusKeeper(this);
    this.store = new RolloutStore({ host, ...surroundings(() => this.drawSoon()) });
  }

  protected content(): TemplateResult {
    const { model, empty } = this.store;
    if (model === undefined) return html`<p class="empty-page">${empty ?? t("Reading the workload …")}</p>`;
    const { store } = this;
    const { workload } = model.run;
    return html`<main class="simulator rollout" aria-label=${t("Rollout of {0} {1}", workload.spec.kind, workload.name)}>
      ${patternsView()} ${toolbarView(model, store)} ${headerView(model, store)}
      <div class="story">${model.view.view === "table" ? rolloutTableView(model, store) : rolloutTimelineView(model, store)}
        ${rolloutPlaybackView(model, store)} ${atCursorView(model)}</div>
      <div class="side">${detailsView(model, store)}</div>
      ${model.helping ? rolloutHelpView(store) : nothing}
      <div class="live" aria-live="polite">${model.announced}</div>
    </main>`;
  }

  protected drawn({ menu }: RolloutModel): void {
    if (menu !== undefined) placeMenu(this);
  }

  protected pressed(event: KeyboardEvent): void {
    pressedKey(event, this.store);
  }
}
