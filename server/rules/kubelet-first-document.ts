import type { Manifest, PlacedDocument } from "../manifest/model.ts";
import { rangeOf } from "../manifest/ranges.ts";
import type { FileRule } from "./model.ts";

/**
 * The kubelet reads the first document of its file and ignores the others, whatever they hold: it does not even write a log line.
 * kubeadm reads all documents of its own file, so that nothing is said where other kinds stand beside a KubeletConfiguration.
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
 * ## What to write instead
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
  since: "1.28",
  checkFile(manifest) {
    const [, ...others] = kubeletDocuments(manifest);
    return others.map(({ document, startOffset }) => {
      const { start, end } = rangeOf(document, ["kind"], "key");
      return { start: startOffset + start, end: startOffset + end, message };
    });
  },
};

const message =
  "No effect: the kubelet reads only the first document of its file and ignores this one without a word. Write its fields into the first document, or into a file of their own.";

/** The documents of a file that holds nothing but KubeletConfigurations. */
function kubeletDocuments({ documents }: Manifest): readonly PlacedDocument[] {
  const written = documents.filter(({ document }) => !document.empty);
  const isKubelet = ({ document }: PlacedDocument) =>
    document.kubeletConfigurations.some(({ prefix, partial }) => prefix.length === 0 && !partial);
  return written.length > 1 && written.every(isKubelet) ? written : [];
}
