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

/** The same for very many texts that recur for a while: what was not asked for lately is forgotten in one go. */
/* @__NO_SIDE_EFFECTS__ */
export function memoLately<Value>(compute: (key: string) => Value, most = 5000): (key: string) => Value {
  let recent = new Map<string, Value>();
  let older = recent;
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? compute(key);
    if (recent.size >= most) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}
