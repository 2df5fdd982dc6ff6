import { formatDuration } from "../../shared/kubernetes/durations.ts";
import { kubeletRange, kubeletText } from "../manifest/kubelet-text.ts";
import { nodeAt } from "../manifest/ranges.ts";
import type { DocumentHit, DocumentRule, FieldFix } from "./model.ts";
import type { AnalysedDocument, AnalysedKubelet } from "./subject.ts";

/**
 * The file asks for shorter waits after a crash and does not get all of it.
 * `ReduceDefaultCrashLoopBackOffDecay` alone lets a container wait 1s after its first crash and 1m at most.
 * But where `KubeletCrashLoopBackOffMax` is on, too, which it is by default since 1.35, the kubelet fills in
 * `maxContainerRestartPeriod: 5m0s`, and that wins: the wait grows to 5m.
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
 * ## What to write instead
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
  title: "The wait after a crash still grows to 5m, although its gate promises 1m",
  level: "warning",
  origin: "simulation",
  since: "1.33",
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

const gate = "ReduceDefaultCrashLoopBackOffDecay";
const field = "maxContainerRestartPeriod";
/** What the gate alone gives. */
const promisedMs = 60_000;

function check(
  { document }: AnalysedDocument,
  { located, problems, forecast }: AnalysedKubelet,
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
  const message = `A container that keeps crashing waits ${first} first, and then up to ${longest}, not ${promised}: KubeletCrashLoopBackOffMax is on, too, and its default of ${longest} wins. Write crashLoopBackOff: {${field}: 60s}.`;
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
  const title = `Write ${field}: 60s`;
  if (hasMap) return { kind: "set-field", title, path: [...prefix, "crashLoopBackOff"], field, value: "60s" };
  return { kind: "set-field", title, path: prefix, field: "crashLoopBackOff", value: { [field]: "60s" } };
}
