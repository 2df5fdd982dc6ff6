import type { Path } from "../kubernetes/path.ts";
import type { ContainerKind, ProbeType } from "../kubernetes/pod.ts";
import type { Span } from "../simulation/span.ts";
import type { Timeline } from "../simulation/timeline.ts";
import type { LoadCounts } from "./load-run.ts";
import type { Estimate } from "./sampling.ts";

/** The answers for one pod. Hint, hover, rule, panel and CLI read these and nothing else. */
export interface PodForecast {
  /** The sentence of the hover, of the panel and of `forecast`. */
  readonly summary: string;
  readonly timeToReady: Span | undefined;
  readonly containers: readonly ContainerForecast[];
  /** What the scenario makes of the pod within `storyMs`; what it does not speak of behaves. */
  readonly timeline: Timeline;
}

export interface ContainerForecast {
  readonly name: string;
  readonly kind: ContainerKind;
  /** Relative to the pod spec. */
  readonly path: Path;
  readonly restarts: RestartForecast;
  /** How long the container may take to start before a probe kills it: earliest is what holds in every phase. */
  readonly startupBudget: Span | undefined;
  /** The probe that ends the start-up budget. */
  readonly startupBudgetProbe: ProbeType | undefined;
  readonly hangToSigterm: Span | undefined;
  readonly hangToDead: Span | undefined;
  readonly hangToReady: Span | undefined;
  readonly unreadyAfter: Span | undefined;
}

export interface RestartForecast {
  readonly canRestart: boolean;
  /** The exit code that the answers speak of: 1 where it restarts anything, else the lowest that does. */
  readonly exitCode: number;
  /** That exit restarts all containers of the pod in place, without any back-off. */
  readonly restartsAll: boolean;
  /** The back-off curve up to its steady state: 0, 10000, 20000, …; 0 alone where there is no back-off. */
  readonly delaysMs: readonly number[];
  readonly steadyStateMs: number;
  /** A run longer than this forgets the back-off. */
  readonly resetAfterMs: number;
  /** The instants of the next restarts since the pod was first seen: of the scenario when it restarts, else of a container that crashes at once. */
  readonly next: readonly Span[];
  /** With a scenario that says what this container does. */
  readonly story: RestartStory | undefined;
}

/** What the scenario makes of the container within the horizon. */
export interface RestartStory {
  readonly restarts: number;
  /** Those that followed an end of its own, without restarts of all containers. */
  readonly ownRestarts: number;
  /** How often its exit restarted all containers. */
  readonly resets: number;
  /** All of its restarts followed an exit of the container's own with a code other than 0. */
  readonly crashes: boolean;
  /** When the container stays ready for the rest of the horizon; undefined: it never does. */
  readonly readyAt: Span | undefined;
  /** When the pod as a whole has ended; undefined: it goes on. */
  readonly podEnd: PodEnd | undefined;
  readonly upShare: number;
  /** When the restarts have found their rhythm: from then on one every `everyMs`, run and wait together. */
  readonly steady: { readonly from: Span; readonly everyMs: number } | undefined;
}

export interface PodEnd {
  /** `Deleted`: the API server has no such pod any more. */
  readonly how: "Succeeded" | "Failed" | "Deleted";
  readonly at: Span;
}

/** What a KubeletConfiguration does to the curve and what that costs. */
export interface KubeletForecast {
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly delaysMs: readonly number[];
  /** A node full of pods whose container exits at once, in the steady state of the curve. */
  readonly load: Load;
  readonly defaultLoad: Load;
}

/** What pods cost the machines that run them, before any limit of the kubelet's clients. */
export interface Load {
  /** Of each node. */
  readonly pods: number;
  readonly perNode: Rates;
  readonly allNodes: Rates;
  readonly limits: readonly ClientLimit[];
  /** Pods that were played, in place of all. */
  readonly played: number;
  /** Some did too much to be played to the end: their rates are those of the beginning. */
  readonly cut: boolean;
}

/** What is counted, each a minute and with the error of counting a sample only. */
export type Rates = Readonly<Record<keyof LoadCounts, Estimate>>;

/** A rate limit that a kubelet sets itself. What is beyond it waits; an image pull fails. */
export interface ClientLimit {
  readonly name: "kubeAPIQPS" | "eventRecordQPS" | "registryPullQPS";
  readonly perSecond: number;
  readonly burst: number;
  /** In the mean of the window. */
  readonly wantedPerSecond: number;
  readonly reached: boolean;
}
