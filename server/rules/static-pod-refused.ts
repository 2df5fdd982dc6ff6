import { workloadKinds } from "../../shared/validation/kinds.ts";
import { isUnknownAt } from "../manifest/ranges.ts";
import { wrongTypesOf } from "./field-type.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { rejectionsOfStaticPods } from "./rejection.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

/**
 * The kubelet reads static pods from a folder of its node, and does not run one that it cannot read or that is not valid.
 * Nobody is told but the kubelet's log. It checks what the API server checks, with its own feature gates and without dropping fields first.
 * Since 1.34 it also refuses whatever refers to an object of the API, for a static pod must run without one.
 *
 * A Pod counts as static if its file stands directly in the `staticPodPath` of the kubelet configuration that the settings name, or in a folder
 * that ends in `/etc/kubernetes/manifests`, `/agent/pod-manifests` (k3s, RKE2) or `/etc/kubelet.d`; or if it has the annotation
 * `kubernetes.io/config.source: file`. In the folder that the settings name, other kinds are mistakes, too.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata:
 *   name: proxy
 *   annotations: {kubernetes.io/config.source: file}
 * spec:
 *   containers:
 *   - name: proxy
 *     image: registry.example/proxy
 *     envFrom:
 *     - configMapRef: {name: proxy}
 * ```
 *
 * ## What to write instead
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata:
 *   name: proxy
 *   annotations: {kubernetes.io/config.source: file}
 * spec:
 *   containers:
 *   - name: proxy
 *     image: registry.example/proxy
 *     env:
 *     - {name: LISTEN, value: ":8080"}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/config/common.go`, `tryDecodeSinglePod`; `pkg/api/pod/util.go`, `HasAPIObjectReference`.
 */
export const staticPodRefused: DocumentRule = {
  id: "static-pod-refused",
  title: "The kubelet does not run this static pod",
  level: "error",
  origin: "kubelet",
  since: "1.28",
  checkDocument: (document) => [
    ...document.pods.flatMap((pod) =>
      pod.isStatic
        ? [...checkVersion(document, pod), ...wrongTypesOf(document, pod, `${notRun}: couldn't parse as pod`)]
        : checkKind(document, pod),
    ),
    ...rejectionsOfStaticPods(document),
  ],
};

const notRun = "The kubelet does not run this static pod";
const errorType = "Undecodable";

// Models pkg/kubelet/config/common.go tryDecodeSinglePod (v1.37): the header decides what it is decoded as.
function checkVersion({ document }: AnalysedDocument, { located }: AnalysedPod): readonly DocumentHit[] {
  const { apiVersion, objectPath, item } = located;
  const path = [...objectPath, "apiVersion"];
  if (apiVersion === workloadKinds.Pod || isUnknownAt(document, path)) return [];
  const reason =
    apiVersion === "" ? "Object 'apiVersion' is missing" : `no kind "Pod" is registered for version "${apiVersion}"`;
  const message = `${notRun}: couldn't parse as pod(${reason}). Write "apiVersion: v1".`;
  const fix = {
    kind: "set-field",
    title: "Write apiVersion: v1",
    path: objectPath,
    field: "apiVersion",
    value: "v1",
  } as const;
  return [{ path, on: "value", item, errorType, message, fix }];
}

/** Only where the settings say that the folder is the kubelet's: other folders of that name hold what they like. */
function checkKind({ settings }: AnalysedDocument, { located }: AnalysedPod): readonly DocumentHit[] {
  const { kind, item, partial } = located;
  if (settings.staticPods !== "configured" || partial || (item ?? 0) > 0) return [];
  const what = item === undefined ? `a ${kind}` : "a list";
  const message = `The kubelet takes each file of this folder for one Pod, and ${what} is none: couldn't parse as pod(invalid pod). Move it to another folder, or write the Pod itself.`;
  return [{ path: ["kind"], on: "value", item, errorType, message }];
}
