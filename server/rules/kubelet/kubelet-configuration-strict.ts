import { kubeletSentence } from "../../../shared/kubelet-configuration/model/words.ts";
import type { DocumentRule } from "../core/model.ts";
import { kubeletDuplicates, kubeletProblems } from "./kubelet-problems.ts";

/**
 * The kubelet does not know this field, or the field appears twice.
 * It logs the problem, ignores the field and continues, so the setting has no effect. Of two equal keys the last one counts.
 * Field names are case-sensitive, except in a drop-in of `--config-dir`. There, unknown fields are ignored without a log line and equal keys stop the kubelet.
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
 * ## How to fix
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
  isAboutKubelet: true,
  marksUnnecessary: true,
  checkDocument: (document) => [
    ...kubeletProblems(document, ({ origin }) => origin === "strict").map(({ problem, ...hit }) => ({
      ...hit,
      errorType: "UnknownField",
      message: kubeletSentence(problem),
    })),
    ...(document.settings.isDropIn ? [] : kubeletDuplicates(document, lastCounts)),
  ],
};

const lastCounts = (key: string) =>
  `The "${key}" above has no effect: the kubelet logs the duplicate and uses this one. Remove one of them.`;
