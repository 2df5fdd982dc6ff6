/** What is shown is played in this time. */
const windowMs = 20_000;
/** A page in the background gets no frames; what it missed is not made up for. */
const longestFrameMs = 250;

/** Virtual ms per real ms. */
export function paceOf({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): number {
  return (toMs - fromMs) / windowMs;
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
