/** Starts and ends of recorded pods where nobody touched pod and node, held against what is possible: docs/evidence.md says how many are inside. */
export const judgedCounts = { inside: 5483, outside: 38, "not judged": 166 } as const;
