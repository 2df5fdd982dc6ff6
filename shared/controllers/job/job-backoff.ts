/** First delay before a failed pod is replaced, and the longest. */
const firstDelayMs = 10_000;
const longestDelayMs = 600_000;

/** More doublings than it takes to the longest delay. */
const doublingsMax = 6;

/** What the controller remembers of a Job's failures, in memory only: a restart of the controller forgets it. */
export interface BackoffRecord {
  /** Failures since the last success. */
  readonly failures: number;
  readonly lastFailureMs: number;
}

export const noFailures: BackoffRecord = { failures: 0, lastFailureMs: 0 };

/** How long no pod is created after that many failures in a row, counted from the end of the last of them. */
// Models pkg/controller/job/backoff_utils.go getRemainingTimeForFailuresCount (v1.37.1)
export function jobDelayMs(failures: number): number {
  if (failures <= 0) return 0;
  return Math.min(firstDelayMs * 2 ** Math.min(failures - 1, doublingsMax), longestDelayMs);
}

export function remainingMs({ failures, lastFailureMs }: BackoffRecord, nowMs: number): number {
  return failures === 0 ? 0 : Math.max(0, lastFailureMs + jobDelayMs(failures) - nowMs);
}

/**
 * The record after pods have finished at these times. A success forgets all failures but those that came after it;
 * pods that fail together count one by one, so that the delay leaps.
 */
// Models pkg/controller/job/backoff_utils.go newBackoffRecord (v1.37.1)
export function nextRecord(
  before: BackoffRecord,
  succeededMs: readonly number[],
  failedMs: readonly number[],
): BackoffRecord {
  if (succeededMs.length === 0) return failedMs.length === 0 ? before : recordOf(before.failures, failedMs);
  const lastSuccessMs = Math.max(...succeededMs);
  return recordOf(
    0,
    failedMs.filter((failed) => failed > lastSuccessMs),
  );
}

function recordOf(failuresBefore: number, failedMs: readonly number[]): BackoffRecord {
  if (failedMs.length === 0) return noFailures;
  return { failures: failuresBefore + failedMs.length, lastFailureMs: Math.max(...failedMs) };
}
