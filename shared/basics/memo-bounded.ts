/** A function that computes its answer once for each text or number. Those never go: so many answers are kept, and the one that was asked for last is forgotten last. */
/* @__NO_SIDE_EFFECTS__ */
export function memoBounded<Key extends string | number, Rest extends readonly unknown[], Value>(
  most: number,
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const kept = new Map<Key, { readonly value: Value }>();
  return (key, ...rest) => {
    const known = kept.get(key) ?? { value: compute(key, ...rest) };
    kept.delete(key);
    kept.set(key, known);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return known.value;
  };
}
