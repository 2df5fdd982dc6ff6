import type { Answer } from "./model.ts";

const none = { min: 0, p50: 0, max: 0 };

/** The numbers of what was not played. */
export const noNumbers = {
  restarts: none,
  notReadyYetMs: none,
  downMs: none,
  longestWaitMs: none,
  readyShare: none,
  readyOverTime: [],
  typicalSeed: 1,
  bestSeed: 1,
  worstSeed: 1,
  firstReadyMs: undefined,
  readyForGoodMs: undefined,
  job: undefined,
  rhythm: undefined,
  containers: [],
  bounds: { firstReady: undefined, end: undefined, restarts: {} },
} as const satisfies Partial<Answer>;
