// What is computed once: at all, for an object, or for a text. Only what somebody notices in a benchmark is worth one of them.

/** A function that computes its answer at the first call and keeps it. */
/* @__NO_SIDE_EFFECTS__ */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** A function that computes its answer once for each object and forgets it with the object. Nothing else that it is given may make a difference. */
/* @__NO_SIDE_EFFECTS__ */
export function memo<Key extends object, Rest extends readonly unknown[], Value>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key, ...rest) => {
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key, ...rest);
    kept.set(key, { value });
    return value;
  };
}
