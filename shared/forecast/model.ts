import type { Path } from "../basics/path.ts";
import type { Span } from "../basics/span.ts";
import type { ContainerKind, ProbeType } from "../kubernetes/pod.ts";
import type { Timeline } from "../simulation/timeline.ts";
import type { Answer, Spread } from "./answer/model.ts";
import type { LoadCounts } from "./load-run.ts";
import type { Estimate } from "./sampling.ts";

/** The answers for one pod. Hint, hover, rule, panel and CLI read these and nothing else. */
export interface PodForecast {
  /** Over many runs, up to the horizon. */
  readonly answer: Answer;
  /** The first line of hover and `forecast`, as plain text: the headline; where nothing happens, also what would follow from a crash or a hang. */
  readonly summary: string;
  /** Along one path of events, with its bounds. */
  readonly timeToReady: Span | undefined;
  readonly containers: readonly ContainerForecast[];
  /** One run of what the scenario makes of the pod up to the horizon; what it does not speak of behaves. */
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

/** What the scenario makes of the container within the horizon, over the runs of the answer. */
export interface RestartStory {
  readonly restarts: Spread;
  /** All of its restarts, in all runs, followed an exit of its own with a code other than 0. */
  readonly onlyCrashes: boolean;
  /** Of the whole pod. */
  readonly answer: Answer;
}

/** What a KubeletConfiguration does to the curve and what that costs. */
export interface KubeletForecast {
  readonly initialMs: number;
  readonly maximumMs: number;
  readonly delaysMs: readonly number[];
  /** What the pods of the node do, as somebody wrote it; undefined: as many as it takes, whose container exits at once. */
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
}

/** What the pods of a node cost it in two windows. */
export interface NodeLoad {
  readonly first: Load;
  readonly steady: Load;
}

/** What pods cost the machines that run them, before any limit of the kubelet's clients. */
export interface Load {
  /** Of each node. */
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
  /** Undefined: no limit. */
  readonly perSecond: number | undefined;
  readonly burst: number;
  /** In the mean of the window. */
  readonly wantedPerSecond: number;
  readonly reached: boolean;
  /** The longest that a status or an event waits for its turn within the window; pulls do not wait. */
  readonly longestWaitMs: number;
}
