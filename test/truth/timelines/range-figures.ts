/** Starts and ends of containers whose images were on the node, held against the ranges of the engine: docs/evidence.md says how many are inside, and how wide these are. */
export const rangeFigures = { moments: 16_252, held: 16_252, medianPercent: 2 } as const;
