import { rangeOf } from "../../manifest/text/ranges.ts";
import type { FileRule } from "../core/model.ts";
import { unreadKubelets } from "./unread-kubelets.ts";

/**
 * The kubelet reads the first document of its file and ignores the others, without a log line.
 * kubeadm reads all documents of its own file, so the rule reports nothing where a file also contains other kinds.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * syncFrequency: 30s
 * ---
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * maxPods: 50
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * syncFrequency: 30s
 * maxPods: 50
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kubeletconfig/configfiles`, which hands the whole file to a decoder of one document.
 */
export const kubeletFirstDocument: FileRule = {
  id: "kubelet-first-document",
  title: "The kubelet reads only the first document of its file",
  level: "warning",
  origin: "strict",
  checkFile: (manifest) => {
    const unread = unreadKubelets(manifest);
    const placed = manifest.documents.filter(({ document }) => unread.has(document));
    return placed.map(({ document, startOffset }) => {
      const { start, end } = rangeOf(document, ["kind"], "key");
      return { start: startOffset + start, end: startOffset + end, message };
    });
  },
};

const message =
  "This document has no effect: the kubelet reads only the first document of its file. Move its fields to the first document or to another file.";
