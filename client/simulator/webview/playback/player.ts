import { type Frames, paceOf, play } from "../model/playback.ts";
import { shownAt, type ViewState } from "../model/view.ts";

/** With reduced motion, playing goes from entry to entry. */
const stepEveryMs = 1200;

/** What the player reads of a page's model. */
interface Playable {
  readonly playing: boolean;
  readonly view: ViewState;
}

/** What the player needs of the page. */
export interface Stage<Model extends Playable> {
  readonly frames: Frames;
  readonly reducedMotion: () => boolean;
  readonly model: () => Model | undefined;
  readonly show: (change: { readonly playing: boolean; readonly view?: ViewState }) => void;
}

/** The run that is played. */
export interface Played<Model extends Playable> {
  spanMs(model: Model): number;
  /** When something happens next, after the cursor. */
  nextMs(model: Model): number | undefined;
  /** The entry that was passed last on the way to `tMs`. */
  passed(model: Model, tMs: number): string | undefined;
}

/** The clock that plays a run. Playing never changes the run, only the cursor. */
export class Player<Model extends Playable> {
  readonly #stage: Stage<Model>;
  readonly #played: Played<Model>;
  #stop: (() => void) | undefined;
  #sinceStepMs = 0;

  constructor(stage: Stage<Model>, played: Played<Model>) {
    this.#stage = stage;
    this.#played = played;
  }

  /** Plays on from the cursor, or from the beginning where the cursor is at the end; or pauses. */
  toggle(model: Model): void {
    const { playing, view } = model;
    this.pause();
    if (playing) {
      this.#stage.show({ playing: false });
      return;
    }
    const spanMs = this.#played.spanMs(model);
    this.#stage.show({ playing: true, view: view.tMs >= spanMs ? shownAt(view, 0, spanMs) : view });
    this.#sinceStepMs = stepEveryMs;
    this.#stop = play(this.#stage.frames, (elapsedMs) => this.#advance(elapsedMs));
  }

  /** Ends the clock; the model is the caller's. */
  pause(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Nothing is announced: who listens to a screen reader steps. */
  #advance(elapsedMs: number): void {
    const model = this.#stage.model();
    if (model === undefined) return;
    const spanMs = this.#played.spanMs(model);
    const tMs = this.#stage.reducedMotion()
      ? this.#stepped(model, elapsedMs)
      : model.view.tMs + elapsedMs * paceOf(model.view);
    if (tMs === undefined) return;
    const isOver = tMs >= spanMs;
    if (isOver) this.pause();
    this.#stage.show({ playing: !isOver, view: this.#playedTo(model, tMs) });
  }

  #stepped(model: Model, elapsedMs: number): number | undefined {
    this.#sinceStepMs += elapsedMs;
    if (this.#sinceStepMs < stepEveryMs) return undefined;
    this.#sinceStepMs = 0;
    return this.#played.nextMs(model) ?? this.#played.spanMs(model);
  }

  /** The selection goes along, so that the details show what is happening. */
  #playedTo(model: Model, tMs: number): ViewState {
    const selected = this.#played.passed(model, tMs) ?? model.view.selected;
    return { ...shownAt(model.view, tMs, this.#played.spanMs(model)), selected };
  }
}
