import { formatDuration } from "../../shared/basics/durations.ts";
import type { AnalysedDocument, AnalysedKubelet } from "../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "./model.ts";
import { isWritten } from "./support/places.ts";

const path = ["crashLoopBackOff", "maxContainerRestartPeriod"];

/**
 * Every restart costs status updates, events and image pulls.
 * With a short maximum back-off, a node full of crashing containers needs more of them than its kubelet may send (`kubeAPIQPS`, `eventRecordQPS`, `registryPullQPS`). Status updates of healthy pods are then late, and image pulls fail.
 * The rule simulates a node with 110 pods whose container exits immediately.
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
 * ## How to fix
 *
 * Set a longer `maxContainerRestartPeriod`.
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
  title: "Crash loops on this node need more requests than the kubelet may send",
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
    ({ name, perSecond, wantedPerSecond }) =>
      `${Math.round(wantedPerSecond)} per second from ${name} (limit ${perSecond})`,
  );
  return [
    {
      path: place,
      on: "value",
      item: located.item,
      message:
        `With a maximum back-off of ${formatDuration(maximumMs)}, ${load.pods} crashing pods need ${wants.join(" and ")}. ` +
        "Status updates of healthy pods are late, and image pulls fail. Set a longer maxContainerRestartPeriod.",
    },
  ];
}
