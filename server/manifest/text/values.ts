import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import { memo } from "../../../shared/basics/once.ts";
import type { MapEntry, MapNode, ScalarNode, TreeNode } from "./model.ts";

interface FoundEntry {
  readonly entry: MapEntry;
  /** The alias after `<<` that brings the entry into this map. */
  readonly via: OffsetRange | undefined;
}

/**
 * The entry that counts: the last one, where a `<<` counts from its own place on, even over keys above it.
 * Of a list of maps after `<<` the first that has the key counts. Models sigs.k8s.io/yaml/goyaml.v2 decoder.merge (v1.6)
 */
export function entryOf(map: MapNode, key: string): FoundEntry | undefined {
  if (map.entries.length > scannedEntriesMax) {
    const index = indexOf(map);
    if (index !== undefined) {
      const entry = index.get(key);
      return entry && { entry, via: undefined };
    }
  }
  for (let index = map.entries.length - 1; index >= 0; index -= 1) {
    const entry = map.entries[index];
    if (entry === undefined || entry.unknown) continue;
    if (entry.merge) {
      for (const source of mergedMaps(entry)) {
        const found = entryOf(source.map, key);
        if (found !== undefined) return { entry: found.entry, via: source.alias ?? found.via };
      }
    } else if (entry.key === key) return { entry, via: undefined };
  }
  return undefined;
}

/** Up to here looking through the entries is faster than an index. */
const scannedEntriesMax = 32;
/** The entries by key, made once; undefined where a `<<` brings some from elsewhere. */
const indexOf = memo(({ entries }: MapNode): ReadonlyMap<string, MapEntry> | undefined =>
  entries.some(({ merge }) => merge)
    ? undefined
    : new Map(entries.filter(({ unknown }) => !unknown).map((entry) => [entry.key, entry])),
);

/** What counts under each key of a map. */
export function effectiveValues(map: MapNode): ReadonlyMap<string, TreeNode> {
  const values = new Map<string, TreeNode>();
  for (const entry of map.entries) {
    if (entry.unknown) continue;
    if (entry.merge)
      for (const source of mergedMaps(entry).toReversed())
        for (const [key, value] of effectiveValues(source.map)) values.set(key, value);
    else values.set(entry.key, entry.value);
  }
  return values;
}

/** The value as plain objects, lists and scalars, as kubectl sends it. A template is undefined. `scalarOf` may see scalars in its own way. */
export function plainValue(node: TreeNode, scalarOf: (node: ScalarNode) => unknown = scalarValue): unknown {
  switch (node.type) {
    case "scalar":
      return scalarOf(node);
    case "sequence":
      return node.items.map((item) => plainValue(item.value, scalarOf));
    case "map": {
      const result: Record<string, unknown> = {};
      fill(result, node, scalarOf);
      return result;
    }
  }
}

function scalarValue(node: ScalarNode): unknown {
  return node.unknown && node.value === null ? undefined : node.value;
}

/** Its text, if it is one that is known. */
export function textAt(node: TreeNode | undefined, ...keys: readonly string[]): string | undefined {
  let at = node;
  for (const key of keys) at = at?.type === "map" ? entryOf(at, key)?.entry.value : undefined;
  return at?.type === "scalar" && typeof at.value === "string" ? at.value : undefined;
}

function fill(result: Record<string, unknown>, map: MapNode, scalarOf: (node: ScalarNode) => unknown): void {
  const { entries } = map;
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry === undefined || entry.unknown) continue;
    if (entry.merge) for (const source of mergedMaps(entry).toReversed()) fill(result, source.map, scalarOf);
    else if (entry.key === "__proto__")
      Object.defineProperty(result, entry.key, {
        value: plainValue(entry.value, scalarOf),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else result[entry.key] = plainValue(entry.value, scalarOf);
  }
}

function mergedMaps(entry: MapEntry): readonly { readonly map: MapNode; readonly alias: OffsetRange | undefined }[] {
  const { value, alias } = entry;
  if (value.type === "map") return [{ map: value, alias }];
  if (value.type === "scalar") return [];
  return value.items.flatMap((item) =>
    item.value.type === "map" ? [{ map: item.value, alias: alias ?? item.alias }] : [],
  );
}
