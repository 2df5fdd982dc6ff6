import type { Path } from "../../../shared/basics/path.ts";
import type { TreeNode } from "./model.ts";
import { entryOf } from "./values.ts";

/** The node at a path below a node, through aliases and merges. */
export function descend(node: TreeNode | undefined, path: Path): TreeNode | undefined {
  let at = node;
  for (const step of path) {
    if (at?.type === "map" && typeof step === "string") at = entryOf(at, step)?.entry.value;
    else if (at?.type === "sequence" && typeof step === "number") at = at.items[step]?.value;
    else return undefined;
  }
  return at;
}
