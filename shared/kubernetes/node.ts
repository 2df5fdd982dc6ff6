import type { KubernetesVersion } from "./versions.ts";

/** An API server or a kubelet: its version and the feature gates that were set explicitly. Plain data; `isEnabled` reads it. */
export interface Component {
  readonly kubernetes: KubernetesVersion;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

/** The kubelet of the node that runs the pod. `featureGates` already holds those of its configuration, which win. */
export interface Node extends Component {
  readonly kubeletConfiguration: KubeletConfiguration;
}

/** What the engine needs of a KubeletConfiguration. Undefined if it is not set: the kubelet's own default applies. */
export interface KubeletConfiguration {
  /** File or profile it came from, for people; undefined means kubelet defaults. */
  readonly name: string | undefined;
  /** crashLoopBackOff.maxContainerRestartPeriod */
  readonly maxContainerRestartPeriodMs: number | undefined;
  readonly syncFrequencyMs: number | undefined;
  /** How long pods get when the node shuts down, by priority, the lowest first. Undefined if the kubelet does not wait for a shutdown. */
  readonly nodeShutdown?: readonly ShutdownGrace[];
  /** What it writes of the limits of the node; `kubeletLimits` has the defaults. */
  readonly limits?: KubeletLimitValues;
}

export type KubeletLimitField =
  | "maxPods"
  | "kubeAPIQPS"
  | "kubeAPIBurst"
  | "eventRecordQPS"
  | "eventBurst"
  | "registryPullQPS"
  | "registryBurst";

/** Each as the file writes it: never negative, and never a zero that stands for the default. */
export type KubeletLimitValues = Readonly<Partial<Record<KubeletLimitField, number>>>;

/** What pods get whose priority is at least this, and below that of the next one. */
export interface ShutdownGrace {
  readonly priority: number;
  readonly seconds: number;
}

/** `kubelet` models the real loops and jitter of the version, `ideal` has zero latency. */
export type Timing = "kubelet" | "ideal";
/** `released`: what the code does; `kep`: what the enhancement proposals say. */
export type Semantics = "released" | "kep";

/** Everything assumed about the cluster a manifest will meet. Two machines, because the API server decides what reaches the node. */
export interface Assumptions {
  readonly node: Node;
  readonly apiServer: Component;
  readonly timing: Timing;
  readonly semantics: Semantics;
  /** How long the first pull of an image takes that no scenario speaks of (`timing: kubelet` only). Undefined: it is on the node. */
  readonly imagePull: PullRange | undefined;
}

/** The shortest and the longest pull of an image. */
export interface PullRange {
  readonly minMs: number;
  readonly maxMs: number;
}
