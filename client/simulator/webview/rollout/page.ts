import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { FocusKeeper } from "../focus-keeper.ts";
import { t } from "../l10n.ts";
import { patternsView } from "../lanes/patterns-view.ts";
import { edgePx } from "../lanes/time-view.ts";
import { placeMenu } from "../menus/menu-place.ts";
import { pressedKey } from "../pressed-key.ts";
import { surroundings } from "../surroundings.ts";
import { detailsView } from "./details-view.ts";
import { headerView, toolbarView } from "./header-view.ts";
import { rolloutHelpView } from "./help-view.ts";
import type { RolloutModel } from "./model.ts";
import { rolloutPlaybackView } from "./playback-view.ts";
import { type RolloutHost, RolloutStore } from "./store.ts";
import { rolloutTableView } from "./table-view.ts";
import { rolloutTimelineView } from "./timeline-view.ts";

const keepAfterMs = 150;

/** The page of a rollout. As the page of a pod, it is one element whose state is in the store. */
export class RolloutPage extends HTMLElement {
  readonly store: RolloutStore;
  readonly #host: RolloutHost;
  readonly #resized = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  readonly #focus = new FocusKeeper(this);
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #focusRequests = 0;
  #isDrawnSoon = false;

  constructor(host: RolloutHost) {
    super();
    this.#host = host;
    this.store = new RolloutStore({ host, ...surroundings(() => this.#drawSoon()) });
  }

  connectedCallback(): void {
    window.addEventListener("keydown", this.#onKey);
    window.addEventListener("pointerdown", this.#onPointer);
    this.#resized.observe(this);
    this.#drawSoon();
  }

  disconnectedCallback(): void {
    window.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("pointerdown", this.#onPointer);
    this.#resized.disconnect();
  }

  /** Changes that come together are drawn together. */
  #drawSoon(): void {
    if (this.#isDrawnSoon) return;
    this.#isDrawnSoon = true;
    queueMicrotask(() => {
      const { model } = this.store;
      this.#isDrawnSoon = false;
      if (model !== undefined) this.#focus.before(model);
      render(this.#content(), this);
      if (model !== undefined) this.#drawn(model);
    });
  }

  #content(): TemplateResult {
    const { model, empty } = this.store;
    if (model === undefined) return html`<p class="empty-page">${empty ?? t("Reading the workload …")}</p>`;
    const { store } = this;
    const { workload } = model.run;
    return html`<main class="simulator rollout" aria-label=${t("Rollout of {0} {1}", workload.spec.kind, workload.name)}>
      ${patternsView()} ${toolbarView(model, store)} ${headerView(model, store)}
      <div class="story">${model.view.view === "table" ? rolloutTableView(model, store) : rolloutTimelineView(model, store)}
        ${rolloutPlaybackView(model, store)}</div>
      <div class="side">${detailsView(model, store)}</div>
      ${model.helping ? rolloutHelpView(store) : nothing}
      <div class="live" aria-live="polite">${model.announced}</div>
    </main>`;
  }

  #drawn(model: RolloutModel): void {
    this.#measure(model);
    if (model.menu !== undefined) placeMenu(this);
    if (model.focusRequests !== this.#focusRequests) this.#followSelection(model);
    this.#focus.after(model);
    this.#keepSoon();
  }

  readonly #onKey = (event: KeyboardEvent): void => pressedKey(event, this.store);

  /** A click anywhere else closes a menu. */
  readonly #onPointer = ({ target }: PointerEvent): void => {
    if (this.store.model?.menu === undefined) return;
    if (target instanceof Element && target.closest(".menu-place") === null) this.store.setMenu(undefined);
  };

  #measure(model = this.store.model): void {
    const tracks = this.querySelector(".axis-track");
    const lanes = this.querySelector(".lanes-scroll");
    if (tracks === null || lanes === null || model === undefined) return;
    const widthPx = tracks.clientWidth - 2 * edgePx;
    const heightPx = lanes.clientHeight;
    if (widthPx === model.widthPx && heightPx <= model.scrolled.heightPx) return;
    this.store.resize(widthPx, { topPx: lanes.scrollTop, heightPx });
  }

  /** The selected entry is brought into sight. */
  #followSelection({ focusRequests }: RolloutModel): void {
    this.#focusRequests = focusRequests;
    const item = this.querySelector('[aria-selected="true"]')?.closest(".track");
    (item ?? this.querySelector("tr.selected"))?.scrollIntoView({ block: "nearest" });
  }

  #keepSoon(): void {
    if (this.#keepTimer !== undefined) return;
    this.#keepTimer = setTimeout(() => {
      this.#keepTimer = undefined;
      const state = this.store.state();
      if (state !== undefined) this.#host.keep(state);
    }, keepAfterMs);
  }
}
