import { guard } from "lit/directives/guard.js";
import { html, nothing, render, type TemplateResult } from "lit/html.js";
import { detailsView } from "./details/details-view.ts";
import { headerView } from "./header/header-view.ts";
import { toolbarView } from "./header/toolbar-view.ts";
import type { Host } from "./host.ts";
import { t } from "./l10n.ts";
import { patternsView } from "./lanes/patterns-view.ts";
import { edgePx } from "./lanes/time-view.ts";
import { timelineView } from "./lanes/timeline-view.ts";
import { type DeferredUi, loadDeferredUi } from "./load-deferred-ui.ts";
import type { Model } from "./model/model.ts";
import { playbackView } from "./playback/playback-view.ts";
import { sidePartsView } from "./side/side-view.ts";
import { Store } from "./store.ts";
import { surroundings } from "./surroundings.ts";

const keepAfterMs = 150;

/**
 * The panel's page. It has no shadow root: VS Code's own styles and icons reach it as they reach any page.
 * It is the only element, and the store has its state: of Lit it needs the templates, and not the half that makes elements of them.
 */
export class SimulatorPanel extends HTMLElement {
  readonly store: Store;
  readonly #host: Host;
  readonly #resized = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #focusRequests = 0;
  #isDrawnSoon = false;
  #isLaterWanted = false;
  #marked: Model["marked"];
  readonly #places = new Map<string, Element>();
  #focus: InstanceType<DeferredUi["FocusKeeper"]> | undefined;

  constructor(host: Host) {
    super();
    this.#host = host;
    this.store = new Store({ host, ...surroundings(() => this.#drawSoon()) });
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
      if (model !== undefined) this.#focus?.before(model);
      render(this.#content(), this);
      if (model !== undefined) this.#drawn(model);
    });
  }

  #content(): TemplateResult {
    const { model, empty } = this.store;
    if (model === undefined) return html`<p class="empty-page">${empty ?? "The pod is read …"}</p>`;
    return this.#page(model);
  }

  #drawn(model: Model): void {
    this.#measure(model);
    if (model.marked !== this.#marked) this.#followMark(model);
    if (model.menu !== undefined) model.deferredUi?.placeMenu(this);
    this.#focus?.after(model);
    if (!this.#isLaterWanted) this.#loadDeferredUi();
    if (model.focusRequests !== this.#focusRequests) this.#followSelection(model);
    this.#keepSoon();
  }

  #page(model: Model): TemplateResult {
    const { store } = this;
    const { deferredUi } = model;
    return html`<main class="simulator" aria-label=${t("Simulation of {0} {1}", model.run.pod.kind, model.run.pod.name)}>
      ${patternsView()} ${toolbarView(model, store)} ${headerView(model, store)}
      <div class="story">${
        model.view.view === "table" && deferredUi !== undefined
          ? deferredUi.tableView(model, store)
          : timelineView(model, store)
      }
        ${playbackView(model, store)}
        ${guard([model.run, model.alternatives, model.otherCurve, deferredUi], () => deferredUi?.curveView(model, store) ?? html`<section class="curve"></section>`)}</div>
      <div class="side">${detailsView(model, store)}${sidePartsView(model, store)}</div>
      ${model.helping && deferredUi !== undefined ? deferredUi.helpView(store) : nothing}
      <div class="live" aria-live="polite">${model.announced}</div>
    </main>`;
  }

  /** What the first picture does not need. */
  #loadDeferredUi(): void {
    this.#isLaterWanted = true;
    loadDeferredUi().then(
      (deferredUi) => {
        this.#focus = new deferredUi.FocusKeeper(this);
        this.store.receiveDeferredUi(deferredUi);
      },
      (error: unknown) => this.#host.send({ type: "failed", message: String(error) }),
    );
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    this.store.withDeferredUi((deferredUi) => deferredUi.pressedKey(event, this.store));
  };

  /** A click anywhere else closes a menu. */
  readonly #onPointer = ({ target }: PointerEvent): void => {
    if (this.store.model?.menu === undefined) return;
    if (target instanceof Element && target.closest(".menu-place") === null) this.store.setMenu(undefined);
  };

  #measure(model = this.store.model): void {
    const tracks = this.#place(".axis-track");
    const lanes = this.#place(".lanes-scroll");
    if (tracks === null || lanes === null || model === undefined) return;
    const widthPx = tracks.clientWidth - 2 * edgePx;
    const heightPx = lanes.clientHeight;
    // What has become invisible may stay drawn.
    if (widthPx === model.widthPx && heightPx <= model.scrolled.heightPx) return;
    this.store.resize(widthPx, { topPx: lanes.scrollTop, heightPx });
  }

  /** To look for an element among thousands takes a while, and this is asked after each drawing. */
  #place(selector: string): Element | null {
    const known = this.#places.get(selector);
    if (known?.isConnected) return known;
    const found = this.querySelector(selector);
    if (found !== null) this.#places.set(selector, found);
    return found;
  }

  /** The selected entry is brought into sight. */
  #followSelection({ focusRequests }: Model): void {
    this.#focusRequests = focusRequests;
    const item = this.querySelector('[aria-selected="true"]')?.closest(".track");
    (item ?? this.querySelector("tr.selected"))?.scrollIntoView({ block: "nearest" });
  }

  /** The lane of the editor's cursor comes into sight among the lanes; the page itself stays where it is. */
  #followMark({ marked }: Model): void {
    this.#marked = marked;
    const label = this.querySelector(".label.marked");
    const lanes = this.querySelector(".lanes-scroll");
    if (label === null || lanes === null) return;
    const [seen, wanted] = [lanes.getBoundingClientRect(), label.getBoundingClientRect()];
    if (wanted.top < seen.top) lanes.scrollTop -= seen.top - wanted.top;
    else if (wanted.bottom > seen.bottom) lanes.scrollTop += wanted.bottom - seen.bottom;
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
