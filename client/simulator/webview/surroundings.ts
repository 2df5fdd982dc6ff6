import type { Frames } from "./playback/playback.ts";

const idleWithinMs = 100;

/** What the store of a page needs of the browser. */
export interface PageSurroundings {
  readonly frames: Frames;
  readonly reducedMotion: () => boolean;
  /** Called after each change. */
  readonly changed: () => void;
  /** Calls back when there is time to play some runs. */
  readonly whenIdle: (callback: () => void) => void;
}

export function surroundings(changed: () => void): PageSurroundings {
  return {
    frames: {
      request: (onFrame) => requestAnimationFrame(onFrame),
      cancel: (handle) => cancelAnimationFrame(handle),
    },
    reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    changed,
    whenIdle: (callback) => requestIdleCallback(callback, { timeout: idleWithinMs }),
  };
}
