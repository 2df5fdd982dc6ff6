import { once } from "../../../shared/basics/once.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { descend } from "../text/descend.ts";
import type {
  LocatedKubeletConfiguration,
  LocatedPod,
  ManifestDocument,
  ManifestOptions,
  MapNode,
} from "../text/model.ts";
import { entryOf, plainValue, textAt } from "../text/values.ts";
import { searchPodSpecs } from "./custom-resources.ts";
import { exactValue } from "./exact-values.ts";
import { kubeletPlaces } from "./kubelet-places.ts";
import { isPatch } from "./patches.ts";
import { isPartForTest } from "./test-parts.ts";

/** Path of the pod spec in each built-in kind. */
const podSpecs: ReadonlyMap<string, Path> = new Map([
  ["Pod", ["spec"]],
  ["PodTemplate", ["template", "spec"]],
  ["Deployment", ["spec", "template", "spec"]],
  ["StatefulSet", ["spec", "template", "spec"]],
  ["DaemonSet", ["spec", "template", "spec"]],
  ["ReplicaSet", ["spec", "template", "spec"]],
  ["ReplicationController", ["spec", "template", "spec"]],
  ["Job", ["spec", "template", "spec"]],
  ["CronJob", ["spec", "jobTemplate", "spec", "template", "spec"]],
]);
const containerLists = ["containers", "initContainers"];
const builtInGroups: ReadonlySet<string> = new Set(["", "apps", "batch", "extensions"]);

/** One object of a document: the document itself or an item of its list. */
interface WrittenObject {
  readonly node: MapNode;
  readonly path: Path;
  readonly item: number | undefined;
  readonly kind: string;
  readonly apiVersion: string;
}

export function podsIn(document: ManifestDocument, options: ManifestOptions): readonly LocatedPod[] {
  return objectsOf(document).flatMap((object) => {
    const builtIn = builtInGroups.has(groupOf(object)) ? podSpecs.get(object.kind) : undefined;
    if (builtIn === undefined) return customPods(document, object, options);
    // Nobody patches with a list, or with what Kustomize takes as a resource: such objects are whole, unless they say otherwise.
    const isAlone = object.item === undefined && options.kustomize !== "whole";
    const isForTest = isAlone && options.kustomize === undefined && !document.templated;
    if (isForTest && isPartForTest(object.node, builtIn, document.text)) return [];
    const patch =
      options.kustomize === "patch" ||
      isPatch(object.node, { kind: object.kind, podSpec: builtIn, isAlone, text: document.text });
    const hasContainers = containerLists.some((list) => descend(object.node, [...builtIn, list]) !== undefined);
    return hasContainers || !patch ? [locatedPod(object, builtIn, patch || document.templated)] : [];
  });
}

export function kubeletConfigurationsIn(document: ManifestDocument): readonly LocatedKubeletConfiguration[] {
  return objectsOf(document).flatMap((object) => {
    const group = groupOf(object);
    if (isKubeletFile(object, group)) return [locatedKubelet(document, object, object, false)];
    const found = kubeletPlaces(object.kind, group).flatMap((place) => nodesAt(object, place));
    return found.map((place) => locatedKubelet(document, object, place, true));
  });
}

/** Other kinds of the group, which are read by others than the loader of the configuration. */
const otherKubeletKinds = [
  "CredentialProviderConfig",
  "SerializedNodeConfigSource",
  "CredentialProviderRequest",
  "CredentialProviderResponse",
];

/** With a header that is at least half right: the kubelet says what is wrong with the other half. */
function isKubeletFile({ kind, apiVersion }: WrittenObject, group: string): boolean {
  const isGroup = group.toLowerCase() === "kubelet.config.k8s.io";
  if (kind === "KubeletConfiguration") return isGroup || !apiVersion.includes("/");
  return apiVersion === "kubelet.config.k8s.io/v1beta1" && !otherKubeletKinds.includes(kind);
}

function locatedKubelet(
  document: ManifestDocument,
  { apiVersion, item }: WrittenObject,
  { node, path }: Pick<WrittenObject, "node" | "path">,
  partial: boolean,
): LocatedKubeletConfiguration {
  const value = once(() => exactValue(node, document.text));
  return {
    apiVersion,
    item,
    prefix: path,
    partial: partial || document.templated,
    get value() {
      return value();
    },
  };
}

/** The maps at a path below an object, where `*` stands for each item of a list. */
function nodesAt(
  { node, path }: Pick<WrittenObject, "node" | "path">,
  [step, ...rest]: Path,
): readonly Pick<WrittenObject, "node" | "path">[] {
  if (step === undefined) return [{ node, path }];
  const found = entryOf(node, String(step))?.entry.value;
  const at = [...path, step];
  if (found?.type === "map") return nodesAt({ node: found, path: at }, rest);
  if (found?.type !== "sequence" || rest[0] !== "*") return [];
  return found.items.flatMap(({ value }, index) =>
    value.type === "map" ? nodesAt({ node: value, path: [...at, index] }, rest.slice(1)) : [],
  );
}

function customPods(
  document: ManifestDocument,
  object: WrittenObject,
  options: ManifestOptions,
): readonly LocatedPod[] {
  if (object.apiVersion === "" && !document.templated) return [];
  const group = groupOf(object);
  const configured = options.podTemplates?.[group === "" ? object.kind : `${object.kind}.${group}`] ?? [];
  return searchPodSpecs(object.node, object.kind, group, configured).map((path) => locatedPod(object, path, true));
}

/**
 * The objects that kubectl sends. Whatever has `items` is a list and nothing else; a list inside of a list is refused.
 * Models k8s.io/apimachinery/pkg/apis/meta/v1/unstructured UnstructuredJSONScheme (v1.37.1)
 */
function objectsOf({ root, listItem }: ManifestDocument): readonly WrittenObject[] {
  if (root?.type !== "map") return [];
  const items = entryOf(root, "items")?.entry.value;
  const kind = textAt(root, "kind") ?? listItem?.kind ?? "";
  const apiVersion = textAt(root, "apiVersion") ?? listItem?.apiVersion ?? "";
  if (items === undefined) return [{ node: root, path: [], item: listItem?.index, kind, apiVersion }];
  if (items.type !== "sequence" || listItem !== undefined) return [];
  const itemKind = kind.endsWith("List") ? kind.slice(0, -"List".length) : "";
  return items.items.flatMap(({ value: node }, item) => {
    if (node.type !== "map" || entryOf(node, "items") !== undefined) return [];
    const ownKind = textAt(node, "kind") ?? itemKind;
    return [
      {
        node,
        path: ["items", item],
        item,
        kind: ownKind,
        apiVersion: textAt(node, "apiVersion") ?? (itemKind && apiVersion),
      },
    ];
  });
}

function locatedPod(
  { node, path, item, kind, apiVersion }: WrittenObject,
  podSpec: Path,
  partial: boolean,
): LocatedPod {
  const owner = once(() => plainValue(node));
  const spec = once(() => podSpec.reduce(valueIn, owner()));
  return {
    kind,
    apiVersion,
    name: textAt(node, "metadata", "name") ?? textAt(node, "metadata", "generateName") ?? "",
    namespace: textAt(node, "metadata", "namespace") ?? "default",
    item,
    prefix: [...path, ...podSpec],
    objectPath: path,
    get spec() {
      return spec();
    },
    get owner() {
      return owner();
    },
    partial,
  };
}

function valueIn(value: unknown, step: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, step)
    ? Object.getOwnPropertyDescriptor(value, step)?.value
    : undefined;
}

function groupOf({ apiVersion }: WrittenObject): string {
  const slash = apiVersion.indexOf("/");
  return slash === -1 ? "" : apiVersion.slice(0, slash);
}
