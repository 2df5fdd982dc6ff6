/** Shorter pauses are of a machine that is busy. */
const asleepMs = 30_000;

/**
 * Calls back when this process did not run for a while, as on a laptop that was closed: no timer has counted that time, and connections
 * may be gone without a word. `awakeMs`: when it ran last. What it returns ends that.
 */
export function watchForSleep(everyMs: number, onWake: (awakeMs: number) => void): () => void {
  let lastMs = Date.now();
  const timer = setInterval(() => {
    const awakeMs = lastMs;
    lastMs = Date.now();
    if (lastMs - awakeMs >= everyMs + asleepMs) onWake(awakeMs);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
