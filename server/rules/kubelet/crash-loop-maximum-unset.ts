import { formatDuration } from "../../../shared/basics/durations.ts";
import type { AnalyzedDocument, AnalyzedKubelet } from "../../analysis/subject.ts";
import { kubeletRange, kubeletText } from "../../manifest/pods/kubelet-text.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit, DocumentRule, FieldFix } from "../core/model.ts";

/**
 * `ReduceDefaultCrashLoopBackOffDecay` alone starts the back-off at 1s and limits it to 1m.
 * `KubeletCrashLoopBackOffMax`, on by default since 1.35, sets `maxContainerRestartPeriod` to `5m0s` if it is not written. That value wins, so the back-off grows to 5m.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * featureGates:
 *   ReduceDefaultCrashLoopBackOffDecay: true
 * ```
 *
 * ## How to fix
 *
 * Set `maxContainerRestartPeriod` to the maximum back-off that you want.
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * featureGates:
 *   ReduceDefaultCrashLoopBackOffDecay: true
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 60s
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/apis/config/v1beta1/defaults.go` and `pkg/kubelet/kubelet.go`, `newCrashLoopBackOff`.
 */
export const crashLoopMaximumUnset: DocumentRule = {
  id: "crash-loop-maximum-unset",
  title: "Back-off still grows to 5m, although the feature gate promises 1m",
  level: "warning",
  origin: "simulation",
  isAboutKubelet: true,
  since: "1.33",
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

const gate = "ReduceDefaultCrashLoopBackOffDecay";
const field = "maxContainerRestartPeriod";
/** With this gate alone. */
const promisedMs = 60_000;

function check(
  { document }: AnalyzedDocument,
  { located, problems, forecast }: AnalyzedKubelet,
): readonly DocumentHit[] {
  const inner = kubeletText(document, located).document;
  const at = (...path: string[]) => nodeAt(inner, [...located.prefix, ...path]);
  const switched = at("featureGates", gate);
  if (switched?.type !== "scalar" || switched.value !== true || at("crashLoopBackOff", field) !== undefined) return [];
  if (located.partial || problems.some(({ origin }) => origin === "kubelet")) return [];
  const { initialMs, maximumMs } = forecast();
  if (maximumMs <= promisedMs) return [];
  const path = ["featureGates", gate];
  const [first, longest, promised] = [initialMs, maximumMs, promisedMs].map(formatDuration);
  const message = `Back-off starts at ${first} but grows to ${longest}, not ${promised}: KubeletCrashLoopBackOffMax is also on, and its default of ${longest} wins. Set crashLoopBackOff.${field} to 60s.`;
  return [
    {
      path: located.embedded?.path ?? [...located.prefix, ...path],
      on: "key",
      range: kubeletRange(document, located, path, "key"),
      item: located.item,
      message,
      ...(located.embedded === undefined && {
        fix: setMaximum(located.prefix, at("crashLoopBackOff")?.type === "map"),
      }),
    },
  ];
}

function setMaximum(prefix: FieldFix["path"], hasMap: boolean): FieldFix {
  const title = `Set ${field} to 60s`;
  if (hasMap) return { kind: "set-field", title, path: [...prefix, "crashLoopBackOff"], field, value: "60s" };
  return { kind: "set-field", title, path: prefix, field: "crashLoopBackOff", value: { [field]: "60s" } };
}
