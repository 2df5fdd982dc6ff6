import { render, type TemplateResult } from "lit/html.js";
import { edgePx } from "./widgets/time-view.ts";

const keepAfterMs = 150;
/** A page so narrow has no column of names beside its lanes. */
const narrowQuery = "(max-width: 599px)";

/** What is measured on the page after it is drawn. */
export interface MeasuredPage {
  readonly widthPx: number;
  readonly namesAbove: boolean;
  readonly scrolled: { readonly topPx: number; readonly heightPx: number };
  /** What there is for the lanes, whatever they take of it; 0: they stay as high as they are. */
  readonly roomPx: number;
}

/** What the element of a page reads of what it draws. */
interface PageModel extends MeasuredPage {
  /** The name of the menu that is open. */
  readonly menu: string | undefined;
  /** Counts up when the selection has to come into sight. */
  readonly focusRequests: number;
}

interface PageStore<Model, State> {
  readonly model: Model | undefined;
  state(): State | undefined;
  resize(measured: MeasuredPage): void;
  setMenu(menu: undefined): void;
}

/** Keeps the focus over a rendering. */
interface Focus<Model> {
  before(model: Model): void;
  after(model: Model): void;
}

/**
 * A page. It has no shadow root: VS Code's own styles and icons reach it as they reach any page.
 * It is the only element, and the store has its state: of Lit it needs the templates, and not the half that makes elements of them.
 */
export abstract class PageElement<Model extends PageModel, State> extends HTMLElement {
  abstract readonly store: PageStore<Model, State>;
  protected focusKeeper: Focus<Model> | undefined;
  readonly #host: { keep(state: State): void };
  readonly #resized = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #focusRequests = 0;
  #isDrawnSoon = false;
  readonly #places = new Map<string, Element>();

  constructor(host: { keep(state: State): void }) {
    super();
    this.#host = host;
  }

  /** What the store has, as a page. */
  protected abstract content(): TemplateResult;
  /** The page is drawn: what it has to put in its place. */
  protected abstract drawn(model: Model): void;
  protected abstract pressed(event: KeyboardEvent): void;

  connectedCallback(): void {
    window.addEventListener("keydown", this.#onKey);
    window.addEventListener("pointerdown", this.#onPointer);
    this.#resized.observe(this);
    this.drawSoon();
  }

  disconnectedCallback(): void {
    window.removeEventListener("keydown", this.#onKey);
    window.removeEventListener("pointerdown", this.#onPointer);
    this.#resized.disconnect();
  }

  /** Changes that come together are drawn together. */
  protected drawSoon(): void {
    if (this.#isDrawnSoon) return;
    this.#isDrawnSoon = true;
    queueMicrotask(() => {
      const { model } = this.store;
      this.#isDrawnSoon = false;
      if (model !== undefined) this.focusKeeper?.before(model);
      render(this.content(), this);
      if (model !== undefined) this.#drawn(model);
    });
  }

  #drawn(model: Model): void {
    this.#measure(model);
    this.drawn(model);
    this.focusKeeper?.after(model);
    if (model.focusRequests !== this.#focusRequests) this.#followSelection(model);
    this.#keepSoon();
  }

  readonly #onKey = (event: KeyboardEvent): void => this.pressed(event);

  /** A click anywhere else closes a menu. */
  readonly #onPointer = ({ target }: PointerEvent): void => {
    if (this.store.model?.menu === undefined) return;
    if (target instanceof Element && target.closest(".menu-place") === null) this.store.setMenu(undefined);
  };

  /** What there is for the lanes, below which stands what has a height of its own. */
  protected roomPx(_lanes: Element): number {
    return 0;
  }

  #measure(model = this.store.model): void {
    const tracks = this.#place(".axis-track");
    const lanes = this.#place(".lanes-scroll");
    if (tracks === null || lanes === null || model === undefined) return;
    const widthPx = tracks.clientWidth - 2 * edgePx;
    const heightPx = lanes.clientHeight;
    const namesAbove = matchMedia(narrowQuery).matches;
    // What has become invisible may stay drawn.
    const roomPx = this.roomPx(lanes);
    const isSame = widthPx === model.widthPx && namesAbove === model.namesAbove && roomPx === model.roomPx;
    if (isSame && heightPx <= model.scrolled.heightPx) return;
    this.store.resize({ widthPx, scrolled: { topPx: lanes.scrollTop, heightPx }, namesAbove, roomPx });
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

  #keepSoon(): void {
    if (this.#keepTimer !== undefined) return;
    this.#keepTimer = setTimeout(() => {
      this.#keepTimer = undefined;
      const state = this.store.state();
      if (state !== undefined) this.#host.keep(state);
    }, keepAfterMs);
  }
}
