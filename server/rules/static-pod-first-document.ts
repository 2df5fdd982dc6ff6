import { rangeOf } from "../manifest/ranges.ts";
import { isStaticPod } from "../static-pods.ts";
import type { FileRule } from "./model.ts";

/**
 * The kubelet reads the first document of a file of static pods and ignores the others without a word: their pods never run.
 * A folder that only looks like a kubelet's may be meant for `kubectl apply`, so that something is said where the settings name it as
 * `staticPodPath` of the kubelet configuration, or where the first document is a static pod by its annotation.
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
 * ## What to write instead
 *
 * Write each Pod into a file of its own.
 *
 * ## Source
 *
 * `pkg/kubelet/config/file.go`, `extractFromFile`, which hands the whole file to a decoder of one document.
 */
export const staticPodFirstDocument: FileRule = {
  id: "static-pod-first-document",
  title: "The kubelet reads only the first document of a file of static pods",
  level: "warning",
  origin: "strict",
  since: "1.28",
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
  "No effect: the kubelet reads only the first document of a file of static pods and ignores this one without a word. Write it into a file of its own.";
