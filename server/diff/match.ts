import type { DiffObject } from "./objects.ts";

/** An object on both sides, or on one. */
export interface Pair {
  readonly base: DiffObject | undefined;
  readonly head: DiffObject | undefined;
}

/**
 * What was and what is: first by file and name; then by name alone, where it says clearly which object moved to another file.
 * In the order of the head; what is gone comes last.
 */
export function matchObjects(base: readonly DiffObject[], head: readonly DiffObject[]): readonly Pair[] {
  const found = new Map<DiffObject, DiffObject>();
  const pairUp = (keysOf: (objects: readonly DiffObject[]) => ReadonlyMap<string, DiffObject>): void => {
    const used = new Set(found.values());
    const before = keysOf(base.filter((each) => !used.has(each)));
    const after = keysOf(head.filter((each) => !found.has(each)));
    for (const [key, object] of after) {
      const same = before.get(key);
      if (same !== undefined) found.set(object, same);
    }
  };
  pairUp(byFileAndName);
  pairUp(byNameAlone);
  const used = new Set(found.values());
  return [
    ...head.map((object) => ({ base: found.get(object), head: object })),
    ...base.filter((object) => !used.has(object)).map((object) => ({ base: object, head: undefined })),
  ];
}

/** Of equal names in one file, the first belongs to the first. */
function byFileAndName(objects: readonly DiffObject[]): ReadonlyMap<string, DiffObject> {
  const counts = new Map<string, number>();
  return new Map(
    objects.map((object) => {
      const name = JSON.stringify([object.file.key, nameOf(object)]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, object];
    }),
  );
}

/** The objects by name, without names that several objects have. */
function byNameAlone(objects: readonly DiffObject[]): ReadonlyMap<string, DiffObject> {
  const found = new Map<string, DiffObject | undefined>();
  for (const object of objects) {
    if ((object.is.a !== "pod" && object.is.a !== "claim") || object.name === "") continue;
    const name = JSON.stringify(nameOf(object));
    found.set(name, found.has(name) ? undefined : object);
  }
  return new Map([...found].flatMap(([name, object]) => (object === undefined ? [] : [[name, object] as const])));
}

function nameOf({ kind, namespace, name, is }: DiffObject): readonly unknown[] {
  return [
    is.a,
    kind,
    namespace,
    name,
    is.a === "pod" ? is.pod.located.prefix.slice(is.pod.located.objectPath.length) : [],
  ];
}
