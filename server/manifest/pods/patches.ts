import { nearest } from "../../../shared/basics/nearest.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { descend } from "../text/descend.ts";
import type { MapNode, TreeNode } from "../text/model.ts";
import { entryOf, textAt } from "../text/values.ts";

const kindsWithSelector: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"]);
const kindsWithRestartPolicy: ReadonlySet<string> = new Set(["Job", "CronJob"]);

/**
 * Whether an object of a built-in kind is a part that somebody completes, above all a Kustomize patch: it has directives of a strategic merge, or it lacks two things
 * that the API server asks of the kind and is a document of its own (`isAlone`). One of them alone is a mistake, which is reported.
 */
export function isPatch(
  object: MapNode,
  { kind, podSpec, isAlone, text }: { kind: string; podSpec: Path; isAlone: boolean; text: string },
): boolean {
  if (hasDirective(object, text)) return true;
  if (!isAlone) return false;
  if (isCutOff(object, podSpec) || isMisspelt(object, podSpec) || changesNothing(object)) return false;
  if (kind === "Pod") return isForSpark(descend(object, podSpec)) || isTemplateOfProgram(object, podSpec);
  if (kind === "PodTemplate") return false;
  const lacksLabels = descend(object, [...podSpec.slice(0, -1), "metadata", "labels"]) === undefined;
  const noImage = lacksImage(descend(object, podSpec));
  if (kindsWithSelector.has(kind))
    return descend(object, ["spec", "selector"]) === undefined && (noImage || lacksLabels);
  if (kindsWithRestartPolicy.has(kind)) return descend(object, [...podSpec, "restartPolicy"]) === undefined && noImage;
  return lacksLabels && noImage;
}

/** A patch that only names its object does not exist: somebody is not done yet. */
function changesNothing(object: MapNode): boolean {
  const metadata = descend(object, ["metadata"]);
  const isName = metadata?.type === "map" && metadata.entries.every(({ key }) => key === "name" || key === "namespace");
  return isName && object.entries.every(({ key }) => ["apiVersion", "kind", "metadata"].includes(key));
}

/** Something stands on the way to the pod spec that holds nothing: no patch says so little, somebody is not done yet. */
function isCutOff(object: MapNode, podSpec: Path): boolean {
  return podSpec.some((_, index) => {
    const node = descend(object, podSpec.slice(0, index + 1));
    return node !== undefined && (node.type !== "map" || node.entries.length === 0) && !isTemplate(node);
  });
}

/**
 * A step on the way to the pod spec is there in other letters, as `jobtemplate` or `templates`, or what belongs further down
 * stands in its place: a mistake, and all else follows from it.
 */
function isMisspelt(object: MapNode, podSpec: Path): boolean {
  return podSpec.some((step, index) => {
    const parent = descend(object, podSpec.slice(0, index));
    const name = String(step);
    if (parent?.type !== "map" || entryOf(parent, name) !== undefined) return false;
    const deeper = [...podSpec.slice(index + 1).map(String), "containers"].filter((each) => each !== name);
    return parent.entries.some(({ key }) => nearest(key, [name]) !== undefined || deeper.includes(key));
  });
}

function isTemplate(node: TreeNode): boolean {
  return node.type === "scalar" && node.unknown;
}

/** Spark fills in the rest of its pod templates, most of all the image of the containers with these names. */
const sparkContainers: readonly (string | undefined)[] = ["spark-kubernetes-driver", "spark-kubernetes-executor"];

/** What Spark, Flink, and CI runners fill in: without a name there is no Pod, and without containers it is none that somebody forgot to name. */
function isTemplateOfProgram(object: MapNode, podSpec: Path): boolean {
  const isNamed = ["name", "generateName"].some((key) => descend(object, ["metadata", key]) !== undefined);
  const spec = descend(object, podSpec);
  return !isNamed && spec?.type === "map" && entryOf(spec, "containers") === undefined;
}

function isForSpark(podSpec: TreeNode | undefined): boolean {
  const containers = podSpec && descend(podSpec, ["containers"]);
  if (containers?.type !== "sequence") return false;
  return containers.items.some(({ value }) => value.type === "map" && sparkContainers.includes(textAt(value, "name")));
}

function lacksImage(podSpec: TreeNode | undefined): boolean {
  const containers = podSpec && descend(podSpec, ["containers"]);
  if (containers?.type !== "sequence") return true;
  return containers.items.some(({ value }) => value.type === "map" && entryOf(value, "image") === undefined);
}

/** `$patch: delete` and the like: only a strategic merge reads them. `text`: that of the document, which says faster that there is none. */
export function hasDirective(object: MapNode, text: string): boolean {
  return (directives.some((word) => text.includes(word)) || text.includes("\\")) && holdsDirective(object);
}

const directives = ["$patch", "$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/"];

function holdsDirective(node: TreeNode): boolean {
  switch (node.type) {
    case "scalar":
      return false;
    case "sequence":
      return node.items.some(({ value, alias }) => alias === undefined && holdsDirective(value));
    case "map":
      return node.entries.some(
        ({ key, value, alias }) => isDirective(key) || (alias === undefined && holdsDirective(value)),
      );
  }
}

/** A key that only a strategic merge reads. */
export function isDirective(key: string): boolean {
  return key.startsWith("$") && directives.some((word) => key.startsWith(word));
}
