/** How long things may take. */
export interface TimeLimits {
  /** No answer, or no next part of one, for so long. */
  readonly requestMs: number;
  /** Who waits for the first answer hears why after so long. */
  readonly wordsMs: number;
  /** A list may be long in the making. */
  readonly listMs: number;
  /** A watch without a word for so long is dead: the API server sends a bookmark about every minute. */
  readonly watchIdleMs: number;
  /** How long the API server keeps a watch at least; at most twice as long. As client-go. */
  readonly watchSeconds: number;
  /** The first wait after a failure; each next one is twice as long. */
  readonly firstWaitMs: number;
  readonly lastWaitMs: number;
  /** A watch that ended as it should may be missing for so long before what is known counts as stale. */
  readonly graceMs: number;
  /** Where watches do not work, everything is listed so often. */
  readonly pollMs: number;
  /** A watch that says nothing for so long is doubted until one has said a word. */
  readonly silenceMs: number;
  /** So often it is looked whether this machine was asleep. */
  readonly awakeMs: number;
  /** Changes are collected for so long. */
  readonly batchMs: number;
  readonly pluginLimitMs: number;
}

export const defaultTiming: TimeLimits = {
  requestMs: 30_000,
  wordsMs: 5000,
  listMs: 60_000,
  watchIdleMs: 100_000,
  watchSeconds: 300,
  firstWaitMs: 500,
  lastWaitMs: 30_000,
  graceMs: 1000,
  pollMs: 10_000,
  silenceMs: 10_000,
  awakeMs: 5000,
  batchMs: 40,
  pluginLimitMs: 60_000,
};

/** Node's timers go off immediately when they are set for longer than this: 24.8 days. */
const timerMaxMs = 2 ** 31 - 1;

/** As long as a timer can wait. */
export function boundedMs(ms: number): number {
  return Math.min(ms, timerMaxMs);
}
