import { kubeletSentence } from "../../shared/validation/kubelet/words.ts";
import { isCrashLoopRefusal, kubeletProblems } from "./kubelet-problems.ts";
import type { DocumentRule } from "./model.ts";

/**
 * The kubelet refuses this value and does not start: the node does not come up, or does not come back after the change.
 * `maxContainerRestartPeriod` is a duration from 1s to 300s, and only a kubelet whose feature gate `KubeletCrashLoopBackOffMax` is on takes it.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 10m
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
 * `pkg/kubelet/apis/config/validation/validation.go`, `ValidateKubeletConfiguration`.
 */
export const crashLoopMaximum: DocumentRule = {
  id: "crash-loop-maximum",
  title: "The kubelet does not start with this longest restart delay",
  level: "error",
  origin: "kubelet",
  since: "1.32",
  checkDocument: (document) =>
    kubeletProblems(document, isCrashLoopRefusal).map(({ problem, ...hit }) => ({
      ...hit,
      errorType: "Invalid",
      message: kubeletSentence(problem),
    })),
};
