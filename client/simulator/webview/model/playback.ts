export const speeds = ["1", "10", "60", "max"] as const;
export type Speed = (typeof speeds)[number];

/** `max` plays the whole horizon in this time. */
const wholeRunMs = 8000;
/** A page in the background gets no frames; what it missed is not made up for. */
const longestFrameMs = 250;

export function speedName(speed: Speed): string {
  return speed === "max" ? "instant" : `×${speed}`;
}

/** Virtual ms per real ms. */
export function paceOf(speed: Speed, untilMs: number): number {
  return speed === "max" ? untilMs / wholeRunMs : Number(speed);
}

/** What playing needs of a page. */
export interface Frames {
  readonly request: (onFrame: (nowMs: number) => void) => number;
  readonly cancel: (handle: number) => void;
}

/** Calls `onElapsed` with the real ms since the last frame until it is stopped. */
export function play(frames: Frames, onElapsed: (elapsedMs: number) => void): () => void {
  let lastMs: number | undefined;
  let handle = frames.request(onFrame);
  function onFrame(nowMs: number): void {
    handle = frames.request(onFrame);
    if (lastMs !== undefined) onElapsed(Math.min(nowMs - lastMs, longestFrameMs));
    lastMs = nowMs;
  }
  return () => frames.cancel(handle);
}
