import type { Model } from "../model/model.ts";
import { moveCursor, shown, type ViewState } from "../model/view-state.ts";
import { runOf } from "../run/run-of.ts";
import { type Frames, paceOf, play } from "./playback.ts";

/** With reduced motion, playing goes from entry to entry. */
const stepEveryMs = 1200;

/** What the player needs of the page. */
export interface Stage {
  readonly frames: Frames;
  readonly reducedMotion: () => boolean;
  readonly model: () => Model | undefined;
  readonly show: (change: Pick<Model, "playing"> & Partial<Pick<Model, "view">>) => void;
}

/** The clock that plays a run. Playing never changes the run, only the cursor. */
export class Player {
  readonly #stage: Stage;
  #stop: (() => void) | undefined;
  #sinceStepMs = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Plays on from the cursor, or from the beginning where the cursor is at the end; or pauses. */
  toggle({ playing, view, run }: Model): void {
    this.#stop?.();
    this.#stop = undefined;
    if (playing) {
      this.#stage.show({ playing: false });
      return;
    }
    const isOver = view.tMs >= run.timeline.untilMs;
    this.#stage.show({ playing: true, view: isOver ? shown(moveCursor(view, 0, run), run) : view });
    this.#sinceStepMs = stepEveryMs;
    this.#stop = play(this.#stage.frames, (elapsedMs) => this.#advance(elapsedMs));
  }

  /** Nothing is announced: who listens to a screen reader steps. */
  #advance(elapsedMs: number): void {
    const model = this.#stage.model();
    if (model === undefined) return;
    const { run, view, speed } = model;
    const tMs = this.#stage.reducedMotion()
      ? this.#stepped(model, elapsedMs)
      : view.tMs + elapsedMs * paceOf(speed, run.timeline.untilMs);
    if (tMs === undefined) return;
    const isOver = tMs >= run.timeline.untilMs;
    if (isOver) {
      this.#stop?.();
      this.#stop = undefined;
    }
    this.#stage.show({ playing: !isOver, view: playedTo(model, tMs) });
  }

  #stepped({ run, view }: Model, elapsedMs: number): number | undefined {
    this.#sinceStepMs += elapsedMs;
    if (this.#sinceStepMs < stepEveryMs) return undefined;
    this.#sinceStepMs = 0;
    return run.story.find(({ tMs }) => tMs > view.tMs)?.tMs ?? run.timeline.untilMs;
  }
}

/** The selection goes along, so that the details tell what is happening. */
function playedTo(model: Model, tMs: number): ViewState {
  const { view } = model;
  const run = runOf(model, view.selected);
  const passed = run.story.findLast((entry) => entry.tMs <= tMs && entry.tMs > view.tMs);
  return shown({ ...moveCursor(view, tMs, run), selected: passed?.id ?? view.selected }, run);
}
