import { kubeletProblems } from "./kubelet-problems.ts";
import type { DocumentRule } from "./model.ts";

/**
 * The kubelet does not know this field.
 * It writes a line into its log, ignores the field and goes on, so the setting has no effect.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxSeconds: 60
 * ```
 *
 * ## What to write instead
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 60s
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/kubeletconfig/util/codec`: strict decoding first, lenient decoding after it.
 */
export const kubeletConfigurationStrict: DocumentRule = {
  id: "kubelet-configuration-strict",
  title: "The kubelet ignores this field",
  level: "warning",
  origin: "strict",
  since: "1.28",
  checkDocument: (document) =>
    kubeletProblems(document)
      .filter(({ problem }) => problem.origin === "strict")
      .map(({ problem, ...hit }) => ({ ...hit, errorType: "UnknownField", message: `No effect: ${problem.message}.` })),
};
