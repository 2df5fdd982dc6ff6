import { setTimeout as pause } from "node:timers/promises";
import { type Meter, startMeter } from "./machine-meter.ts";

// The only module of the tests that knows how long something may take. A limit only ends what hangs, so it counts machine time:
// a second in which this machine does its work ten times slower than an idle one counts as a tenth of a second.

/** How long a wait for one condition may take. */
const conditionMs = 30_000;
/** How long a test may take. The slowest one needs two minutes: it watches 5,000 pods of a real API server. */
const testMs = 300_000;
/** How long a page of the panel, and a window of VS Code, may be open: what its test waits for then fails. */
const pageMs = 40_000;
const windowMs = 90_000;
/** How long nothing may begin or end in a run. It also ends a test that does not come back to Node's event loop. */
const silenceMs = 600_000;

export const limitsMs = {
  condition: conditionMs,
  test: testMs,
  page: pageMs,
  window: windowMs,
  silence: silenceMs,
} as const;

// Fake timers replace the globals; the limits stay real.
const { setInterval, clearInterval } = globalThis;
const realNowMs = performance.now.bind(performance);

/** How often waits are counted down. A process that was suspended or busy itself did not wait meanwhile. */
const tickMs = 250;
/** Most waits are over before the machine is worth measuring, and with a long limit it does not matter. */
const unmeasuredMs = 1000;
const longMs = 20_000;

interface Wait {
  leftMs: number;
  readonly onOver: () => void;
}

const waits = new Set<Wait>();
let ticker: NodeJS.Timeout | undefined;
let startedMs = 0;
let tickedMs = 0;
let meter: Meter | undefined;

/** Calls back when so much machine time has passed. What it returns calls that off. */
export function afterMachineTime(limitMs: number, onOver: () => void): () => void {
  const wait = { leftMs: limitMs, onOver };
  waits.add(wait);
  if (ticker === undefined) {
    startedMs = realNowMs();
    tickedMs = startedMs;
    ticker = setInterval(tick, tickMs).unref();
  }
  return () => {
    waits.delete(wait);
    if (waits.size === 0) rest();
  };
}

function tick(): void {
  const nowMs = realNowMs();
  const elapsedMs = Math.min(nowMs - tickedMs, 2 * tickMs);
  tickedMs = nowMs;
  if (nowMs - startedMs > unmeasuredMs || [...waits].some(({ leftMs }) => leftMs < longMs)) meter ??= startMeter();
  const spentMs = elapsedMs / (meter?.factor() ?? 1);
  for (const wait of [...waits]) {
    wait.leftMs -= spentMs;
    if (wait.leftMs > 0) continue;
    waits.delete(wait);
    wait.onOver();
  }
  if (waits.size === 0) rest();
}

function rest(): void {
  clearInterval(ticker);
  ticker = undefined;
  meter?.end();
  meter = undefined;
}

const pollMs = 20;

/** What is waited for, in words; a function is called when they are needed. */
export type What = string | (() => string | Promise<string>);

/** Asks again and again until the answer is not undefined. */
export async function eventually<Answer>(
  what: What,
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  limitMs: number = conditionMs,
): Promise<Answer> {
  let isOver = false;
  const callOff = afterMachineTime(limitMs, () => {
    isOver = true;
  });
  try {
    for (;;) {
      const wasOver = isOver;
      const answer = await ask();
      if (answer !== undefined) return answer;
      if (wasOver) throw new Error(`not in time: ${typeof what === "string" ? what : await what()}`);
      await pause(pollMs);
    }
  } finally {
    callOff();
  }
}

/** The same for a condition. */
export async function until(what: What, isSo: () => boolean, limitMs?: number): Promise<void> {
  await eventually(what, () => isSo() || undefined, limitMs);
}

/** Asserts again and again until it does not throw; then it throws what the last assertion threw. */
export async function holds(assertion: () => unknown, limitMs?: number): Promise<void> {
  let last: unknown;
  const attempt = async (): Promise<true | undefined> => {
    try {
      await assertion();
      return true;
    } catch (error) {
      last = error;
      return undefined;
    }
  };
  try {
    await eventually("an assertion", attempt, limitMs);
  } catch {
    throw last;
  }
}

/** The result of the work, or an error when it takes too long. The work is not stopped. */
export async function inTime<Result>(
  what: string,
  work: () => Result | PromiseLike<Result>,
  limitMs: number,
): Promise<Result> {
  let callOff = (): void => {};
  const isOver = new Promise<never>((_, reject) => {
    callOff = afterMachineTime(limitMs, () =>
      reject(new Error(`${what} takes longer than ${limitMs / 1000} s of machine time`)),
    );
  });
  try {
    return await Promise.race([isOver, work()]);
  } finally {
    callOff();
  }
}
