/** Work that is done piece by piece: between two of them, others get a turn. */
export type Pieces<T> = Generator<void, T, void>;

/** Does all of it, or all that is left of it. */
export function finish<T>(pieces: Pieces<T>): T {
  for (;;) {
    const next = pieces.next();
    if (next.done === true) return next.value;
  }
}

/** An answer that is worked out when somebody asks, and then kept. */
export interface Lazy<T> {
  /** Works out what is left of it. */
  get(): T;
  /** Works it out piece by piece. Who stops in between leaves what is done to those who ask next. */
  pieces(): Pieces<void>;
}

export function lazy<T>(begin: () => Pieces<T>): Lazy<T> {
  let work: Pieces<T> | undefined;
  let known: { readonly value: T } | undefined;
  const isDone = (): boolean => {
    work ??= begin();
    const next = work.next();
    if (next.done === true) known = { value: next.value };
    return known !== undefined;
  };
  return {
    get() {
      for (;;) {
        if (known !== undefined) return known.value;
        isDone();
      }
    },
    *pieces() {
      while (known === undefined && !isDone()) yield;
    },
  };
}
