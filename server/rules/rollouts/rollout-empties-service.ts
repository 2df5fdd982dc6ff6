import type { Path } from "../../../shared/basics/path.ts";
import { fenceposts } from "../../../shared/controllers/deployment/fenceposts.ts";
import { formatIntOrPercent } from "../../../shared/controllers/objects/percent.ts";
import { analyzeDocument } from "../../analysis/analysis.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { type AnalyzedWorkload, applicationOf, workloadOf } from "../../analysis/workloads.ts";
import type { Manifest } from "../../manifest/text/model.ts";
import { rangeOf } from "../../manifest/text/ranges.ts";
import { mayBeScaled } from "../../schema/files/kustomize-role.ts";
import type { ResolvedSettings } from "../../schema/model.ts";
import type { FileRule } from "../core/model.ts";
import { refusalOf } from "../rejections/rejection.ts";
import { isWritten } from "../support/places.ts";
import { podsThatFit } from "../support/pods-that-fit.ts";

/**
 * `maxUnavailable` allows all pods of a Deployment to be missing during a rollout: all old pods stop before the first new one is ready.
 * The Service has no usable endpoints meanwhile. With few replicas a number that looks small is all of them.
 * Where no pod is ready, kube-proxy sends new connections to pods that still serve while they terminate. The rule is silent where these last until new pods are ready, such as with a long `preStop` hook, and where pods of another workload serve the same Service. Load balancers that do not ask kube-proxy may use ready pods only.
 * The rule looks at Deployments, and at Services of the same file, the same folder, or the same Kustomize base, if `replicas` is written. It is silent where `maxSurge` is 0 and there is one replica: no two pods may run at the same time there.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 2
 *   strategy: {rollingUpdate: {maxUnavailable: 2}}
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
 * Let no pod, or at most some of them, be missing.
 *
 * ```yaml
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: {name: web}
 * spec:
 *   replicas: 2
 *   strategy: {rollingUpdate: {maxUnavailable: 0}}
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
 * ## Source
 *
 * `pkg/controller/deployment/util/deployment_util.go`, `MaxUnavailable`, and `rolling.go`, `reconcileOldReplicaSets`; `pkg/proxy/topology.go`, `CategorizeEndpoints`.
 */
export const rolloutEmptiesService: FileRule = {
  id: "rollout-empties-service",
  title: "A rollout leaves a Service without endpoints",
  level: "warning",
  origin: "simulation",
  checkFile: check,
};

function check(manifest: Manifest, settings: ResolvedSettings): ReturnType<FileRule["checkFile"]> {
  const others = applicationOf(manifest);
  const podsOf = limitedDeployments(settings);
  return manifest.documents.flatMap(({ document, startOffset }) =>
    podsOf(document).flatMap((pod) => {
      if (refusalOf(analyzeDocument(document, settings), pod) !== undefined) return [];
      if (mayBeScaled(settings.kustomize, pod.located.name)) return [];
      const found = workloadOf(pod, others);
      const message = found && messageOf(found);
      if (message === undefined) return [];
      const { start, end } = rangeOf(document, maxUnavailableOf(pod), "key");
      return [{ start: startOffset + start, end: startOffset + end, message }];
    }),
  );
}

/** Those that say how many pods there are, and how many of them may be missing. */
const limitedDeployments = podsThatFit(
  (pod, document) =>
    pod.located.kind === "Deployment" &&
    isWritten(document, maxUnavailableOf(pod)) &&
    isWritten(document, [...pod.located.objectPath, "spec", "replicas"]),
);

function maxUnavailableOf({ located }: AnalyzedPod): Path {
  return [...located.objectPath, "spec", "strategy", "rollingUpdate", "maxUnavailable"];
}

/** Only where the strategy allows it is the rollout played: then the engine says whether it comes to that. */
function messageOf({ workload, forecast }: AnalyzedWorkload): string | undefined {
  const { spec, services } = workload;
  const [service] = services.filter(({ publishNotReadyAddresses }) => !publishNotReadyAddresses);
  if (spec.kind !== "Deployment" || spec.strategy !== "RollingUpdate" || service === undefined) return undefined;
  const { surge, unavailable } = fenceposts(spec);
  if (spec.replicas === 0 || unavailable < spec.replicas || (spec.replicas === 1 && surge === 0)) return undefined;
  if (forecast.rollout?.usableAtLeast !== 0) return undefined;
  const all = spec.replicas === 1 ? "the only pod" : `all ${spec.replicas} pods`;
  return `maxUnavailable: ${formatIntOrPercent(spec.maxUnavailable)} allows ${all} to be missing: during a rollout, Service ${service.name} has no usable endpoints. Set maxUnavailable to ${spec.replicas > 2 ? "1" : "0"}.`;
}
