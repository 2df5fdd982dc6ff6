// Everything that the library gives out and takes. This file imports nothing: with the signatures of `index.ts` it is the whole of the
// package's `index.d.ts`.

/** What is assumed about the cluster. Absent: the newest version, default feature gates, a default kubelet, as released. */
export interface AnalyzeOptions {
  /** Minor version of the nodes and the API server, such as `"1.36"`. */
  readonly kubernetes?: string;
  /** Feature gates of the kubelets and the API server, as in `--feature-gates`. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** `crashLoopBackOff.maxContainerRestartPeriod` of the nodes, in milliseconds. */
  readonly maxContainerRestartPeriodMs?: number;
  /** `kubelet`: with the loops and the jitter of the kubelet (default); `ideal`: exact. */
  readonly timing?: "kubelet" | "ideal";
  /** `released`: what the code does (default); `kep`: what the enhancement proposals describe. */
  readonly semantics?: "released" | "kep";
  /** How long the first pull of an image takes where the scenario does not say, in milliseconds, from the shortest to the longest. Absent: images are on the node. */
  readonly imagePullMs?: { readonly min: number; readonly max: number };
  /** Manifests of other files of the same application: their Services, PodDisruptionBudgets, and HorizontalPodAutoscalers count. */
  readonly beside?: string;
  /** What is assumed of training runs: with it, the pods of Jobs and JobSets have a goodput. */
  readonly training?: TrainingOptions;
  /** What containers do, and what is expected, each as in a `# cadence:` comment: `app: crashes after 5s`. */
  readonly scenario?: readonly string[];
  /** What happens to a pod or its node, each as it follows `at`: `5m pod is deleted`. */
  readonly events?: readonly string[];
  /** False: comments say nothing of what containers do, only `scenario` and `events`. Default: true. */
  readonly comments?: boolean;
  /** Severity by rule, in place of its own. */
  readonly rules?: Readonly<Record<string, "off" | "hint" | "info" | "warning" | "error">>;
}

/** What nobody but its people knows of a training run, in milliseconds. */
interface TrainingOptions {
  /** Mean time between failures of the whole run. */
  readonly failuresEveryMs: number;
  /** Work between two checkpoints; default: 30 minutes. */
  readonly checkpointEveryMs?: number;
  /** How long the work stands still for one; default: 1 minute. */
  readonly checkpointTakesMs?: number;
  /** From ready containers to work that goes on; default: 2 minutes. */
  readonly resumeTakesMs?: number;
  /** Until a kubelet sees a new pod, without the back-off of its Job; default: 10 seconds. */
  readonly schedulingTakesMs?: number;
  /** Image pulls of a new pod; default: 20 seconds. */
  readonly pullTakesMs?: number;
}

/** One way to go on after a failure, over 7 days and 100 runs. Shares go from 0 to 1. */
export interface TrainingWay {
  /** A restart of all containers in place, a new pod of the Job, or all Jobs of the JobSet anew. */
  readonly is: "in-place" | "job" | "job-set";
  /** The manifest does this. */
  readonly isWritten: boolean;
  /** Share of the time that is work which a checkpoint keeps. */
  readonly goodput: Spread;
  readonly meanGoodput: number;
  readonly failures: Spread;
  /** Of each failure, until the containers are ready again. Undefined if no run survives one. */
  readonly downMs: Spread | undefined;
  /** Runs that a limit ends early. Undefined if there is none. */
  readonly ended: { readonly share: number; readonly afterMs: Spread; readonly why: string } | undefined;
}

/** What is known about a text of manifests. */
export interface Analysis {
  /** Pods, and pod templates of workloads, in the order of the text. */
  readonly pods: readonly AnalyzedPod[];
  /** Findings of the rules, in the order of the text. */
  readonly findings: readonly Finding[];
}

/** A pod of a text. Takes part in `forecastPod` and `createSimulation`. */
export interface AnalyzedPod {
  /** Of the object that contains it, such as `Deployment`. */
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Names, init containers first. */
  readonly containers: readonly string[];
  /** What in its `# cadence:` comments is not understood, as sentences. */
  readonly scenarioProblems: readonly string[];
  /** What a comment overrides of the option `scenario`, as sentences. */
  readonly notes: readonly string[];
  /** For the next 30 minutes. Computed on first use. Undefined if there is nothing to run, for example in a patch of labels. */
  readonly forecast: Forecast | undefined;
  /** Restart in place beside new pods. Computed on first use. Undefined if no Job or JobSet creates the pod, or the option `training` is missing. */
  readonly training: readonly TrainingWay[] | undefined;
}

/** Something that a rule finds in a text. */
export interface Finding {
  /** Id of the rule: https://github.com/pod-cadence/pod-cadence/tree/main/docs/rules */
  readonly rule: string;
  readonly severity: "hint" | "info" | "warning" | "error";
  readonly message: string;
  /** Zero-based, in UTF-16 units; the end is exclusive. */
  readonly start: Position;
  readonly end: Position;
  /** The documentation of the rule. */
  readonly docs: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** How far a pod is played for a forecast, and how often. */
export interface ForecastOptions {
  /** Default: 30 minutes. */
  readonly horizonMs?: number;
  /** Number of runs; default: 100. */
  readonly runs?: number;
  /** Seed of the first run; default: 1. */
  readonly seed?: number;
}

/** What will happen to a pod, over 100 runs with different seeds or as many as asked for; fewer where the runs are long. */
export interface Forecast {
  /** What the answer rests on: a status of the pod, a scenario, or the manifest alone. */
  readonly basis: "observed" | "scenario" | "manifest";
  readonly verdict:
    | "healthy"
    | "loses-ready"
    | "restarts"
    | "crash-loop"
    | "never-ready"
    | "ends"
    | "fails"
    | "rejected";
  /** One or two sentences. Of a pod with a status: what is the case, and what comes next. */
  readonly headline: string;
  /** Of a pod with a status: what would help. */
  readonly fix: string | undefined;
  /** Of a pod with a status: what follows the next step. */
  readonly after: string | undefined;
  readonly horizonMs: number;
  /** Number of runs. */
  readonly runs: number;
  /** Of all containers, up to the horizon. */
  readonly restarts: Spread;
  /** Not Ready after the pod first was, up to its end or the horizon. */
  readonly downMs: Spread;
  /** From an end to the next start; a wait ends with the pod, or its Job. */
  readonly longestWaitMs: Spread;
  /** Share of the time up to its end or the horizon in which the pod is Ready, from 0 to 1. */
  readonly readyShare: Spread;
  /** Over the runs in which the pod becomes Ready. Undefined if it never does. */
  readonly firstReadyMs: Spread | undefined;
  /** Why it restarts or fails. Undefined if it does not. */
  readonly why: { readonly text: string; readonly advice: string | undefined } | undefined;
  /** Empty for a pod that is rejected. */
  readonly containers: readonly ContainerForecast[];
}

/** Smallest, median, and largest value over the runs. */
interface Spread {
  readonly min: number;
  readonly p50: number;
  readonly max: number;
}

/** A time that the loops of the kubelet affect, in milliseconds: by the rules alone, and the bounds of what is possible. */
interface Span {
  readonly nominalMs: number;
  readonly earliestMs: number;
  readonly latestMs: number;
}

interface ContainerForecast {
  readonly name: string;
  /** Back-off before the first restart, the second, and so on, up to the one that repeats. */
  readonly delaysMs: readonly number[];
  /** A run longer than this resets the back-off. */
  readonly resetAfterMs: number;
  /** How long the container may take to start before a probe kills it. */
  readonly startupBudget: Span | undefined;
  /** From a hang to SIGTERM. */
  readonly hangToSigterm: Span | undefined;
  /** From a hang until Services stop sending traffic. */
  readonly hangToNoTraffic: Span | undefined;
}

export interface SimulationOptions {
  /** Seed of the kubelet's jitter and phases. The same seed gives the same run on every machine. Default: 1. */
  readonly seed?: number;
  /** Horizon in virtual milliseconds, at most 7 days. Default: 30 minutes. */
  readonly untilMs?: number;
}

/** A pod being played in virtual time, in milliseconds since the kubelet first saw it. */
export interface Simulation {
  /** Plays up to `tMs`, at most the horizon. */
  runUntil(tMs: number): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Lets something happen, now or later, that the scenario does not say. What is in the past happens now. Throws a RangeError for a container that the pod does not have. */
  inject(event: OutsideEvent): void;
  /** The virtual time that was reached. */
  nowMs(): number;
  /** What was recorded so far. */
  entries(): readonly TimelineEntry[];
  /** The entry as a sentence. */
  describe(entry: TimelineEntry): string;
  /** The chain of causes of an entry, itself first. */
  why(entry: TimelineEntry): readonly TimelineEntry[];
  /** What `kubectl get pod` prints at `tMs`. Undefined if that is before the first status. */
  kubectlAt(tMs: number): KubectlColumns | undefined;
  /** The timeline up to now as one SVG document. */
  svg(): string;
}

/** One thing that happened in a simulation. */
export interface TimelineEntry {
  readonly id: string;
  readonly tMs: number;
  /** When this could have happened at all, on the same path of events. */
  readonly at: Span;
  /** Such as `container-exited`, `back-off-started`, `probe-result`, `condition-changed`. */
  readonly kind: string;
  /** Id of the entry that this follows from. */
  readonly cause: string | undefined;
  readonly container: string | undefined;
  /** Counts the starts of the container from 1. */
  readonly run: number | undefined;
}

type OutsideEvent =
  | { readonly kind: "kubelet-restart"; readonly atMs: number; readonly downMs: number }
  | { readonly kind: "node-reboot"; readonly atMs: number; readonly downMs: number }
  | { readonly kind: "pod-deleted"; readonly atMs: number; readonly graceMs: number | undefined }
  | ContainerFault;

/** Something that goes wrong in a container. One that does not run has the fault at its next start. */
type ContainerFault = { readonly atMs: number; readonly container: string } & (
  | { readonly kind: "crash"; readonly exitCode: number }
  | { readonly kind: "oom" }
  /** Probes time out. Without a target all of them do; without `forMs` until the container is restarted. */
  | { readonly kind: "hang"; readonly probe?: "startup" | "liveness" | "readiness"; readonly forMs?: number }
  /** Probes take this long. */
  | {
      readonly kind: "slow";
      readonly latencyMs: number;
      readonly probe?: "startup" | "liveness" | "readiness";
      readonly forMs?: number;
    }
  /** The next pulls of its image fail. */
  | { readonly kind: "image-missing"; readonly times: number }
);

interface KubectlColumns {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
  readonly age: string;
}

/** What a workload is played with. */
export interface WorkloadOptions {
  /** Manifests as text (YAML or JSON), or as plain objects: a Deployment, StatefulSet, or DaemonSet, and the Services and PodDisruptionBudgets that select its pods. */
  readonly objects: string | readonly unknown[];
  /** What is assumed about the cluster. */
  readonly node?: AnalyzeOptions;
  /** Lines as in `# cadence:` comments: what the pods of the new version do. Those of the old one serve. */
  readonly scenario?: readonly string[];
  /** Name of the workload, where there are several. Default: the first. */
  readonly name?: string;
  /** Default: 1. */
  readonly seed?: number;
  /** Horizon in virtual milliseconds, at most 7 days. Default: one day. */
  readonly untilMs?: number;
  /** `running`: all pods of the old version are available since long (default); `created`: somebody creates the workload at 0. */
  readonly from?: "running" | "created";
  /** What somebody does. Default, where the workload is running: what the scenario says, with a rollout at 0 if it says no other time. */
  readonly events?: readonly WorkloadEvent[];
}

/** A workload being played in virtual time, in milliseconds since the start: its controllers, and every pod. */
export interface WorkloadSimulation {
  /** Plays up to `tMs`, at most the horizon. */
  runUntil(tMs: number): void;
  /** Plays what happens next; false when nothing more happens before the horizon. */
  step(): boolean;
  /** Lets something happen, now or later. What is in the past happens now. */
  inject(event: WorkloadEvent): void;
  /** The virtual time that was reached. */
  nowMs(): number;
  /** What happened so far: pods created, ready, available, deleted, and gone; ReplicaSets scaled; conditions, endpoints, and evictions. */
  entries(): readonly WorkloadEntry[];
  /** Totals after each change. */
  counts(): readonly WorkloadCounts[];
  /** All pods that there were. */
  pods(): readonly {
    readonly number: number;
    readonly name: string;
    readonly revision: string;
    readonly ready: boolean;
  }[];
  /** `status` of the workload as the API shows it. Undefined if that is before the first one. */
  statusAt(tMs: number): object | undefined;
  /** The chain of causes of an entry, itself first. */
  why(entry: WorkloadEntry): readonly WorkloadEntry[];
  /** Keeps this moment. */
  snapshot(): WorkloadSnapshot;
  /** Goes to a moment that was kept; what comes after it may then come differently. */
  restore(snapshot: WorkloadSnapshot): void;
}

interface WorkloadSnapshot {
  readonly tMs: number;
}

type WorkloadEvent =
  | { readonly kind: "rollout"; readonly atMs: number }
  | {
      readonly kind: "change";
      readonly atMs: number;
      readonly spec: { readonly replicas?: number; readonly paused?: boolean; readonly partition?: number };
    }
  | { readonly kind: "delete-pod"; readonly atMs: number; readonly pod: string | number; readonly graceMs?: number }
  | { readonly kind: "evict"; readonly atMs: number; readonly pod: string | number }
  | { readonly kind: "drain"; readonly atMs: number; readonly node: string }
  /** The node stops for good. Without a name, the one that has most of the pods then. */
  | { readonly kind: "lose-node"; readonly atMs: number; readonly node?: string };

/** One thing that happened to a workload. */
export interface WorkloadEntry {
  readonly id: string;
  readonly tMs: number;
  /** When this could have happened at all, on the same path of events. */
  readonly at: Span;
  /** Such as `pod-created`, `pod-available`, `replica-set-scaled`, `condition-changed`, `rollout-complete`. */
  readonly kind: string;
  readonly cause: string | undefined;
  /** Name of the object it happened to. */
  readonly object: string;
  /** Number of the pod. */
  readonly pod: number | undefined;
}

interface WorkloadCounts {
  readonly tMs: number;
  /** Pods without a deletion mark that have not ended. */
  readonly active: number;
  /** All that have not ended, those that are being stopped included. */
  readonly running: number;
  readonly ready: number;
  readonly available: number;
  /** How many pods are of the newest version. */
  readonly updated: number;
  /** Ready endpoints of the Service that has the fewest. */
  readonly endpoints: number;
  /** Endpoints that kube-proxy sends new connections to: where none is ready, those that serve while they terminate. */
  readonly usableEndpoints: number;
}
