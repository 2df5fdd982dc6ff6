import { layout } from "../../../shared/drawing/layout.ts";
import type { PanelState, ToPage } from "../../../shared/protocol/panel.ts";
import type { PodPayload } from "../../../shared/protocol/pod.ts";
import { changeOf, stepped } from "./actions.ts";
import { initialView } from "./first-view.ts";
import type { Host } from "./host.ts";
import type { Action } from "./keys.ts";
import type { Handlers, Model } from "./model.ts";
import { type Frames, paceOf, play } from "./playback.ts";
import { playPod, type Run } from "./run.ts";
import { timeViewOf } from "./time-view.ts";
import { carriedView, moveCursor, pan, restoredView, selectEntry, selectId, shown, zoom } from "./view-state.ts";

/** With reduced motion, playing goes from entry to entry. */
const stepEveryMs = 1200;

/** What the store needs of the page around it. */
export interface Surroundings {
  readonly host: Host;
  readonly frames: Frames;
  readonly reducedMotion: () => boolean;
  /** Called after each change. */
  readonly changed: () => void;
}

const nothingDrawn = { lanes: [], ticks: [], heightPx: 0 };
const assumedWidthPx = 800;
const assumedHeightPx = 2000;

/** The state of the page: what came from the extension, what people did to it, and the clock that plays it. */
export class Store implements Handlers {
  /** Undefined until the first pod has come. */
  model: Model | undefined;
  /** Why there is nothing to show. */
  empty: string | undefined;
  readonly #around: Surroundings;
  readonly #restored: PanelState | undefined;
  #stopPlaying: (() => void) | undefined;
  #sinceStepMs = 0;
  /** The last horizon that came from the settings; another one there wins over what was chosen here. */
  #settingHorizonMs: number | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#restored = around.host.restored();
  }

  receive(message: ToPage): void {
    if (message.type === "pod") this.#receivePod(message.payload, message.horizonMs);
    else if (message.type === "stale") this.#tellStale(message.reason);
    else this.#update({ marked: message.path });
  }

  resize(widthPx: number, scrolled: Model["scrolled"]): void {
    if (widthPx > 0) this.#update({ widthPx, scrolled });
  }

  act(action: Action): void {
    const { model } = this;
    if (model === undefined) return;
    if (action === "play") this.#togglePlaying(model);
    else if (action === "reveal") this.#revealSelected(model);
    else this.#update(changeOf(action, model) ?? {});
  }

  select(entry: Parameters<Handlers["select"]>[0]): void {
    const { model } = this;
    if (model !== undefined) this.#update(stepped(model, selectEntry(model.view, entry)));
  }

  selectId(id: string): void {
    const { model } = this;
    if (model !== undefined) this.#update(stepped(model, selectId(model.view, id, model.run)));
  }

  moveTo(tMs: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: moveCursor(model.view, tMs, model.run) });
  }

  hover(hover: Model["hover"]): void {
    this.#update({ hover });
  }

  zoomAt(tMs: number, factor: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: zoom(model.view, tMs, factor, model.run) });
  }

  panBy(share: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: pan(model.view, share, model.run) });
  }

  setSpeed(speed: Model["speed"]): void {
    this.#update({ speed });
  }

  setHorizon(horizonMs: number): void {
    const { model } = this;
    if (model !== undefined) this.#show(model.run.payload, horizonMs);
  }

  setTablePage(tablePage: number): void {
    this.#update({ tablePage });
  }

  reveal(path: Parameters<Handlers["reveal"]>[0]): void {
    this.#around.host.send({ type: "reveal", path });
  }

  scrolled(scrolled: Model["scrolled"]): void {
    this.#update({ scrolled });
  }

  /** What a window reload shall find again. */
  state(): PanelState | undefined {
    const { model } = this;
    if (model === undefined) return undefined;
    const { run, view } = model;
    return { ...view, reference: run.payload.reference, horizonMs: run.horizonMs };
  }

  #receivePod(payload: PodPayload, settingHorizonMs: number): void {
    const { model } = this;
    if (model !== undefined && payload.broken !== undefined) {
      this.#tellStale(payload.broken);
      return;
    }
    const settingChanged = this.#settingHorizonMs !== undefined && this.#settingHorizonMs !== settingHorizonMs;
    const chosenMs = model?.run.horizonMs ?? this.#restored?.horizonMs;
    this.#settingHorizonMs = settingHorizonMs;
    this.#show(payload, settingChanged ? settingHorizonMs : (chosenMs ?? settingHorizonMs));
  }

  #show(payload: PodPayload, horizonMs: number): void {
    const run = playPod(payload, horizonMs);
    if (run === undefined) {
      this.#tellStale("There is no container in this pod.");
      return;
    }
    const { model } = this;
    const view = model === undefined ? this.#firstView(run) : carriedView(model.view, model.run, run);
    this.empty = undefined;
    this.model = {
      widthPx: assumedWidthPx,
      playing: false,
      speed: "10",
      hover: undefined,
      marked: undefined,
      scrolled: { topPx: 0, heightPx: assumedHeightPx },
      tablePage: undefined,
      helping: false,
      announced: "",
      focusRequests: 0,
      ...model,
      geometry: nothingDrawn,
      stale: payload.broken,
      run,
      view,
    };
    this.#update({ view });
  }

  #firstView(run: Run): Model["view"] {
    return this.#restored === undefined ? initialView(run) : restoredView(this.#restored, run);
  }

  #tellStale(reason: string): void {
    if (this.model === undefined) {
      this.empty = reason;
      this.#around.changed();
    } else this.#update({ stale: reason });
  }

  #update(change: Partial<Model>): void {
    const { model } = this;
    if (model === undefined) return;
    const next = { ...model, ...change };
    const sameDrawing =
      next.run === model.run &&
      next.widthPx === model.widthPx &&
      next.view.fromMs === model.view.fromMs &&
      next.view.toMs === model.view.toMs &&
      next.view.scale === model.view.scale &&
      model.geometry !== nothingDrawn;
    this.model = sameDrawing ? next : { ...next, geometry: layout(next.run.lanes, timeViewOf(next)) };
    this.#around.changed();
  }

  #revealSelected({ run, view }: Model): void {
    const entry = run.byId.get(view.selected ?? "");
    if (entry !== undefined && entry.path.length > 0) this.reveal(entry.path);
  }

  #togglePlaying({ playing, view, run }: Model): void {
    this.#stopPlaying?.();
    this.#stopPlaying = undefined;
    this.#update({ playing: !playing });
    if (playing) return;
    if (view.tMs >= run.timeline.untilMs) this.moveTo(0);
    this.#sinceStepMs = stepEveryMs;
    this.#stopPlaying = play(this.#around.frames, (elapsedMs) => this.#advance(elapsedMs));
  }

  /** Nothing is announced: who listens to a screen reader steps. */
  #advance(elapsedMs: number): void {
    const { model } = this;
    if (model === undefined) return;
    if (this.#around.reducedMotion()) this.#advanceByStep(model, elapsedMs);
    else this.#advanceTo(model, model.view.tMs + elapsedMs * paceOf(model.speed, model.run.timeline.untilMs));
  }

  #advanceByStep(model: Model, elapsedMs: number): void {
    this.#sinceStepMs += elapsedMs;
    if (this.#sinceStepMs < stepEveryMs) return;
    this.#sinceStepMs = 0;
    const next = model.run.story.find(({ tMs }) => tMs > model.view.tMs);
    this.#advanceTo(model, next?.tMs ?? model.run.timeline.untilMs);
  }

  /** The selection goes along, so that the details tell what is happening. */
  #advanceTo(model: Model, tMs: number): void {
    const { run } = model;
    const passed = run.story.findLast((entry) => entry.tMs <= tMs && entry.tMs > model.view.tMs);
    const moved = { ...moveCursor(model.view, tMs, run), selected: passed?.id ?? model.view.selected };
    this.#update({ view: shown(moved) });
    if (tMs >= run.timeline.untilMs) this.act("play");
  }
}
