/** Numbers that a seed decides, the same on every machine. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
  /** True in so many of 100 cases. */
  readonly percent: (share: number) => boolean;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
  /** Undefined: there is nothing to pick from. */
  readonly anyOf: <T>(values: readonly T[]) => T | undefined;
}

/** The generator of Tommy Ettinger, known as mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (share) => next() * 100 < share,
    pick: (values) => values[below(values.length)] ?? values[0],
    anyOf: (values) => values[below(values.length)],
  };
}
