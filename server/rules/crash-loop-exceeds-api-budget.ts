import { formatDuration } from "../../shared/kubernetes/durations.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { isWritten } from "./places.ts";
import type { AnalysedDocument, AnalysedKubelet } from "./subject.ts";

const path = ["crashLoopBackOff", "maxContainerRestartPeriod"];

/**
 * Every restart costs writes of the pod's status, events and image pulls.
 * A short longest back-off makes a node full of crashing containers want more of them than its kubelet may send (`kubeAPIQPS`, `eventRecordQPS`, `registryPullQPS`): statuses of healthy pods then come late, and pulls fail.
 * The rule plays a node with 110 pods whose container exits at once, and counts.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 2s
 * ```
 *
 * ## What to write instead
 *
 * A longer maximum.
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
 * KEP-4603 and KEP-5593 on the load of crash loops; `pkg/kubelet/apis/config/v1beta1/defaults.go` for the limits.
 */
export const crashLoopExceedsApiBudget: DocumentRule = {
  id: "crash-loop-exceeds-api-budget",
  title: "Crash loops on this node want more of the API server than the kubelet may ask",
  level: "warning",
  origin: "simulation",
  since: "1.32",
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

function check(
  { document }: AnalysedDocument,
  { located, problems, forecast }: AnalysedKubelet,
): readonly DocumentHit[] {
  const place = [...located.prefix, ...path];
  if (!isWritten(document, place) || problems.some((problem) => problem.path[0] === path[0])) return [];
  const { maximumMs, load, defaultLoad } = forecast();
  const usual = new Set(defaultLoad.limits.filter(({ reached }) => reached).map(({ name }) => name));
  const reached = load.limits.filter((limit) => limit.reached && !usual.has(limit.name));
  if (reached.length === 0) return [];
  const wants = reached.map(
    ({ name, perSecond, wantedPerSecond }) => `${Math.round(wantedPerSecond)} a second of ${name} (${perSecond})`,
  );
  return [
    {
      path: place,
      on: "value",
      item: located.item,
      message:
        `With a longest back-off of ${formatDuration(maximumMs)}, ${load.pods} pods that exit at once want ${wants.join(" and ")}: ` +
        "statuses of healthy pods come late, and image pulls fail. Write a longer period.",
    },
  ];
}
