import type { Path } from "../../shared/basics/path.ts";
import type { LocatedPod } from "../manifest/text/model.ts";

/** The path of the pod spec in its object, which in a list is an item. */
export function inObject({ prefix, objectPath }: Pick<LocatedPod, "prefix" | "objectPath">): Path {
  return prefix.slice(objectPath.length);
}

/** The path with names in the place of indexes, where entries have names: it stays the same when others come before them. */
export function namedPath(path: Path, value: unknown): Path {
  let at: unknown = value;
  return path.map((step) => {
    at = isIndexed(at) ? Reflect.get(at, step) : undefined;
    const name = typeof step === "number" && isIndexed(at) ? Reflect.get(at, "name") : undefined;
    return typeof name === "string" ? name : step;
  });
}

function isIndexed(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
