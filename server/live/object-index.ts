/** UIDs of pods by what they belong to. Most keys are names of pods, which have one: of a large cluster, a set for each is much. */
export class ObjectIndex {
  readonly #byKey = new Map<string, string | Set<string>>();

  get(key: string): readonly string[] {
    const known = this.#byKey.get(key);
    if (known === undefined) return [];
    return typeof known === "string" ? [known] : [...known];
  }

  add(key: string, uid: string): void {
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, uid);
    else if (typeof known !== "string") known.add(uid);
    else if (known !== uid) this.#byKey.set(key, new Set([known, uid]));
  }

  remove(key: string, uid: string): void {
    const known = this.#byKey.get(key);
    const isLast = typeof known === "string" ? known === uid : known?.delete(uid) === true && known.size === 0;
    if (isLast) this.#byKey.delete(key);
  }

  clear(): void {
    this.#byKey.clear();
  }
}
