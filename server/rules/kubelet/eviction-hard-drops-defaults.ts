import { isFields } from "../../../shared/basics/values.ts";
import { atLeast } from "../../../shared/kubernetes/versions.ts";
import type { AnalyzedDocument, AnalyzedKubelet } from "../../analysis/subject.ts";
import { kubeletRange } from "../../manifest/pods/kubelet-text.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";

/**
 * `evictionHard` as a whole has defaults, not each of its signals. A configuration that sets one threshold turns all others off: then the kubelet evicts nothing when, for example, the disk is full.
 * Since 1.33, `mergeDefaultEvictionSettings: true` keeps the defaults of the signals that are not written.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * evictionHard: {memory.available: 500Mi}
 * ```
 *
 * ## How to fix
 *
 * Write the other thresholds, too.
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * evictionHard:
 *   memory.available: 500Mi
 *   nodefs.available: 10%
 *   nodefs.inodesFree: 5%
 *   imagefs.available: 15%
 *   imagefs.inodesFree: 5%
 * ```
 *
 * ## Source
 *
 * `cmd/kubelet/app/server.go`: the defaults of `pkg/kubelet/eviction/defaults_linux.go` apply if `evictionHard` is nil, or is merged.
 */
export const evictionHardDropsDefaults: DocumentRule = {
  id: "eviction-hard-drops-defaults",
  title: "One threshold in evictionHard turns off the defaults of all others",
  level: "info",
  origin: "advice",
  isAboutKubelet: true,
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

// Models pkg/kubelet/eviction/defaults_linux.go DefaultEvictionHard (v1.37.1)
const defaults = [
  "memory.available",
  "nodefs.available",
  "nodefs.inodesFree",
  "imagefs.available",
  "imagefs.inodesFree",
];

const mergingSince = "1.33";

function check({ document }: AnalyzedDocument, { located, problems, node }: AnalyzedKubelet): readonly DocumentHit[] {
  const { value } = located;
  if (!isFields(value) || located.partial || problems.some(({ origin }) => origin === "kubelet")) return [];
  const hard = value["evictionHard"];
  if (!isFields(hard) || Object.keys(hard).length === 0 || value["mergeDefaultEvictionSettings"] === true) return [];
  const missing = defaults.filter((signal) => !Object.hasOwn(hard, signal));
  if (missing.length === 0) return [];
  const merging = atLeast(node().kubernetes, mergingSince) ? ", or set mergeDefaultEvictionSettings to true" : "";
  return [
    {
      path: located.embedded?.path ?? [...located.prefix, "evictionHard"],
      on: "key",
      range: kubeletRange(document, located, ["evictionHard"], "key"),
      item: located.item,
      message: `evictionHard replaces all defaults, so ${missing.join(", ")} evict nothing. Add them${merging}.`,
    },
  ];
}
