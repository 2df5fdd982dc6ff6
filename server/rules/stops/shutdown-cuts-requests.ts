import { formatDuration } from "../../../shared/basics/durations.ts";
import { formatAtMost } from "../../../shared/basics/span-words.ts";
import { cutRequestsMs, sleepSeconds } from "../../../shared/forecast/workload/shutdown.ts";
import { replacementOf } from "../../../shared/forecast/workload/traffic.ts";
import { type AnalyzedWorkload, applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * A load balancer or a proxy sends requests to a pod for a while after its deletion, because it hears of that later.
 * A container that gets SIGTERM meanwhile takes no new requests, so they fail in every rollout, scale-down, and drain.
 * Where the deleted pod is the only one of its Service, kube-proxy goes on sending new connections to it until another pod is ready: the hook has to outlast the start of the replacement, too.
 * The rule needs `trafficDelay` in the project file, and a Service of the same file, the same folder, or the same Kustomize base that selects the pods of a workload.
 *
 * ## Example
 *
 * With `{trafficDelay: 20s}` in the project file:
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       containers:
 *       - name: app
 *         image: registry.example/app
 * ---
 * apiVersion: v1
 * kind: Service
 * metadata: {name: web}
 * spec: {selector: {app: web}, ports: [{port: 80}]}
 * ```
 *
 * ## How to fix
 *
 * Let a preStop hook sleep for as long as requests come, within the grace period.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   selector: {matchLabels: {app: web}}
 *   template:
 *     metadata: {labels: {app: web}}
 *     spec:
 *       terminationGracePeriodSeconds: 60
 *       containers:
 *       - name: app
 *         image: registry.example/app
 *         lifecycle: {preStop: {sleep: {seconds: 25}}}
 * ---
 * apiVersion: v1
 * kind: Service
 * metadata: {name: web}
 * spec: {selector: {app: web}, ports: [{port: 80}]}
 * ```
 *
 * ## Source
 *
 * `staging/src/k8s.io/endpointslice/utils.go`, `podToEndpoint`: an endpoint is not ready from the deletion on. `pkg/kubelet/kuberuntime/kuberuntime_container.go`, `killContainer`: SIGTERM follows the preStop hook.
 */
export const shutdownCutsRequests: FileRule = {
  id: "shutdown-cuts-requests",
  title: "A pod that is deleted gets SIGTERM while requests still come",
  level: "warning",
  origin: "simulation",
  checkFile: check,
};

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const { trafficDelayMs } = settings;
  if (trafficDelayMs === undefined) return [];
  const others = applicationOf(manifest);
  const podsOf = allPods(settings);
  return manifest.documents.flatMap(({ document, startOffset }) =>
    podsOf(document).flatMap((pod) => {
      const found = workloadOf(pod, others);
      const message = found && messageOf(found, trafficDelayMs);
      if (message === undefined) return [];
      const { start, end } = rangeOf(document, [...pod.located.prefix, "containers"], "key");
      return [{ start: startOffset + start, end: startOffset + end, message }];
    }),
  );
}

const allPods = podsThatFit(() => true);

function messageOf({ workload, forecast }: AnalyzedWorkload, trafficDelayMs: number): string | undefined {
  const [service] = workload.services;
  if (service === undefined) return undefined;
  const replacement = replacementOf(workload, forecast);
  const cutMs = cutRequestsMs(forecast.shutdown, trafficDelayMs, replacement) ?? 0;
  if (cutMs === 0) return undefined;
  const delay = formatDuration(trafficDelayMs);
  const seconds = sleepSeconds(trafficDelayMs, replacement);
  const cut = Number.isFinite(cutMs) ? ` for up to ${formatAtMost(cutMs)}` : "";
  const come =
    replacement === undefined
      ? `for ${delay} after the deletion of a pod (trafficDelay), but are cut off${cut} of it`
      : `to the only pod after its deletion until another one is ready, and for ${delay} more (trafficDelay), but are cut off${cut}`;
  const sleep =
    seconds === undefined
      ? `that is ${formatAtMost(trafficDelayMs)} longer than the start of a new pod`
      : `of ${formatDuration(1000 * seconds)} or more`;
  return `Requests to Service ${service.name} still come ${come}, from SIGTERM on. Add a preStop sleep ${sleep}, and a terminationGracePeriodSeconds that allows for it.`;
}
