import { workloadKinds } from "../../../shared/api-server/types/kinds.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { isUnknownAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { rejectionsOfStaticPods } from "../rejections/rejection.ts";
import { wrongTypesOf } from "./field-type.ts";

/**
 * The kubelet reads static pods from a folder on its node. It does not run a pod that it cannot read or that is invalid.
 * Only the kubelet's log shows it. The kubelet checks what the API server checks, with its own feature gates and without dropping fields first.
 * Since 1.34 it also rejects every reference to an API object, because a static pod must run without the API server.
 *
 * A Pod counts as static in these cases:
 *
 * * Its file is directly in the `staticPodPath` of the kubelet configuration that the settings name.
 * * Its file is in a folder that ends in `/etc/kubernetes/manifests`, `/agent/pod-manifests` (k3s, RKE2) or `/etc/kubelet.d`.
 * * It has the annotation `kubernetes.io/config.source: file`.
 *
 * In the folder that the settings name, other kinds are reported, too.
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
 * ## How to fix
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
  hidesOthers: true,
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

// Models pkg/kubelet/config/common.go tryDecodeSinglePod (v1.37.1): the header decides what it is decoded as.
function checkVersion({ document }: AnalyzedDocument, { located }: AnalyzedPod): readonly DocumentHit[] {
  const { apiVersion, objectPath, item } = located;
  const path = [...objectPath, "apiVersion"];
  if (apiVersion === workloadKinds.Pod || isUnknownAt(document, path)) return [];
  const reason =
    apiVersion === "" ? "Object 'apiVersion' is missing" : `no kind "Pod" is registered for version "${apiVersion}"`;
  const message = `${notRun}: couldn't parse as pod(${reason}). Set apiVersion to v1.`;
  const fix = {
    kind: "set-field",
    title: "Set apiVersion to v1",
    path: objectPath,
    field: "apiVersion",
    value: "v1",
  } as const;
  return [{ path, on: "value", item, errorType, message, fix }];
}

/** Only if the settings name this folder: other folders with such a name can contain anything. */
function checkKind({ settings }: AnalyzedDocument, { located }: AnalyzedPod): readonly DocumentHit[] {
  const { kind, item, partial } = located;
  if (settings.staticPods !== "configured" || partial || (item ?? 0) > 0) return [];
  const what = item === undefined ? `a ${kind}` : "a list";
  const message = `The kubelet reads each file in this folder as one Pod, but this is ${what}: couldn't parse as pod(invalid pod). Move it to another folder, or replace it with a Pod.`;
  return [{ path: ["kind"], on: "value", item, errorType, message }];
}
