import { counted } from "../../shared/basics/counted.ts";
import { isDeepEqual, isFields, valueAt } from "../../shared/basics/values.ts";
import { podName } from "../exports/pod-name.ts";
import type { Pair } from "./match.ts";
import type { DiffObject } from "./objects.ts";

/** So many sentences of one kind are read. */
const notesMax = 5;

/** How objects were taken for the same, where it is not plain: each a sentence. */
export function matchNotes(pairs: readonly Pair[]): readonly string[] {
  return [renamed(pairs), regrouped(pairs), moved(pairs), repeated(pairs)].flatMap(bounded);
}

function bounded(all: readonly string[]): readonly string[] {
  const left = all.length - notesMax;
  return left <= 0 ? all : [...all.slice(0, notesMax), `and ${counted(left, "more object")} like that`];
}

/** One that is gone and one that is new, with the same containers, where nobody else could be meant. */
function renamed(pairs: readonly Pair[]): readonly string[] {
  const gone = pairs.flatMap(({ base, head }) =>
    base !== undefined && head === undefined && isPod(base) ? [base] : [],
  );
  const added = pairs.flatMap(({ base, head }) =>
    head !== undefined && base === undefined && isPod(head) ? [head] : [],
  );
  return added.flatMap((head) => {
    const [base, ...others] = gone.filter((each) => isSameButName(each, head));
    const isOnly = added.filter((each) => base !== undefined && isSameButName(base, each)).length === 1;
    if (base === undefined || others.length > 0 || !isOnly) return [];
    return [
      `${podName(base)} seems to be ${podName(head)} now: for Kubernetes it is a new object, and the old one has to be deleted`,
    ];
  });
}

function isPod({ is, name }: DiffObject): boolean {
  return is.a === "pod" && name !== "";
}

function isSameButName(one: DiffObject, other: DiffObject): boolean {
  if (one.is.a !== "pod" || other.is.a !== "pod" || one.kind !== other.kind || one.namespace !== other.namespace)
    return false;
  const containersOf = ({ located }: typeof one.is.pod): unknown => valueAt(located.spec, ["containers"]);
  const [containers, others] = [containersOf(one.is.pod), containersOf(other.is.pod)];
  return Array.isArray(containers) && containers.length > 0 && isDeepEqual(containers, others);
}

function regrouped(pairs: readonly Pair[]): readonly string[] {
  return pairs.flatMap(({ base, head }) => {
    const [before, after] = [base, head].map(groupOf);
    if (head === undefined || before === undefined || after === undefined || before === after) return [];
    return [`${podName(head)} moves from ${before} to ${after}: compared as the same object`];
  });
}

function groupOf(object: DiffObject | undefined): string | undefined {
  const version = isFields(object?.value) ? object.value["apiVersion"] : undefined;
  return typeof version === "string" && object?.is.a === "pod" ? version : undefined;
}

function moved(pairs: readonly Pair[]): readonly string[] {
  return pairs.flatMap(({ base, head }) =>
    base !== undefined && head !== undefined && base.is.a !== "file" && base.file.key !== head.file.key
      ? [`${podName(head)} moved from ${base.file.path} to ${head.file.path}`]
      : [],
  );
}

function repeated(pairs: readonly Pair[]): readonly string[] {
  const sides = [pairs.flatMap(({ base }) => base ?? []), pairs.flatMap(({ head }) => head ?? [])];
  const sentences = sides.flatMap((objects) => {
    const named = new Map<string, DiffObject[]>();
    for (const object of objects) {
      if (object.is.a !== "pod" || object.name === "") continue;
      const { prefix, objectPath } = object.is.pod.located;
      const key = JSON.stringify([object.file.key, podName(object), object.namespace, prefix.slice(objectPath.length)]);
      named.set(key, [...(named.get(key) ?? []), object]);
    }
    return [...named.values()].flatMap(([first, ...others]) =>
      first === undefined || others.length === 0
        ? []
        : [`${first.file.path} has ${podName(first)} ${others.length + 1} times: compared in their order`],
    );
  });
  return [...new Set(sentences)];
}
