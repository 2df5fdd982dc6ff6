import { kubeletProblems } from "./kubelet-problems.ts";
import type { DocumentRule } from "./model.ts";

/**
 * The kubelet refuses this configuration and does not start: the node does not come up, or does not come back after the change.
 * Of the many reasons that there are, this rule knows those that touch restarts: feature gates and `syncFrequency`.
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
 * `pkg/kubelet/kubeletconfig/util/codec` for types, `pkg/kubelet/apis/config/validation/validation.go` for feature gates.
 */
export const kubeletConfigurationRefused: DocumentRule = {
  id: "kubelet-configuration-refused",
  title: "The kubelet does not start with this configuration",
  level: "error",
  origin: "kubelet",
  since: "1.28",
  checkDocument: (document) =>
    kubeletProblems(document)
      .filter(({ problem }) => problem.origin === "kubelet" && problem.path[0] !== "crashLoopBackOff")
      .map(({ problem, ...hit }) => ({
        ...hit,
        errorType: "Invalid",
        message: `The kubelet does not start with this: ${problem.message}.`,
      })),
};
