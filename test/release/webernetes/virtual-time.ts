/** Timers and `Date.now` of everything that runs meanwhile, in virtual time: nothing waits. */
export interface VirtualTime {
  nowMs(): number;
  /** Runs all timers up to this time in order, with everything that follows from each before the next. */
  runUntil(tMs: number): Promise<void>;
}

interface Timer {
  readonly id: number;
  readonly atMs: number;
  readonly callback: () => void;
}

/** Any instant will do, as long as it is the same every time. */
const beginMs = Date.UTC(2026, 0, 1);

/** Replaces the global timers, the clock and the random numbers while `work` runs. Random numbers come from `random`, so that a run can be repeated. */
export async function inVirtualTime<T>(random: () => number, work: (time: VirtualTime) => Promise<T>): Promise<T> {
  const timers = new Map<number, Timer>();
  let nowMs = 0;
  let lastId = 0;
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const { now } = Date;
  const { random: realRandom } = Math;
  const set = (callback: () => void, delayMs = 0): number => {
    lastId += 1;
    timers.set(lastId, { id: lastId, atMs: nowMs + Math.max(0, delayMs), callback });
    return lastId;
  };
  const runUntil = async (tMs: number): Promise<void> => {
    await settled();
    for (let next = earliest(timers, tMs); next !== undefined; next = earliest(timers, tMs)) {
      timers.delete(next.id);
      nowMs = Math.max(nowMs, next.atMs);
      next.callback();
      await settled();
    }
    nowMs = tMs;
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: (id: number) => timers.delete(id) });
  Date.now = () => beginMs + Math.floor(nowMs);
  Math.random = random;
  try {
    return await work({ nowMs: () => nowMs, runUntil });
  } finally {
    Object.assign(globalThis, real);
    Date.now = now;
    Math.random = realRandom;
  }
}

function earliest(timers: ReadonlyMap<number, Timer>, untilMs: number): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers.values()) {
    if (timer.atMs <= untilMs && (first === undefined || timer.atMs < first.atMs)) first = timer;
  }
  return first;
}

/** All promises that can go on have gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
