import type { DocumentHit, DocumentRule } from "./model.ts";
import { ignoredFields } from "./unknown-fields.ts";

/**
 * A kubelet ignores fields of a static pod that it does not know, without a word: the pod runs as if they were not there.
 * kubectl, which refuses them, has nothing to do with static pods.
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
 * ## What to write instead
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
  since: "1.28",
  checkDocument: (document) =>
    ignoredFields(document).map(({ field, path, item, advice }): DocumentHit => {
      const name = String(path.at(-1));
      const { kubernetes } = document.settings.assumptions.node;
      const why = field.since === undefined ? advice() : `It came with ${field.since}.`;
      const message = `No effect: a kubelet of ${kubernetes} ignores "${name}" in a static pod without a word. ${why}`;
      return { path, on: "key", item, errorType: "UnknownField", message };
    }),
};
