import { isStaticPod } from "../../analysis/static-pods.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { FileRule } from "../core/model.ts";

/**
 * The kubelet silently reads only the first document of a static pod file. The pods in the other documents never run.
 * A folder that only looks like a kubelet's may be meant for `kubectl apply`. The rule therefore fires only if the settings name the folder as
 * `staticPodPath` of the kubelet configuration, or if the first document is a static pod by its annotation.
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
 *   containers: [{name: proxy, image: registry.example/proxy}]
 * ---
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: cache}
 * spec:
 *   containers: [{name: cache, image: registry.example/cache}]
 * ```
 *
 * ## How to fix
 *
 * Put each Pod in its own file.
 *
 * ## Source
 *
 * `pkg/kubelet/config/file.go`, `extractFromFile`, which hands the whole file to a decoder of one document.
 */
export const staticPodFirstDocument: FileRule = {
  id: "static-pod-first-document",
  title: "The kubelet reads only the first document of a static pod file",
  level: "warning",
  origin: "strict",
  checkFile: ({ documents }, settings) => {
    const [first, ...others] = documents.filter(({ document }) => !document.empty);
    if (first === undefined || others.length === 0) return [];
    const unusual = settings.staticPods === "usual" ? { ...settings, staticPods: undefined } : settings;
    if (!first.document.pods.some((pod) => isStaticPod(pod, unusual))) return [];
    return others
      .filter(({ document }) => document.ours)
      .map(({ document, startOffset }) => {
        const { start, end } = rangeOf(document, ["kind"], "key");
        return { start: startOffset + start, end: startOffset + end, message };
      });
  },
};

const message =
  "This document has no effect: the kubelet reads only the first document of a static pod file. Move it to its own file.";
