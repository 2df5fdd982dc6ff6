import { html, nothing, type TemplateResult } from "lit/html.js";
import type { PanelState } from "../../../shared/protocol/panel/panel.ts";
import { surroundings } from "./background/surroundings.ts";
import { headerView } from "./header/header-view.ts";
import { toolbarView } from "./header/toolbar-view.ts";
import type { PodPageHost } from "./host.ts";
import { patternsView } from "./lanes/patterns-view.ts";
import { timelineView } from "./lanes/timeline-view.ts";
import { loadDeferredUi } from "./load-deferred-ui.ts";
import type { Model } from "./model/model.ts";
import { PageElement } from "./page-element.ts";
import { playbackView } from "./playback/playback-view.ts";
import { sidePartsView } from "./side/side-view.ts";
import { Store } from "./store.ts";
import { t } from "./words/l10n.ts";

/** Beside the lanes there is room for the scenario; what lies below them is closed at first. */
const besideQuery = "(min-width: 1100px)";

/** What the card has of the first screen, and the line above the playback. */
const cardPx = 160;
const linePx = 1;
/** Of the page's height: lanes that take more are scrolled (layout.css). */
const lanesShare = 0.6;

function closedParts(): readonly string[] {
  return matchMedia(besideQuery).matches ? ["alerts", "status"] : ["scenario", "alerts", "status"];
}

/** The page of a pod. */
export class SimulatorPage extends PageElement<Model, PanelState> {
  readonly store: Store;
  readonly #host: PodPageHost;
  #isLaterWanted = false;
  #marked: Model["marked"];

  constructor(host: PodPageHost) {
    super(host);
    this.#host = host;
    this.store = new Store({ host, closedParts, ...surroundings(() => this.drawSoon()) });
  }

  protected content(): TemplateResult {
    const { model, empty } = this.store;
    if (model === undefined) return html`<p class="empty-page">${empty ?? t("Reading the pod …")}</p>`;
    return this.#page(model);
  }

  protected drawn(model: Model): void {
    if (model.marked !== this.#marked) this.#followMark(model);
    if (model.menu !== undefined) model.deferredUi?.placeMenu(this);
    if (!this.#isLaterWanted) this.#loadDeferredUi();
  }

  /** Beside the card all that the bars above and below leave; above it what leaves the card its place on the first screen. */
  protected override roomPx(lanes: Element): number {
    const [story, timeline, playback] = [".story", ".timeline", ".playback"].map((name) => this.querySelector(name));
    if (story == null || timeline == null || playback == null) return 0;
    const barsPx = timeline.clientHeight - lanes.clientHeight + playback.clientHeight + linePx;
    if (story.clientHeight > 0) return story.clientHeight - barsPx;
    const topPx = timeline.getBoundingClientRect().top + scrollY;
    return Math.min(Math.floor(innerHeight - topPx - barsPx - cardPx), lanesShare * innerHeight);
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
        ${playbackView(model, store)}</div>
      <div class="side"><aside class="details" aria-label=${t("Selected entry")}>${deferredUi?.detailsView(model, store)}</aside>${sidePartsView(model, store)}</div>
      ${model.helping && deferredUi !== undefined ? deferredUi.helpView(store) : nothing}
      <div class="live" aria-live="polite">${model.announced}</div>
    </main>`;
  }

  /** What the first picture does not need. */
  #loadDeferredUi(): void {
    this.#isLaterWanted = true;
    loadDeferredUi().then(
      (deferredUi) => {
        this.focusKeeper = new deferredUi.FocusKeeper(this);
        this.store.receiveDeferredUi(deferredUi);
      },
      (error: unknown) => this.#host.send({ type: "failed", message: String(error) }),
    );
  }

  protected pressed(event: KeyboardEvent): void {
    this.store.withDeferredUi((deferredUi) => deferredUi.pressedKey(event, this.store));
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
}
