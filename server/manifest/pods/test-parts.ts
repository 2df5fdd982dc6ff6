import type { Path } from "../../../shared/basics/path.ts";
import { descend } from "../text/descend.ts";
import type { MapEntry, MapNode, TreeNode } from "../text/model.ts";
import { entryOf } from "../text/values.ts";

/**
 * Whether an object holds only what a test compares with objects of a cluster, as kuttl and Chainsaw do, so that nobody sends it:
 * it has expressions as keys, a status but no containers, what another program reads above its version and kind, or neither of two things
 * that every sent object has.
 */
export function isPartForTest(object: MapNode, podSpec: Path, text: string): boolean {
  if (holdsExpressionKeys(text) || standsBelowOthers(object, text)) return true;
  const containers = descend(object, [...podSpec, "containers"]);
  const hasContainers = containers?.type === "sequence" && containers.items.length > 0;
  if (hasEntries(descend(object, ["status"])) && !hasContainers) return true;
  const hasImages = hasContainers && containers.items.every(({ value }) => hasImage(value));
  return !hasImages && (isSelectedByLabels(object) || hasOwnerWithoutUid(object));
}

/** `(length(items) > `0`): true`, or `(name): web`: Chainsaw evaluates such keys. */
function holdsExpressionKeys(text: string): boolean {
  return text.includes("(") && text.split("\n").some(isExpressionKey);
}

function isExpressionKey(line: string): boolean {
  return /^ *(?:- +)*["']?\(/.test(line) && /\)["']?(?:->\w+)? *:(?: |\r?$)/.test(line);
}

/**
 * A test of a chart can have its name, values, and the expected objects in one document. One such key may be a slip, and keys whose
 * values have anchors are there for what stands below.
 */
function standsBelowOthers({ entries }: MapNode, text: string): boolean {
  const first = entries.findIndex(({ key }) => ofObjects.has(key));
  if (!["apiVersion", "kind"].includes(entries[first]?.key ?? "")) return false;
  return entries.slice(0, first).filter((entry) => !hasAnchor(entry, text)).length >= 2;
}

function hasAnchor({ keyRange, value }: MapEntry, text: string): boolean {
  return text.slice(keyRange.end, value.start).includes("&");
}

const ofObjects: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec", "status", "template"]);

/** Without a name, an object stands for each one with its labels or in its namespace. One without metadata is not done yet, and `nam` is a slip. */
function isSelectedByLabels(object: MapNode): boolean {
  const metadata = descend(object, ["metadata"]);
  return metadata?.type === "map" && hasEntries(metadata) && metadata.entries.every(({ key }) => selecting.has(key));
}

const selecting: ReadonlySet<string> = new Set(["labels", "annotations", "namespace", "ownerReferences"]);

/** Only controllers write owners, and never without the uid: a test leaves it out, because it is another one each time. */
function hasOwnerWithoutUid(object: MapNode): boolean {
  const owners = descend(object, ["metadata", "ownerReferences"]);
  if (owners?.type !== "sequence") return false;
  return owners.items.some(({ value }) => value.type === "map" && entryOf(value, "uid") === undefined);
}

function hasImage(container: TreeNode): boolean {
  return container.type !== "map" || entryOf(container, "image") !== undefined;
}

function hasEntries(node: TreeNode | undefined): boolean {
  return node?.type === "map" && node.entries.length > 0;
}
