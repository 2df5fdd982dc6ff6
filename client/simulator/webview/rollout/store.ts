import { formatMoment } from "../../../../shared/basics/span-words.ts";
import type { PlayableWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import { chartOf } from "../../../../shared/drawing/rollout/chart.ts";
import { decidingFields } from "../../../../shared/drawing/rollout/deciding-field.ts";
import { readRollout } from "../../../../shared/drawing/rollout/read.ts";
import { playRun } from "../../../../shared/drawing/rollout/run.ts";
import { createVariation } from "../../../../shared/drawing/rollout/variation.ts";
import {
  isWritable,
  isWrittenIn,
  type WrittenRollout,
  writtenRollout,
} from "../../../../shared/drawing/rollout/written.ts";
import {
  type FromRolloutPage,
  type RolloutPayload,
  type RolloutSetup,
  type RolloutState,
  type ToRolloutPage,
  unchangedRollout,
} from "../../../../shared/protocol/pod/rollout.ts";
import type { PageSurroundings } from "../background/surroundings.ts";
import type { PageHost } from "../host.ts";
import { changed, emptyHistory, moved } from "../model/history.ts";
import type { Action } from "../model/keys.ts";
import { pan, shownAt, wholeView, within, zoom } from "../model/view.ts";
import type { MeasuredPage } from "../page-element.ts";
import { Player, type Stage } from "../playback/player.ts";
import { answering } from "./answers.ts";
import { drawn, type RolloutHandlers, type RolloutModel, runOfId, spanOf } from "./model.ts";
import { played } from "./played.ts";
import { selected, stepped } from "./steps.ts";

/** The extension's side of the panel. */
export type RolloutHost = PageHost<FromRolloutPage, RolloutState>;

/** What the store needs of the page around it. */
interface Surroundings extends PageSurroundings {
  readonly host: RolloutHost;
}

const assumedWidthPx = 800;

/** The state of a rollout's page: what came from the extension, and what people did to it. */
export class RolloutStore implements RolloutHandlers {
  /** Undefined until the first workload has come. */
  model: RolloutModel | undefined;
  /** Why there is nothing to show. */
  empty: string | undefined;
  readonly #around: Surroundings;
  #restored: RolloutState | undefined;
  #workload: PlayableWorkload | undefined;
  /** What was sent to be written, until the manifest has it. */
  #written: WrittenRollout | undefined;
  readonly #player: Player<RolloutModel>;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#restored = around.host.restored();
    const { frames, reducedMotion } = around;
    const show: Stage<RolloutModel>["show"] = (change) => this.#update(change);
    this.#player = new Player({ frames, reducedMotion, model: () => this.model, show }, played);
  }

  receive(message: ToRolloutPage): void {
    if (message.type === "rollout") this.#receiveRollout(message.payload);
    else if (this.model === undefined) this.#tellEmpty(message.reason);
    else this.#update({ stale: message.reason });
  }

  state(): RolloutState | undefined {
    const { model } = this;
    if (model === undefined) return undefined;
    const { tMs, view } = model.view;
    return { reference: model.payload.pod.reference, setup: model.setup, tMs, view };
  }

  resize(measured: MeasuredPage): void {
    if (measured.widthPx > 0) this.#update(measured);
  }

  act(action: Action): void {
    const { model } = this;
    if (model === undefined) return;
    if (action === "play") this.#player.toggle(model);
    else if (action === "undo") this.#travel(model, -1);
    else if (action === "redo") this.#travel(model, 1);
    else if (action === "reveal") this.#reveal(model);
    else {
      const next = stepped(model, action);
      if (next !== undefined) this.#update(next);
    }
  }

  selectId(id: string): void {
    if (this.model !== undefined) this.#update(selected(this.model, id));
  }

  moveTo(tMs: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: shownAt(model.view, tMs, spanOf(model)) });
  }

  zoomAt(tMs: number, factor: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: zoom(model.view, tMs, factor, spanOf(model)) });
  }

  panBy(share: number): void {
    const { model } = this;
    if (model !== undefined) this.#update({ view: pan(model.view, share, spanOf(model)) });
  }

  setMenu(menu: RolloutModel["menu"]): void {
    this.#update({ menu });
  }

  change(setup: RolloutSetup, words: string): void {
    const { model } = this;
    if (model === undefined) return;
    this.#written = undefined;
    const history = changed(model.history, model.setup, undefined);
    this.#replay(model.payload, setup, { history, announced: words });
  }

  setTablePage(tablePage: number): void {
    this.#update({ tablePage });
  }

  showVariation(wantsVariation: boolean): void {
    this.#update({ wantsVariation });
    if (this.model !== undefined && wantsVariation && this.model.variation === undefined) this.#vary(this.model);
  }

  scrolled(scrolled: RolloutModel["scrolled"]): void {
    this.#update({ scrolled });
  }

  hover(hover: RolloutModel["hover"]): void {
    if (hover?.text !== this.model?.hover?.text || hover?.xPx !== this.model?.hover?.xPx) this.#update({ hover });
  }

  exportAs(format: "svg" | "markdown" | "json"): void {
    const { model } = this;
    if (model === undefined) return;
    this.#around.host.send({ type: "export", format, setup: model.setup });
    this.#update({ menu: undefined });
  }

  /** What has words in a scenario goes into the manifest. It is taken out of the setup when the manifest has it. */
  write(): void {
    const { model } = this;
    if (model === undefined || this.#workload === undefined || !isWritable(model.setup)) return;
    this.#written = writtenRollout(model.payload, this.#workload, model.setup);
    this.#around.host.send({ type: "write", lines: this.#written.lines });
  }

  simulatePod(): void {
    this.#around.host.send({ type: "simulate-pod" });
  }

  /** The field that decides about the selected entry, else the pod's first container. */
  #reveal(model: RolloutModel): void {
    const run = runOfId(model, model.view.selected);
    const entry = run.byId.get(model.view.selected ?? "");
    const { fields = [] } = model.payload.workload;
    const written = (entry === undefined ? [] : decidingFields(run, entry)).flatMap(
      (name) => fields.find(({ path }) => path[1] === name) ?? [],
    );
    this.#around.host.send({ type: "reveal", path: written[0]?.path ?? [], focus: true });
  }

  #tellEmpty(reason: string): void {
    this.empty = reason;
    this.#around.changed();
  }

  #receiveRollout(payload: RolloutPayload): void {
    const kept = this.#restored;
    this.#restored = undefined;
    const setup = this.model?.setup ?? kept?.setup ?? unchangedRollout;
    this.#replay(payload, this.#withoutWritten(payload, setup), { stale: payload.pod.broken ?? "" });
    const { model } = this;
    if (kept === undefined || model === undefined) return;
    const { tMs, view } = kept;
    this.#update({ view: within({ ...model.view, tMs, view }, spanOf(model)) });
  }

  #withoutWritten(payload: RolloutPayload, setup: RolloutSetup): RolloutSetup {
    const written = this.#written;
    if (written === undefined || this.#workload === undefined) return setup;
    if (!isWrittenIn(payload, this.#workload, written)) return setup;
    this.#written = undefined;
    return written.rest;
  }

  /** Plays the rollout again, and then what is asked beside it. Who looked at everything goes on doing so. */
  #replay(payload: RolloutPayload, setup: RolloutSetup, change: Partial<RolloutModel>): void {
    const workload = readRollout(payload);
    this.#workload = workload;
    if (workload === undefined) {
      this.#tellEmpty("The pod of this workload has no containers.");
      return;
    }
    const { assumptions } = payload.pod;
    const run = playRun(workload, assumptions, setup);
    const second = setup.compared === undefined ? undefined : playRun(workload, assumptions, setup, "second");
    const before = this.model;
    const spanMs = spanOf({ run, second });
    const isWhole = before === undefined || (before.view.fromMs === 0 && before.view.toMs === spanOf(before));
    const view = before?.view ?? wholeView(spanMs);
    const next: RolloutModel = {
      ...(before ?? untouched),
      ...{ payload, setup, run, second, chart: chartOf(run), secondChart: second && chartOf(second) },
      ...{ answer: undefined, secondAnswer: undefined, variation: undefined, menu: undefined },
      ...change,
      view: within(isWhole ? { ...view, fromMs: 0, toMs: spanMs } : view, spanMs),
    };
    this.#show({ ...next, view: { ...next.view, selected: carried(before, next) } });
    this.#answer(setup);
  }

  /** Piece by piece, as long as the run is shown that is asked about. */
  #answer(setup: RolloutSetup): void {
    const { model } = this;
    const workload = this.#workload;
    if (model === undefined || workload === undefined) return;
    const work = (side: "first" | "second", then: () => void): void => {
      const pieces = answering(workload, model.payload.pod.assumptions, setup, side);
      this.#around.whenIdle(() => {
        if (this.model?.run !== model.run) return false;
        const piece = pieces.next();
        if (piece.done !== true) return true;
        this.#update(side === "first" ? { answer: piece.value } : { secondAnswer: piece.value });
        then();
        return false;
      });
    };
    work("first", () => {
      if (setup.compared !== undefined) work("second", () => {});
      if (this.model?.wantsVariation === true) this.#vary(this.model);
    });
  }

  /** Run after run, as long as the page has time. */
  #vary({ setup, run, payload }: RolloutModel): void {
    if (this.#workload === undefined) return;
    const variation = createVariation(this.#workload, payload.pod.assumptions, setup, run.untilMs);
    let index = 0;
    this.#around.whenIdle(() => {
      if (this.model?.run !== run || !this.model.wantsVariation) return false;
      variation.play(index++);
      if (index < variation.runs) return true;
      this.#update({ variation: variation.result() });
      return false;
    });
  }

  #travel(model: RolloutModel, direction: 1 | -1): void {
    const found = moved(model.history, model.setup, direction);
    if (found === undefined) return;
    const { setup, history } = found;
    this.#replay(model.payload, setup, { history, announced: direction === -1 ? "Undone" : "Redone" });
  }

  #update(change: Partial<RolloutModel>): void {
    if (this.model !== undefined) this.#show({ ...this.model, ...change });
  }

  #show(next: RolloutModel): void {
    this.model = drawn(this.model, next);
    this.#around.changed();
  }
}

/** What is selected stays so where the new run has the same entry at the same time. */
function carried(before: RolloutModel | undefined, next: RolloutModel): string | undefined {
  const id = before?.view.selected;
  if (before === undefined || id === undefined) return undefined;
  const old = runOfId(before, id).byId.get(id);
  const now = runOfId(next, id).byId.get(id);
  return old !== undefined && now?.kind === old.kind && formatMoment(now.tMs) === formatMoment(old.tMs)
    ? id
    : undefined;
}

const untouched = {
  history: emptyHistory,
  wantsVariation: false,
  lanes: [],
  geometry: { lanes: [], ticks: [], heightPx: 0 },
  widthPx: assumedWidthPx,
  namesAbove: false,
  roomPx: 0,
  scrolled: { topPx: 0, heightPx: 0 },
  helping: false,
  playing: false,
  tablePage: undefined,
  hover: undefined,
  announced: "",
  stale: "",
  focusRequests: 0,
} as const;
