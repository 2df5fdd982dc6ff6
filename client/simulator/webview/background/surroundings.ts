import type { Frames } from "../model/playback.ts";

/** So long a page may work between two frames, on all that waits. */
const sliceMs = 8;
const idleWithinMs = 100;

/** Works for some milliseconds at most. True: there is more to do. */
export type IdleStep = () => boolean;

/** What the store of a page needs of the browser. */
export interface PageSurroundings {
  readonly frames: Frames;
  readonly reducedMotion: () => boolean;
  /** Called after each change. */
  readonly changed: () => void;
  /** Takes the steps of a piece of work when there is time, behind those of the work that came before it. */
  readonly whenIdle: (step: IdleStep) => void;
}

export function surroundings(changed: () => void): PageSurroundings {
  return {
    frames: {
      request: (onFrame) => requestAnimationFrame(onFrame),
      cancel: (handle) => cancelAnimationFrame(handle),
    },
    reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    changed,
    whenIdle: createIdleWork((work) => requestIdleCallback(work, { timeout: idleWithinMs })),
  };
}

/** What waits shares the time between two frames: in a slice for each, all together would hold up the next frame. */
export function createIdleWork(
  request: (work: () => void) => void,
  nowMs: () => number = () => performance.now(),
): PageSurroundings["whenIdle"] {
  const waiting: IdleStep[] = [];
  const workSome = (): void => {
    const untilMs = nowMs() + sliceMs;
    try {
      do takeStep();
      while (waiting.length > 0 && nowMs() < untilMs);
    } finally {
      if (waiting.length > 0) request(workSome);
    }
  };
  const takeStep = (): void => {
    let hasMore = false;
    try {
      hasMore = waiting[0]?.() ?? false;
    } finally {
      if (!hasMore) waiting.shift(); // also where it failed
    }
  };
  return (step) => {
    waiting.push(step);
    if (waiting.length === 1) request(workSome);
  };
}
