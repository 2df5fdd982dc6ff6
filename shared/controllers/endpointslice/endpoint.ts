import { isEnded } from "../objects/availability.ts";
import type { ServiceSpec, WorkloadPod } from "../objects/model.ts";

/** The conditions of a pod's endpoint that are true; undefined if it is not in the slice. Models staging/src/k8s.io/endpointslice/utils.go podToEndpoint, trafficdist and pkg/controller/util/endpoint ShouldPodBeInEndpoints (v1.37.1) */
export function endpointOf(pod: WorkloadPod, service: ServiceSpec): string | undefined {
  if (isEnded(pod) || !pod.hasAddress) return undefined;
  const isTerminating = pod.deletedMs !== undefined;
  const conditions = [
    service.publishNotReadyAddresses || (pod.ready && !isTerminating) ? "ready" : "",
    pod.ready ? "serving" : "",
    isTerminating ? "terminating" : "",
  ];
  return conditions.filter((name) => name !== "").join(" ");
}

export function isReady(endpoint: string | undefined): boolean {
  return endpoint?.startsWith("ready") === true;
}

/** kube-proxy sends new connections to these where a Service has no ready endpoint. Models pkg/proxy/topology.go CategorizeEndpoints (v1.37.1), as all releases from 1.28 do. */
export function servesToTheEnd(endpoint: string | undefined): boolean {
  return endpoint === "serving terminating";
}
