import { isMainThread, Worker, workerData } from "node:worker_threads";

/** Measures, again and again, how slow the machine is: a thread of its own does the same piece of work. */
export interface Meter {
  /** How many times longer the work takes than on an idle machine, at least 1: the mean of the last measurements. Infinite before the first. */
  factor(): number;
  /** The largest that a measurement gave since the start. */
  worst(): number;
  end(): void;
}

/** What the work takes on an idle core of 2026. Shorter work would be done before the scheduler turns to somebody else. */
const workMs = 22;
const rounds = 16_000_000;
const everyMs = 1000;
const kept = 5;
/** Factors are shared between threads as thousandths. */
const scale = 1000;

export function startMeter(): Meter {
  const factors = new Int32Array(new SharedArrayBuffer(kept * Int32Array.BYTES_PER_ELEMENT));
  const largest = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { factors, largest },
    execArgv: ["--no-warnings"],
  });
  thread.unref();
  return {
    factor: () => {
      const measured = factors.filter((factor) => factor > 0);
      if (measured.length === 0) return Number.POSITIVE_INFINITY;
      return Math.max(1, measured.reduce((sum, factor) => sum + factor, 0) / measured.length / scale);
    },
    worst: () => Math.max(1, (largest[0] ?? 0) / scale),
    end: () => void thread.terminate(),
  };
}

/** In the thread. */
function measureAgainAndAgain(factors: Int32Array, largest: Int32Array): void {
  let count = 0;
  const measure = (): void => {
    const startedMs = performance.now();
    work();
    const factor = Math.round((scale * (performance.now() - startedMs)) / workMs);
    factors[count % kept] = factor;
    largest[0] = Math.max(largest[0] ?? 0, factor);
    count += 1;
  };
  measure();
  setInterval(measure, everyMs);
}

function work(): number {
  let state = 1;
  for (let round = 0; round < rounds; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}

if (!isMainThread && workerData?.factors instanceof Int32Array) {
  measureAgainAndAgain(workerData.factors, workerData.largest);
}
