import {
  isWorkloadKind,
  type PodCarrierKind,
  podSpecPaths,
  workloadKinds,
} from "../../../shared/api-server/types/kinds.ts";
import { nearest } from "../../../shared/basics/nearest.ts";
import type { Path } from "../../../shared/basics/path.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import type { ListItem, ManifestDocument, MapNode, TreeNode } from "../../manifest/text/model.ts";
import { isUnknownAt, nodeAt } from "../../manifest/text/ranges.ts";
import { entryOf } from "../../manifest/text/values.ts";
import type { DocumentHit, DocumentRule, FieldFix, RemovalFix } from "../core/model.ts";
import { assumedPatch } from "../rejections/assumed-patch.ts";
import { caseFix } from "../rejections/case-fix.ts";
import { isDump } from "../rejections/dump.ts";

/**
 * kubectl or the API server rejects the object as a whole. Possible reasons:
 *
 * * `kind` or `apiVersion` is missing, is not served, or has the wrong case.
 * * A list contains a list.
 * * `resourceVersion` is set, as in a file that was saved from a cluster.
 *
 * A hint marks an object that lacks so much that it is read as a Kustomize patch, although no `kustomization.yaml` beside or above it names the file.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: extensions/v1beta1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector:
 *     matchLabels: {app: web}
 *   template:
 *     metadata:
 *       labels: {app: web}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector:
 *     matchLabels: {app: web}
 *   template:
 *     metadata:
 *       labels: {app: web}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ```
 *
 * ## Source
 *
 * `staging/src/k8s.io/cli-runtime/pkg/resource`, `staging/src/k8s.io/kubectl/pkg/validation`, `staging/src/k8s.io/apiserver/pkg/registry/rest/create.go`.
 */
export const objectRefused: DocumentRule = {
  id: "object-refused",
  title: "kubectl or the API server rejects the object as a whole",
  level: "error",
  origin: "api-server",
  hidesOthers: true,
  checkDocument: (analyzed) => [
    ...analyzed.pods
      .filter(({ isStatic }) => !isStatic)
      .flatMap((pod) => [...checkVersion(analyzed, pod), ...checkResourceVersion(analyzed, pod)]),
    ...checkKind(analyzed),
    ...assumedPatch(analyzed),
    ...checkNestedLists(analyzed),
  ],
};

const errorType = "Undecodable";

function checkVersion({ document }: AnalyzedDocument, { located }: AnalyzedPod): readonly DocumentHit[] {
  const { kind, apiVersion, objectPath, item, partial } = located;
  const path = [...objectPath, "apiVersion"];
  if (partial || !isWorkloadKind(kind) || apiVersion === workloadKinds[kind] || isUnknownAt(document, path)) return [];
  const right = workloadKinds[kind];
  const written = valueAt(located.owner, ["apiVersion"]);
  const isMissing = written === undefined || written === null;
  // Values of charts have kinds, too.
  if (written === undefined && !isFields(valueAt(located.owner, ["metadata"]))) return [];
  const problem = isMissing
    ? `error validating data: apiVersion not set`
    : typeof written === "string"
      ? `no matches for kind "${kind}" in version "${apiVersion}"`
      : "apiVersion isn't string type";
  const misspelled = isMissing ? misspelledIn(located.owner) : undefined;
  if (misspelled !== undefined) {
    const at = [...objectPath, misspelled];
    const fix = caseFix(document, at, ["apiVersion"]);
    const message = `kubectl rejects the object: ${problem}. Rename ${misspelled} to apiVersion.`;
    return [{ path: at, on: "key", item, errorType, message, ...(fix && { fix }) }];
  }
  const fix: FieldFix = {
    kind: "set-field",
    title: `Set apiVersion to ${right}`,
    path: objectPath,
    field: "apiVersion",
    value: right,
    lossFree: true,
  };
  const message = `kubectl rejects the object: ${problem}. Set apiVersion to ${right}.`;
  return [{ path, on: "value", item, errorType, message, fix }];
}

/** `apiversion`, `APIVersion`. */
function misspelledIn(object: unknown): string | undefined {
  return isFields(object) ? Object.keys(object).find((key) => key.toLowerCase() === "apiversion") : undefined;
}

/** A file that was saved from a cluster. The server checks this last. Of a whole object as the cluster has it, it is a hint. */
function checkResourceVersion({ document }: AnalyzedDocument, pod: AnalyzedPod): readonly DocumentHit[] {
  const { located, review } = pod;
  const { errors = [], wrongTypes = [] } = review() ?? {};
  if (errors.length + wrongTypes.length > 0) return [];
  const { owner, objectPath, item, partial } = located;
  const version = valueAt(owner, ["metadata", "resourceVersion"]);
  const path = [...objectPath, "metadata", "resourceVersion"];
  if (partial || typeof version !== "string" || !/^0*[1-9]\d*$/.test(version) || isUnknownAt(document, path)) return [];
  const message =
    "The API server rejects the object: resourceVersion should not be set on objects to be created. Remove the line, which comes from an object saved from a cluster.";
  const fix: RemovalFix = {
    kind: "remove-field",
    title: "Remove resourceVersion",
    path: [...objectPath, "metadata"],
    field: "resourceVersion",
  };
  const severity = isDump(pod) ? { severity: "hint" as const } : {};
  return [{ ...severity, path, on: "key", item, errorType, message, fix }];
}

/** An object without a kind, or with an unknown one, that has containers where our kinds have them. */
function checkKind({ document, pods }: AnalyzedDocument): readonly DocumentHit[] {
  // Reading the root of a document that is not ours would parse it.
  const root = document.ours ? document.root : undefined;
  if (
    root?.type !== "map" ||
    document.templated ||
    document.listItem !== undefined ||
    pods.some(({ located }) => !located.partial)
  )
    return [];
  const kind = scalarOf(root, "kind");
  const apiVersion = scalarOf(root, "apiVersion");
  if (typeof apiVersion !== "string") return [];
  if (/\/.*\//.test(apiVersion) && typeof kind === "string" && isWorkloadKind(kind))
    return [wrongGroup(apiVersion, kind)];
  if (!Object.values<string>(workloadKinds).includes(apiVersion) || !holdsContainers(root)) return [];
  if (kind === undefined || kind === null || kind === "")
    return [{ path: ["apiVersion"], on: "key", errorType, message: withoutKind }];
  if (typeof kind === "string") return isWorkloadKind(kind) ? [] : [unknownKind(kind, apiVersion)];
  const message = "kubectl rejects the object: kind isn't string type. Set it to a kind such as Pod.";
  return [{ path: ["kind"], on: "value", errorType, message }];
}

function wrongGroup(apiVersion: string, kind: PodCarrierKind): DocumentHit {
  const right = workloadKinds[kind];
  const message = `kubectl rejects the object: unexpected GroupVersion string: ${apiVersion}. Set apiVersion to ${right}.`;
  return { path: ["apiVersion"], on: "value", errorType, message, fix: writeAtTop("apiVersion", right) };
}

function writeAtTop(field: string, value: string): FieldFix {
  return { kind: "set-field", title: `Set ${field} to ${value}`, path: [], field, value, lossFree: true };
}

function unknownKind(kind: string, apiVersion: string): DocumentHit {
  if (kind === "DeploymentConfig") return ofOpenShift(apiVersion);
  const right = Object.keys(workloadKinds).find((each) => each.toLowerCase() === kind.toLowerCase());
  const near = right ?? nearest(kind, Object.keys(workloadKinds));
  const advice = near === undefined ? "Set a kind such as Pod or Deployment." : `Did you mean ${near}?`;
  const message = `kubectl rejects the object: no matches for kind "${kind}" in version "${apiVersion}". ${advice}`;
  const hit = { path: ["kind"], on: "value" as const, errorType, message };
  if (right === undefined) return hit;
  return { ...hit, fix: writeAtTop("kind", right) };
}

/** OpenShift served its kinds without a group once. */
function ofOpenShift(apiVersion: string): DocumentHit {
  const right = "apps.openshift.io/v1";
  const message = `kubectl rejects the object: no matches for kind "DeploymentConfig" in version "${apiVersion}". OpenShift serves it in ${right}; Kubernetes has Deployment.`;
  return { path: ["apiVersion"], on: "value", errorType, message };
}

const withoutKind = "kubectl rejects the object: kind not set. Add a kind, for example Pod or Deployment.";

const nested = "kubectl rejects a list inside a list. Move its items to the outer list, or make each one a document.";

/** kubectl treats every object with items as a list and sends the items. */
function checkNestedLists({ document }: AnalyzedDocument): readonly DocumentHit[] {
  const items = document.ours ? nodeAt(document, ["items"]) : undefined;
  if (document.listItem !== undefined) return checkItem(document, document.listItem);
  if (items === undefined || document.templated) return [];
  const kind = document.root?.type === "map" ? scalarOf(document.root, "kind") : undefined;
  if (items.type !== "sequence") {
    const isNothing = items.type === "scalar" && (items.value === null || items.unknown);
    const message = "kubectl cannot read the list: items must be a list. Put each item after a dash.";
    return isNothing || kind !== "List" ? [] : [{ path: ["items"], on: "value", errorType, message }];
  }
  return items.items.flatMap(({ value }, item) =>
    hitsOfItem(value, { path: ["items", item], item, isOfList: kind === "List" }),
  );
}

/** An item of a long list, which is a document of its own. */
function checkItem({ ours, root, templated }: ManifestDocument, { index, kind }: ListItem): readonly DocumentHit[] {
  return !ours || root === undefined || templated
    ? []
    : hitsOfItem(root, { path: [], item: index, isOfList: kind === "" });
}

interface PlacedItem {
  readonly path: Path;
  readonly item: number;
  readonly isOfList: boolean;
}

function hitsOfItem(value: TreeNode, { path, item, isOfList }: PlacedItem): readonly DocumentHit[] {
  if (value.type === "map" && entryOf(value, "items") !== undefined)
    return [{ path: [...path, "items"], on: "key", item, errorType, message: nested }];
  const message = isOfList ? itemProblem(value) : undefined;
  if (message === undefined) return [];
  const at = value.type === "map" && entryOf(value, "apiVersion") !== undefined ? ["apiVersion"] : [];
  return [{ path: [...path, ...at], on: at.length > 0 ? "key" : "value", item, errorType, message }];
}

const noObject = "kubectl cannot read the list: each item must be an object. Remove this one.";
const emptyItem = "kubectl rejects an item without a kind. Remove this one, which is empty.";
const itemWithoutKind = "kubectl rejects an item without a kind. Add its kind, for example Pod or Deployment.";

/** Of an item of a `List`, which says itself what it is. A patch of one has its own rules. */
function itemProblem(value: TreeNode): string | undefined {
  if (value.type === "sequence") return noObject;
  if (value.type === "scalar") return value.unknown ? undefined : value.value === null ? emptyItem : noObject;
  if (value.type !== "map" || entryOf(value, "$patch") !== undefined) return undefined;
  const kind = entryOf(value, "kind")?.entry.value;
  const isWritten = kind !== undefined && (kind.type !== "scalar" || kind.unknown || isName(kind.value));
  return isWritten || value.entries.some(({ unknown }) => unknown) ? undefined : itemWithoutKind;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function holdsContainers(root: MapNode): boolean {
  return Object.values(podSpecPaths).some((path) => {
    let at: MapNode | undefined = root;
    for (const step of path) at = at && mapIn(at, String(step));
    return at !== undefined && entryOf(at, "containers") !== undefined;
  });
}

function mapIn(node: MapNode, key: string): MapNode | undefined {
  const value = entryOf(node, key)?.entry.value;
  return value?.type === "map" ? value : undefined;
}

function scalarOf(node: MapNode, key: string): unknown {
  const value: TreeNode | undefined = entryOf(node, key)?.entry.value;
  return value?.type === "scalar" && !value.unknown ? value.value : undefined;
}
