import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { ignoredFields } from "../rejections/unknown-fields.ts";

/**
 * A kubelet silently ignores fields of a static pod that it does not know. The pod runs as if they were not there.
 * kubectl, which rejects such fields, is not involved with static pods.
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
 *   terminationGraceSeconds: 120
 *   containers:
 *   - name: proxy
 *     image: registry.example/proxy
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
 *   terminationGracePeriodSeconds: 120
 *   containers:
 *   - name: proxy
 *     image: registry.example/proxy
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/config/common.go`, `tryDecodeSinglePod`, whose decoder is not strict.
 */
export const staticPodIgnored: DocumentRule = {
  id: "static-pod-ignored",
  title: "The kubelet ignores this field of a static pod",
  level: "warning",
  origin: "strict",
  checkDocument: (document) =>
    ignoredFields(document).map(({ field, path, item, advice }): DocumentHit => {
      const name = String(path.at(-1));
      const { kubernetes } = document.settings.assumptions.node;
      const why = field.since === undefined ? advice() : `It needs Kubernetes ${field.since}.`;
      const message = `"${name}" has no effect: the kubelet (${kubernetes}) silently ignores it in a static pod. ${why}`;
      return { path, on: "key", item, errorType: "UnknownField", message };
    }),
};
