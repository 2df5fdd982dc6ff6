import type { LoadCounts } from "./load-run.ts";
import type { Estimate } from "./sampling.ts";

/** What a KubeletConfiguration does to the curve and what that costs. */
export interface KubeletForecast {
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly delaysMs: readonly number[];
  /** What the pods of the node do, as somebody wrote it; undefined means as many as it takes, whose container exits at once. */
  readonly pods: string | undefined;
  /** Nodes that are all like this one. */
  readonly nodes: number;
  readonly maxPods: number;
  /** In the steady state of the curve. */
  readonly load: Load;
  /** In the first five minutes of pods that are created together. */
  readonly firstLoad: Load;
  /** The same pods on the same node with the default curve. */
  readonly defaultLoad: Load;
  readonly defaultFirstLoad: Load;
  /** Metrics that show what the change does, by component; none, where the back-off is the default. */
  readonly watch: readonly string[];
}

/** What the pods of a node cost it in two windows. */
export interface NodeLoad {
  readonly first: Load;
  readonly steady: Load;
}

/** What pods cost the machines that run them, before any limit of the kubelet's clients. */
export interface Load {
  /** The pods of each node. */
  readonly pods: number;
  readonly perNode: Rates;
  readonly allNodes: Rates;
  /** Of each node: what is left of the changes of statuses once the kubelet has merged them. */
  readonly writes: SentWrites;
  readonly limits: readonly ClientLimit[];
  /** Pods that were played, in place of all. */
  readonly played: number;
  /** Some did too much to be played to the end: their rates are those of the beginning. */
  readonly cut: boolean;
}

/** Writes of statuses, each a GET and a PATCH, within the limit of the kubelet's client. */
export interface SentWrites {
  readonly perMinute: number;
  /** From a change to its write. */
  readonly longestWaitMs: number;
}

/** What is counted, each a minute and with the error of counting a sample only. */
export type Rates = Readonly<Record<keyof LoadCounts, Estimate>>;

/** A rate limit that a kubelet sets itself. What is beyond it waits; an image pull fails. */
export interface ClientLimit {
  readonly name: "kubeAPIQPS" | "eventRecordQPS" | "registryPullQPS";
  /** Undefined if there is no limit. */
  readonly perSecond: number | undefined;
  readonly burst: number;
  /** The writes that are wanted per second, in the mean of the window. */
  readonly wantedPerSecond: number;
  readonly reached: boolean;
  /** The longest that a status or an event waits for its turn within the window; pulls do not wait. */
  readonly longestWaitMs: number;
}
