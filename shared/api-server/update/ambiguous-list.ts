import { isDeepEqual } from "../../basics/values.ts";
import { type Fields, isFields } from "../types/fields.ts";

/** What the server has, and the texts before and after. */
export interface Sides<T> {
  readonly live: T;
  readonly base: T;
  readonly head: T;
}

/**
 * A list that kubectl merges by a key that several of its items have, such as the number of a port for TCP and for UDP. kubectl takes the
 * lists apart pair by pair, but what is sent names an item by its key alone: each change goes to the first item that has it, and
 * a deletion takes all of them.
 */
// Models staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go diffListsOfMaps, mergeSlice (v1.37.1)
export function mergeAmbiguous({ live, base, head }: Sides<readonly unknown[]>, key: string): readonly unknown[] {
  const [lives, bases, heads] = [live, base, head].map((items) => items.filter((item) => hasKey(item, key)));
  if (lives?.length !== live.length || bases?.length !== base.length || heads?.length !== head.length) return live;
  const order = new Map(heads.toReversed().map((item, index) => [item[key], heads.length - index]));
  const byHead = (items: readonly Fields[]): readonly Fields[] =>
    items.toSorted(
      (left, right) => (order.get(left[key]) ?? heads.length + 1) - (order.get(right[key]) ?? heads.length + 1),
    );
  const gone = new Set<unknown>();
  const removals = pairs(bases, heads, key).flatMap(({ value, before, after }) => {
    if (after === undefined) gone.add(value);
    return before !== undefined && after !== undefined ? changedItem(key, value, removed(before, after)) : [];
  });
  const changes = pairs(lives.map(stored), heads, key).flatMap(({ value, before, after }) => {
    if (after === undefined) return [];
    return before === undefined ? [after] : changedItem(key, value, changed(before, after));
  });
  // The second list is merged into the first one, where it meets a deletion of the same key, too.
  const patch = changes
    .filter((item) => !gone.has(item[key]) || removals.some((each) => each[key] === item[key]))
    .reduce<readonly Fields[]>((sum, item) => applied(sum, item, key), byHead(removals));
  const isInOrder = live.length === head.length && heads.every((item, index) => item[key] === lives[index]?.[key]);
  if (isInOrder && patch.length + gone.size === 0) return live;
  const left = lives.filter((item) => !gone.has(item[key]));
  return byHead(byHead(patch).reduce<readonly Fields[]>((sum, item) => applied(sum, item, key), left));
}

/** The server does not write empty texts of a port or of a variable. */
function stored(item: Fields): Fields {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== ""));
}

function hasKey(item: unknown, key: string): item is Fields {
  return isFields(item) && item[key] !== undefined;
}

interface Pair {
  readonly value: unknown;
  readonly before?: Fields | undefined;
  readonly after?: Fields | undefined;
}

/** Both lists in the order of the key as text, items of one key the last one first, side by side. */
function pairs(before: readonly Fields[], after: readonly Fields[], key: string): readonly Pair[] {
  const [left, right] = [before, after].map((items) => groupedByKey(items, key));
  const values = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])];
  return values
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1))
    .flatMap((value) => {
      const [was, is] = [left?.get(value) ?? [], right?.get(value) ?? []];
      return Array.from({ length: Math.max(was.length, is.length) }, (_, index) => ({
        value,
        before: was[index],
        after: is[index],
      }));
    });
}

function groupedByKey(items: readonly Fields[], key: string): ReadonlyMap<unknown, readonly Fields[]> {
  const groups = new Map<unknown, Fields[]>();
  for (const item of items.toReversed()) {
    const group = groups.get(item[key]);
    if (group === undefined) groups.set(item[key], [item]);
    else group.push(item);
  }
  return groups;
}

function changedItem(key: string, value: unknown, fields: Fields): readonly Fields[] {
  return Object.keys(fields).length === 0 ? [] : [{ ...fields, [key]: value }];
}

/** What another text has that this one has not, or has otherwise. */
function changed(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]): readonly [string, unknown][] => {
      const was = before[name];
      if (isFields(was) && isFields(value)) {
        const inner = changed(was, value);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return isDeepEqual(was ?? null, value ?? null) ? [] : [[name, value ?? null]];
    }),
  );
}

/** Null for each field that the other text has no more. */
function removed(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, was]): readonly [string, unknown][] => {
      const value = after[name];
      if (value === undefined || value === null) return [[name, null]];
      if (!isFields(was) || !isFields(value)) return [];
      const inner = removed(was, value);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }),
  );
}

/** The list after one item of a patch: into the first item of its key, or behind all. */
function applied(items: readonly Fields[], item: Fields, key: string): readonly Fields[] {
  const index = items.findIndex((each) => each[key] === item[key]);
  return index < 0 ? [...items, item] : items.with(index, merged(items[index] ?? {}, item));
}

function merged(into: Fields, patch: Fields): Fields {
  const result = { ...into };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    result[name] = isFields(value) && isFields(before) ? merged(before, value) : value;
  }
  return result;
}
