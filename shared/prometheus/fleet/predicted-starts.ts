import type { Explained, WaitModel } from "./explain.ts";
import type { RestartHistory } from "./history.ts";

/**
 * Starts that no scrape saw are where the back-off predicts them, as far as the scrapes around them allow: a container that runs for less
 * than a scrape interval would else seem to run for half of one.
 */
export function withPredictedStarts(
  history: RestartHistory,
  { restarts }: Explained,
  { meanOf }: WaitModel,
): RestartHistory {
  return {
    ...history,
    restarts: history.restarts.map((restart, index) => {
      const { exitMs, startEarliestMs, startLatestMs, unseen } = restart;
      const explained = restarts[index];
      if (explained?.isInWindow !== true || exitMs === undefined || unseen > 0 || startEarliestMs === startLatestMs)
        return restart;
      const predictedMs = exitMs + meanOf(explained.delayMs, Number.POSITIVE_INFINITY);
      const nextExitMs = history.restarts[index + 1]?.exitMs ?? history.lastExitMs ?? startLatestMs;
      const latestMs = Math.max(startEarliestMs, Math.min(startLatestMs, nextExitMs));
      const startMs = Math.min(Math.max(predictedMs, startEarliestMs), latestMs);
      return { ...restart, startEarliestMs: startMs, startLatestMs: startMs };
    }),
  };
}
