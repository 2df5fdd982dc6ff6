import type { KubeletLimitField, KubeletLimitValues, Node } from "../node.ts";
import { atLeast, type KubernetesVersion } from "../versions.ts";
import { defaultOf, kubeletFields } from "./kubelet-fields.ts";

/** The fields of a KubeletConfiguration that bound what one node costs. Zero counts as not written where Go holds no pointer. */
export const kubeletLimitFields: readonly { readonly name: KubeletLimitField; readonly zeroIsUnset: boolean }[] = [
  { name: "maxPods", zeroIsUnset: true },
  { name: "kubeAPIQPS", zeroIsUnset: false },
  { name: "kubeAPIBurst", zeroIsUnset: true },
  { name: "eventRecordQPS", zeroIsUnset: false },
  { name: "eventBurst", zeroIsUnset: true },
  { name: "registryPullQPS", zeroIsUnset: false },
  { name: "registryBurst", zeroIsUnset: true },
];

/** A token bucket: so many a second, and so many more at once. */
export interface RateLimit {
  /** Undefined if there is no limit. */
  readonly perSecond: number | undefined;
  readonly burst: number;
}

/** What a kubelet allows itself. */
export interface KubeletLimits {
  readonly maxPods: number;
  /** Requests to the API server, but for events, leases and the node's status, which have clients of their own. */
  readonly kubeAPIQPS: RateLimit;
  readonly eventRecordQPS: RateLimit;
  readonly registryPullQPS: RateLimit;
}

/** client-go's own, where a client is given none. Models client-go/rest/config.go DefaultQPS (v0.37.1). */
const clientDefaultQps = 5;

/** The limits of a node's kubelet: what its file has, else the defaults of its version. */
export function kubeletLimits({ kubernetes, kubeletConfiguration }: Pick<Node, "kubernetes" | "kubeletConfiguration">) {
  const values = { ...defaultsOf(kubernetes), ...kubeletConfiguration.limits };
  return limitsOf(values, kubernetes);
}

// Models cmd/kubelet/app/server.go run and kubeClientConfigOverrides, pkg/kubelet/images/helpers.go throttleImagePulling (v1.37.1)
function limitsOf(values: Required<KubeletLimitValues>, version: KubernetesVersion): KubeletLimits {
  const { maxPods, kubeAPIQPS, kubeAPIBurst, eventRecordQPS, eventBurst, registryPullQPS, registryBurst } = values;
  const events = atLeast(version, "1.37") ? undefined : clientDefaultQps;
  return {
    maxPods,
    kubeAPIQPS: { perSecond: kubeAPIQPS === 0 ? clientDefaultQps : kubeAPIQPS, burst: kubeAPIBurst },
    eventRecordQPS: { perSecond: eventRecordQPS === 0 ? events : eventRecordQPS, burst: eventBurst },
    registryPullQPS: { perSecond: registryPullQPS === 0 ? undefined : registryPullQPS, burst: registryBurst },
  };
}

function defaultsOf(version: KubernetesVersion): Required<KubeletLimitValues> {
  const fields = kubeletFields(version);
  const of = (name: KubeletLimitField): number => {
    const field = fields.get(name);
    return field === undefined ? 0 : Number(defaultOf(field, version) ?? 0);
  };
  return {
    maxPods: of("maxPods"),
    kubeAPIQPS: of("kubeAPIQPS"),
    kubeAPIBurst: of("kubeAPIBurst"),
    eventRecordQPS: of("eventRecordQPS"),
    eventBurst: of("eventBurst"),
    registryPullQPS: of("registryPullQPS"),
    registryBurst: of("registryBurst"),
  };
}
