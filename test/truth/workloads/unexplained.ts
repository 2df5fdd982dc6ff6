/**
 * Scenarios of a file of recordings that are not explained, and why as far as that is known. The machine was busy while these were
 * recorded: `kubectl drain` asked for evictions up to 0.8 s late, and one rollout made a pod less than any draw of ours.
 */
export const unexplained: Readonly<Record<string, readonly string[]>> = {
  "own-1": ["drain-two-nodes", "scale-down-during-roll"],
  "own-2": ["drain-stateful-set", "drain-two-nodes"],
};
