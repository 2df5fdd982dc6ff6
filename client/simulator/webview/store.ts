import { formatDuration } from "../../../shared/basics/durations.ts";
import type { PanelState, ToPage } from "../../../shared/protocol/panel/panel.ts";
import type { PodPayload } from "../../../shared/protocol/pod/pod.ts";
import type { Setup } from "../../../shared/protocol/pod/setup.ts";
import type { BackgroundRuns } from "./background/background-page.ts";
import type { PageSurroundings } from "./background/surroundings.ts";
import type { PodPageHost } from "./host.ts";
import { drawn, emptyModel, nothingDrawn } from "./lanes/picture.ts";
import type { DeferredUi } from "./load-deferred-ui.ts";
import { ghostAfter, setupFor } from "./model/carried-setup.ts";
import { changedSet } from "./model/changed-set.ts";
import { initialView } from "./model/first-view.ts";
import { changed, moved } from "./model/history.ts";
import type { Action, ShownAction } from "./model/keys.ts";
import type { Handlers, Model } from "./model/model.ts";
import { remarked, stepped } from "./model/stepped.ts";
import { pan, shown, shownAt, zoom, zoomedTo } from "./model/view.ts";
import { carriedView, restoredView, selectEntry, selectId, stateOf } from "./model/view-state.ts";
import type { MeasuredPage } from "./page-element.ts";
import type { Player } from "./playback/player.ts";
import { type PanelPlay, type PanelRun, playPod, playSecond } from "./run/run.ts";
import { runOf } from "./run/run-of.ts";
import { knownAnswer, openingSetup } from "./run/setup.ts";

/** What the store needs of the page around it. */
interface Surroundings extends PageSurroundings {
  readonly host: PodPageHost;
  /** The parts of the page that are closed until somebody opens them. */
  readonly closedParts: () => readonly string[];
}

/** The state of the page: what came from the extension, what people did to it, and the clock that plays it. */
export class Store implements Handlers {
  /** Undefined until the first pod has come. */
  model: Model | undefined;
  /** Why there is nothing to show. */
  empty: string | undefined;
  readonly #around: Surroundings;
  readonly #restored: PanelState | undefined;
  #player: Player<Model> | undefined;
  #deferredUi: DeferredUi | undefined;
  /** What was asked for while the code that does it was still to come. */
  readonly #early: ((deferredUi: DeferredUi) => void)[] = [];
  /** The last horizon that came from the settings; another one there wins over what was chosen here. */
  #settingHorizonMs: number | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#restored = around.host.restored();
  }

  receive(message: ToPage): void {
    if (message.type === "pod") this.#receivePod(message.payload, message.horizonMs);
    else if (message.type === "stale") this.#tellStale(message.reason);
    else if (message.type === "select") this.#update({ marked: message.path });
    else this.withDeferredUi((deferredUi) => deferredUi.receiveLater(message, this.#backgroundRuns));
  }

  /** The rest of the page's code has come. */
  receiveDeferredUi(deferredUi: DeferredUi): void {
    this.#deferredUi = deferredUi;
    this.#player = deferredUi.podPlayer({
      frames: this.#around.frames,
      reducedMotion: this.#around.reducedMotion,
      model: () => this.model,
      show: (change) => this.#update(change),
    });
    this.#update({ deferredUi });
    this.playBeside();
    for (const use of this.#early.splice(0)) use(deferredUi);
  }

  /** Does something with the rest of the page's code, as soon as it is there. */
  withDeferredUi(use: (deferredUi: DeferredUi) => void): void {
    if (this.#deferredUi === undefined) this.#early.push(use);
    else use(this.#deferredUi);
  }

  resize(measured: MeasuredPage): void {
    if (measured.widthPx > 0) this.#update(measured);
  }

  act(action: Action): void {
    const { model } = this;
    if (model === undefined) return;
    if (action === "reveal") this.#revealSelected(model);
    else if (action === "undo") this.#move(model, -1);
    else if (action === "redo") this.#move(model, 1);
    else if (action === "other-run") this.#drawOtherRun(model);
    else this.withDeferredUi((deferredUi) => this.#actWith(deferredUi, action));
  }

  select(entry: Parameters<Handlers["select"]>[0]): void {
    const { model } = this;
    if (model !== undefined) this.#update(stepped(model, selectEntry(model.view, entry)));
  }

  selectId(id: string, notBeforeMs = 0): void {
    const { model } = this;
    if (model === undefined) return;
    const view = selectId(model.view, id, runOf(model, id));
    this.#update(stepped(model, { ...view, tMs: Math.max(view.tMs, notBeforeMs) }));
  }

  moveTo(tMs: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: shownAt(model.view, tMs, model.run.timeline.untilMs) });
  }

  dragTo(...[tMs, reachMs]: Parameters<Handlers["dragTo"]>): void {
    this.withDeferredUi((deferredUi) => {
      const { model } = this;
      if (model === undefined) return;
      const moment = deferredUi.snapped(model.run.story, tMs, reachMs);
      if (moment.entry === undefined) this.moveTo(moment.tMs);
      else this.#update({ view: shown(selectEntry(model.view, moment.entry), model.run.timeline.untilMs) });
    });
  }

  hover(hover: Model["hover"]): void {
    this.#update({ hover });
  }

  setExpanded(...[names, isExpanded]: Parameters<Handlers["setExpanded"]>): void {
    const { model } = this;
    if (model !== undefined) this.#update({ expanded: changedSet(model.expanded, names, isExpanded) });
  }

  setPinned(container: string, isPinned: boolean): void {
    const { model } = this;
    if (model !== undefined) this.#update({ pinned: changedSet(model.pinned, [container], isPinned) });
  }

  setRange(range: Model["range"]): void {
    this.#update({ range });
  }

  zoomTo({ fromMs, toMs }: Parameters<Handlers["zoomTo"]>[0]): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: zoomedTo(model.view, { fromMs, toMs }, model.run.timeline.untilMs) });
  }

  zoomAt(tMs: number, factor: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: zoom(model.view, tMs, factor, model.run.timeline.untilMs) });
  }

  panBy(share: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: pan(model.view, share, model.run.timeline.untilMs) });
  }

  setHorizon(horizonMs: number): void {
    const { model } = this;
    if (model !== undefined) this.#playWith({ horizonMs });
  }

  setTablePage(tablePage: number): void {
    this.#update({ tablePage });
  }

  setTableKind(tableKind: Model["tableKind"]): void {
    this.#update({ tableKind, tablePage: undefined });
  }

  openRun(openRun: string): void {
    this.#update({ openRun, tablePage: 0 });
  }

  setMenu(menu: Model["menu"]): void {
    this.#update({ menu });
  }

  meanContainer(faultTarget: string): void {
    this.#update({ faultTarget });
  }

  setClosed(part: string, closed: boolean): void {
    const { model } = this;
    if (model !== undefined && model.closed.has(part) !== closed)
      this.#update({ closed: changedSet(model.closed, [part], closed) });
    if (part === "alerts") this.#askAlerts();
  }

  chooseAlertRules(alertRules: Model["alertRules"]): void {
    this.#update({ alertRules });
    this.#askAlerts();
  }

  edit(editing: Model["editing"]): void {
    this.#update({ editing });
  }

  reveal(...[path, focus]: Parameters<Handlers["reveal"]>): void {
    this.#around.host.send({ type: "reveal", path, focus });
  }

  tell(wish: Parameters<Handlers["tell"]>[0]): void {
    this.#around.host.send(wish);
  }

  scrolled(scrolled: Model["scrolled"]): void {
    this.#update({ scrolled });
  }

  change(setup: Setup, about?: string): void {
    this.#playChanged(setup, about);
    this.playBeside();
  }

  dragSetup(setup: Setup, about?: string): void {
    const { fromMs, toMs } = this.model?.view ?? {};
    this.#playChanged(setup, about);
    // What is dragged must not slip away below the pointer.
    if (this.model !== undefined && fromMs !== undefined && toMs !== undefined)
      this.#update({ view: { ...this.model.view, fromMs, toMs } });
  }

  holdLimit(held: Model["held"]): void {
    this.#update({ held });
  }

  inject(...[setup, faultIn]: Parameters<Handlers["inject"]>): void {
    this.change(setup);
    this.showFault(faultIn);
  }

  showFault(faultIn: Parameters<Handlers["showFault"]>[0]): void {
    const { model } = this;
    if (model === undefined) return;
    const entry = faultIn(model.run);
    if (entry === undefined)
      this.#update(remarked(`It changes nothing before ${formatDuration(model.run.horizonMs)}.`));
    else this.#update({ ...stepped(model, selectEntry(model.view, entry)), menu: undefined });
  }

  write(): void {
    const { lines, fields } = this.model?.setup ?? {};
    const said = lines?.filter(({ text }) => text.trim() !== "");
    this.#around.host.send({ type: "write", ...(said && { lines: said }), ...(fields && { fields }) });
  }

  discard(): void {
    const { model } = this;
    if (model !== undefined) this.change({ ...model.setup, lines: undefined, fields: undefined });
  }

  unobserve(): void {
    this.#deferredUi?.unobserve(this.#backgroundRuns);
  }

  exportAs(format: Parameters<Handlers["exportAs"]>[0]): void {
    const { model } = this;
    this.setMenu(undefined);
    const request = model && this.#deferredUi?.exportRequest(model, format);
    if (request !== undefined) this.#around.host.send({ type: "export", request });
  }

  /** What a window reload shall find again. */
  state(): PanelState | undefined {
    return this.model && stateOf(this.model);
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
    const setup = model === undefined ? (this.#restored?.setup ?? openingSetup(payload)) : setupFor(payload, model);
    const horizonMs = settingChanged ? settingHorizonMs : (chosenMs ?? settingHorizonMs);
    this.#show({ payload, setup, horizonMs }, { ghost: undefined });
    this.playBeside();
  }

  #playChanged(setup: Setup, about?: string): void {
    const { model } = this;
    if (model === undefined) return;
    const { run, history, setup: before } = model;
    const change = { history: changed(history, before, about), ghost: ghostAfter(model, setup) };
    this.#show({ payload: run.payload, setup, horizonMs: run.horizonMs }, change);
  }

  #playWith(other: Partial<PanelPlay>, change?: Partial<Model>): void {
    const { model } = this;
    if (model === undefined) return;
    const { run, setup } = model;
    this.#show({ payload: run.payload, setup, horizonMs: run.horizonMs, ...other }, change);
    this.playBeside();
  }

  #show(wanted: PanelPlay, change: Partial<Model> = {}): void {
    const run = playPod(wanted);
    if (run === undefined) {
      this.#tellStale("This pod has no containers.");
      return;
    }
    const { model } = this;
    const answer = knownAnswer(wanted);
    const view =
      model === undefined ? this.#firstView(run, wanted) : carriedView(model.view, model, run, answer ?? model.answer);
    this.empty = undefined;
    this.model = {
      ...emptyModel,
      closed: new Set(this.#restored?.closed ?? this.#around.closedParts()),
      expanded: new Set(this.#restored?.expanded),
      pinned: new Set(this.#restored?.pinned),
      alertRules: this.#restored?.alertRules,
      deferredUi: this.#deferredUi,
      ...model,
      ...change,
      geometry: nothingDrawn,
      judgments: undefined,
      spreads: undefined,
      stale: wanted.payload.broken,
      setup: wanted.setup,
      answer: answer ?? model?.answer,
      isAnswering: answer === undefined,
      whatIfs: undefined,
      run,
      second: playSecond(wanted),
      view,
      range: undefined,
    };
    this.#update({ view });
  }

  /** The next of the runs that have a name. */
  #drawOtherRun({ answer, setup }: Model): void {
    const seed = answer && this.#deferredUi?.nextSeed(answer, setup.seed);
    if (seed !== undefined) this.change({ ...setup, seed }, "seed");
  }

  #move(model: Model, direction: 1 | -1): void {
    const found = moved(model.history, model.setup, direction);
    if (found === undefined) return;
    const { setup, history } = found;
    const announced = direction === 1 ? "Redone." : "Undone.";
    this.#playWith({ setup }, { history, ghost: undefined, announced });
  }

  #actWith(deferredUi: DeferredUi, action: ShownAction | "play"): void {
    const { model } = this;
    if (model === undefined) return;
    if (action === "play") this.#player?.toggle(model);
    else this.#update(deferredUi.changeOf(action, model));
  }

  /** Other runs, where somebody wants to see them. */
  playBeside(): void {
    const { model } = this;
    if (model !== undefined) this.#deferredUi?.playBeside(model, this.#backgroundRuns);
  }

  #askAlerts(): void {
    if (this.model !== undefined) this.#deferredUi?.askAlerts(this.model, this.#backgroundRuns);
  }

  get #backgroundRuns(): BackgroundRuns {
    const { whenIdle, host } = this.#around;
    return {
      model: () => this.model,
      whenIdle,
      show: (change) => this.#update(change),
      playWith: (other, change) => this.#playWith(other, change),
      restored: this.#restored,
      send: host.send,
    };
  }

  #firstView(run: PanelRun, wanted: PanelPlay): Model["view"] {
    return this.#restored === undefined ? initialView(run, knownAnswer(wanted)) : restoredView(this.#restored, run);
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
    const remark = change.view === undefined ? model.remark : "";
    this.model = drawn(model, { ...model, remark, ...change });
    this.#around.changed();
  }

  #revealSelected(model: Model): void {
    const { selected = "" } = model.view;
    const entry = runOf(model, selected).byId.get(selected);
    if (entry !== undefined && entry.path.length > 0) this.reveal(entry.path, true);
  }
}
