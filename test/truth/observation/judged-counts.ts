/** Starts and ends of recorded pods where nobody touched pod and node, held against what is possible: docs/evidence.md says how many are inside. */
export const judgedCounts = { inside: 5385, outside: 40, "not judged": 262 } as const;
