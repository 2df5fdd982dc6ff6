/** The set with some more, or without some. */
export function changedSet(before: ReadonlySet<string>, names: readonly string[], isIn: boolean): ReadonlySet<string> {
  const others = [...before].filter((name) => !names.includes(name));
  return new Set(isIn ? [...others, ...names] : others);
}
