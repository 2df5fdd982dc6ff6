import { kubeletSentence } from "../../../shared/kubelet-configuration/model/words.ts";
import type { DocumentRule } from "../core/model.ts";
import { isCrashLoopRefusal, kubeletProblems } from "./kubelet-problems.ts";

/**
 * The kubelet rejects this value and does not start. The node does not come up, or does not come back after the change.
 * `maxContainerRestartPeriod` must be between 1s and 300s, and needs the feature gate `KubeletCrashLoopBackOffMax`.
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
 * ## How to fix
 *
 * Set a value between 1s and 300s.
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
  title: "The kubelet does not start with this maximum back-off",
  level: "error",
  origin: "kubelet",
  isAboutKubelet: true,
  hidesOthers: true,
  since: "1.32",
  checkDocument: (document) =>
    kubeletProblems(document, isCrashLoopRefusal).map(({ problem, ...hit }) => ({
      ...hit,
      errorType: "Invalid",
      message: kubeletSentence(problem),
    })),
};
