import { kubeletSentence } from "../../../shared/kubelet-configuration/model/words.ts";
import type { DocumentRule } from "../core/model.ts";
import { isCrashLoopRefusal, kubeletDuplicates, kubeletProblems } from "./kubelet-problems.ts";

/**
 * The kubelet rejects this configuration and does not start. The node does not come up, or does not come back after the change.
 * Every field is checked like the kubelet of the node's version does: types, durations and quantities, feature gates, limits, fields that need a gate,
 * and values that pass validation but stop a later step of the start. The kubelet stops at the first step that finds an error; what it would find after a repair is reported, too.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * syncFrequency: 60
 * ```
 *
 * ## How to fix
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * syncFrequency: 60s
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kubeletconfig/util/codec` for types, `pkg/kubelet/apis/config/validation/validation.go` for feature gates and values.
 */
export const kubeletConfigurationRefused: DocumentRule = {
  id: "kubelet-configuration-refused",
  title: "The kubelet does not start with this configuration",
  level: "error",
  origin: "kubelet",
  isAboutKubelet: true,
  hidesOthers: true,
  checkDocument: (document) => [
    ...kubeletProblems(document, (problem) => problem.origin === "kubelet" && !isCrashLoopRefusal(problem)).map(
      ({ problem, ...hit }) => ({ ...hit, errorType: "Invalid", message: kubeletSentence(problem) }),
    ),
    ...(document.settings.isDropIn ? kubeletDuplicates(document, isFatal) : []),
  ],
};

const isFatal = (key: string) =>
  `The kubelet does not start: strict decoding error: key "${key}" already set in map. A drop-in must not repeat a key. Remove one of them.`;
