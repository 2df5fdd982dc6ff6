/** The largest exit code; the smallest is 0. */
export const exitCodeMax = 255;

/** How often a run is repeated. */
export const timesMax = 1_000_000;

/** Nobody counts farther by hand, and sums stay exact. */
export const numberMax = 1_000_000;

/** 100 years, longer than any pod lives; keeps sums of virtual milliseconds exact. */
export const durationMsMax = 100 * 365 * 24 * 3600e3;

/** Pods of a workload that is scaled in a rollout: more take long to play. */
export const replicasMax = 5000;
