/** Where harm begins. */
interface Threshold {
  /** The longest fault that was played without harm; 0 where each one does harm. */
  readonly survivesMs: number;
  /** The shortest that was played with harm: one step more. */
  readonly hurtsMs: number;
}

/**
 * Finds the shortest fault that does harm, to a step. All that are longer than `knownMs` do: no shorter one is likely to that is far
 * from it, so the search begins there, in growing steps, and ends in halves. It plays two for each time that `knownMs` can be halved.
 */
export function thresholdBelow(knownMs: number, stepMs: number, hurts: (lengthMs: number) => boolean): Threshold {
  let high = Math.floor(knownMs / stepMs) + 1;
  let low = 0;
  for (let steps = 1; high - steps > 0; steps *= 2) {
    if (!hurts((high - steps) * stepMs)) {
      low = high - steps;
      break;
    }
    high -= steps;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (hurts(middle * stepMs)) high = middle;
    else low = middle;
  }
  return { survivesMs: low * stepMs, hurtsMs: high * stepMs };
}
