import type { Path } from "../../../shared/basics/path.ts";
import { hiddenCrashLoopSentence, hidesCrashLoop } from "../../../shared/forecast/pod/visible-reason.ts";
import { isEnabled } from "../../../shared/kubernetes/gates/feature-gates.ts";
import type { AnalyzedDocument, AnalyzedKubelet } from "../../analysis/subject.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { isWritten } from "../support/places.ts";

const periodPath: Path = ["crashLoopBackOff", "maxContainerRestartPeriod"];

/**
 * Since Kubernetes 1.35, a container without probes stays `terminated` while it waits for up to about 60s. With a maximum back-off of 60s or less, `CrashLoopBackOff` is in the status for milliseconds only.
 * Alerts that look for it, such as `KubePodCrashLooping` of kubernetes-mixin, then never fire, although the container restarts all the time.
 *
 * The rule reports a maximum of 60s or less that is written. Where `ReduceDefaultCrashLoopBackOffDecay` is on, whose maximum is 60s, only the hover says so.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 30s
 * ```
 *
 * ## How to fix
 *
 * Before you roll the maximum out, alert on restarts, too: `increase(kube_pod_container_status_restarts_total[10m]) >= 3` for 15 minutes. `pod-cadence alerts kubelet.yaml` predicts which of your rules stay silent.
 * With a longer maximum, the status shows most of each wait.
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * crashLoopBackOff:
 *   maxContainerRestartPeriod: 300s
 * ```
 *
 * ## Source
 *
 * Recordings of the kubelet of 1.34.4 and 1.37.1; `pkg/kubelet/pod_workers.go`, `completeWork`.
 */
export const shortBackOffHidesCrashLoop: DocumentRule = {
  id: "short-back-off-hides-crash-loop",
  title: "A short maximum back-off hides CrashLoopBackOff from alerts",
  level: "info",
  origin: "simulation",
  since: "1.32",
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

/** The longest wait that a status shows as `terminated`, which is also what the gate sets: who turns it on asks for that. */
const gateMaximumMs = 60_000;

function check(
  { document }: AnalyzedDocument,
  { located, problems, forecast, visibleShare, node }: AnalyzedKubelet,
): readonly DocumentHit[] {
  if (problems.some(({ origin, path }) => origin === "kubelet" || path[0] === periodPath[0])) return [];
  const path = [...located.prefix, ...periodPath];
  const { maximumMs } = forecast();
  const isAskedFor = maximumMs === gateMaximumMs && isEnabled(node(), "ReduceDefaultCrashLoopBackOffDecay");
  if (!isWritten(document, path) || maximumMs > gateMaximumMs || isAskedFor) return [];
  if (!hidesCrashLoop(visibleShare())) return [];
  const advice = "Alert on restarts, too: increase(kube_pod_container_status_restarts_total[10m]) >= 3.";
  return [{ path, on: "value", item: located.item, message: `${hiddenCrashLoopSentence(visibleShare())} ${advice}` }];
}
