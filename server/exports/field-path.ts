import type { Path } from "../../shared/kubernetes/path.ts";
import type { LocatedPod } from "../manifest/model.ts";

/** The path of the pod spec in its object, which in a list is an item. */
export function inObject({ prefix, objectPath }: Pick<LocatedPod, "prefix" | "objectPath">): Path {
  return prefix.slice(objectPath.length);
}
