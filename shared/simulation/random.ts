/** Numbers in [0, 1) that depend on the seed alone. */
export interface Random {
  next(): number;
  /** Seed of a generator that goes on from here. */
  state(): number;
}

/** Mulberry32: small, fast, and good enough for jitter. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    },
    state: () => state,
  };
}
