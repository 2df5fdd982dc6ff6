import { type Path, samePath } from "../../../shared/basics/path.ts";
import { descend } from "../text/descend.ts";
import type { MapNode, TreeNode } from "../text/model.ts";
import { effectiveValues, entryOf } from "../text/values.ts";

/** Kinds with containers that are no pods: schemas, measurements, patterns that other objects must match, changes to pods of an operator. */
const kindsWithoutPods: ReadonlySet<string> = new Set([
  "CustomResourceDefinition",
  "CompositeResourceDefinition",
  "ConfigMap",
  "Secret",
  "PodMetrics",
]);
const groupsWithoutPods =
  /(?:^|\.)(?:gatekeeper\.sh|monitoring\.coreos\.com|kyverno\.io|kustomize\.config\.k8s\.io|metrics\.k8s\.io)$/;

/**
 * Paths of the pod specs in an object of a kind that is not configured: every map with a list `containers` of maps with a `name`, or of
 * one map with an `image`, to which Knative gives a name.
 * `configured` are the paths that somebody did configure: `spec.jobs[].template.spec`, with `*` for any key.
 */
export function searchPodSpecs(
  object: MapNode,
  kind: string,
  group: string,
  configured: readonly string[],
): readonly Path[] {
  const found = configured.flatMap((path) => expand(object, parseSteps(path)));
  if (!kindsWithoutPods.has(kind) && !groupsWithoutPods.test(group)) search(object, [], found);
  return found;
}

function search(node: TreeNode, path: Path, found: Path[]): void {
  if (node.type === "scalar") return;
  if (node.type === "sequence") {
    for (const [index, item] of node.items.entries()) search(item.value, [...path, index], found);
    return;
  }
  if (isPodSpec(node)) {
    if (!found.some((known) => samePath(known, path))) found.push(path);
    return;
  }
  for (const [key, value] of effectiveValues(node)) {
    if (key === "openAPIV3Schema" || (path.length === 0 && (key === "status" || key === "metadata"))) continue;
    search(value, [...path, key], found);
  }
}

function isPodSpec(node: MapNode): boolean {
  const containers = entryOf(node, "containers")?.entry.value;
  if (containers?.type !== "sequence" || containers.items.length === 0) return false;
  const has = (key: string) =>
    containers.items.every(({ value }) => value.type === "map" && entryOf(value, key) !== undefined);
  return has("name") || (containers.items.length === 1 && has("image"));
}

function expand(object: TreeNode, steps: readonly string[]): readonly Path[] {
  let found: readonly { readonly node: TreeNode; readonly path: Path }[] = [{ node: object, path: [] }];
  for (const step of steps) {
    found = found.flatMap(({ node, path }) => {
      if (step === "[]")
        return node.type === "sequence"
          ? node.items.map(({ value }, index) => ({ node: value, path: [...path, index] }))
          : [];
      if (node.type !== "map") return [];
      const keys =
        step === "*"
          ? [...new Set(node.entries.flatMap(({ key, unknown, merge }) => (unknown || merge ? [] : [key])))]
          : [step];
      return keys.flatMap((key) => {
        const value = descend(node, [key]);
        return value === undefined ? [] : [{ node: value, path: [...path, key] }];
      });
    });
  }
  return found.filter(({ node }) => node.type === "map").map(({ path }) => path);
}

/** `a.b[].c` and `a.b[*].c` as `a`, `b`, `[]`, `c`. */
function parseSteps(path: string): readonly string[] {
  return path
    .replaceAll("[*]", "[]")
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
}
