import type { PendingWork } from "../core/work.ts";

const atOnce = 4;

/** Takes questions and asks a few of them at a time, until the signal says that nobody waits for answers any more. */
export function createTaskQueue(work: PendingWork, signal: AbortSignal): (task: () => Promise<void>) => void {
  const queue: (() => Promise<void>)[] = [];
  let running = 0;
  const next = (): void => {
    while (running < atOnce && queue.length > 0 && !signal.aborted) {
      running += 1;
      void queue
        .shift()?.()
        .finally(() => {
          running -= 1;
          next();
        });
    }
  };
  return (task) => {
    if (signal.aborted) return;
    const endWork = work.begin();
    queue.push(() => task().finally(endWork));
    next();
  };
}
