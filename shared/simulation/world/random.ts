/** Numbers in [0, 1) that depend on the seed alone. */
export interface Random {
  next(): number;
  /** What it goes on from: `become` of it goes on in the same way. */
  state(): number;
  become(state: number): void;
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
    become: (other) => {
      state = other >>> 0;
    },
  };
}
