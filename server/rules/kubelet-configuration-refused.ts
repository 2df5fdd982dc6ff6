import { kubeletSentence } from "../../shared/validation/kubelet/words.ts";
import { isCrashLoopRefusal, kubeletDuplicates, kubeletProblems } from "./kubelet-problems.ts";
import type { DocumentRule } from "./model.ts";

/**
 * The kubelet refuses this configuration and does not start: the node does not come up, or does not come back after the change.
 * Every field is checked as the kubelet of the node's version does: types, durations and quantities, feature gates, bounds, fields that need
 * a gate, and what passes validation and stops a later step of the start. The kubelet gives up at the first step that finds something.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * syncFrequency: 60
 * ```
 *
 * ## What to write instead
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
  since: "1.28",
  checkDocument: (document) => [
    ...kubeletProblems(document, (problem) => problem.origin === "kubelet" && !isCrashLoopRefusal(problem)).map(
      ({ problem, ...hit }) => ({ ...hit, errorType: "Invalid", message: kubeletSentence(problem) }),
    ),
    ...(document.settings.isDropIn ? kubeletDuplicates(document, isFatal) : []),
  ],
};

const isFatal = (key: string) =>
  `The kubelet would not start: strict decoding error: key "${key}" already set in map. In a drop-in no key may stand twice: remove one of them.`;
