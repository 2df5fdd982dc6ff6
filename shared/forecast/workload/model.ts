import type { Span } from "../../basics/span.ts";
import type { WorkloadKind } from "../../controllers/workload/model.ts";
import type { RolloutJudgement } from "./expectations.ts";

/** What a change of a workload comes to. CLI, hover, hint, rules and library read this and nothing else. Each part is played when it is first asked for. */
export interface WorkloadForecast {
  readonly kind: WorkloadKind;
  /** Pods that are wanted: `replicas`, or one for each node. */
  readonly pods: number;
  /** From a version that serves to pods that do what the scenario says. Undefined: a change of the template rolls out nothing (`paused`, `OnDelete`, no pods). */
  readonly rollout: RolloutForecast | undefined;
  /** Time from the creation of the object until all pods are available; undefined if they never are. */
  readonly firstDeployment: Span | undefined;
  readonly pod: PodTimes;
  readonly shutdown: ShutdownForecast;
  /** What if the new version crashed? Undefined: the scenario says that it does, or that takes too long to be played. */
  readonly crash: CrashForecast | undefined;
  /** Twice as many pods, and half. Undefined: the workload has no size of its own, or no pods that ever serve. */
  readonly scale: { readonly up: ScaleForecast; readonly down: ScaleForecast } | undefined;
  /** What if the new version never started, and the old template came back? */
  readonly rollback: RollbackForecast | undefined;
  /** Undefined: no pod has to leave a node that is drained, or none ever serves. */
  readonly drain: DrainForecast | undefined;
  /** What became of the `expect` lines about the rollout. */
  readonly judgements: readonly RolloutJudgement[];
}

/** Of one new pod, from its creation. Undefined: never. */
export interface PodTimes {
  readonly ready: Span | undefined;
  readonly available: Span | undefined;
}

/** What happens in some of the runs, or in all of them. */
export interface InRuns {
  readonly runs: number;
  /** When, in those. */
  readonly span: Span;
}

/** Times count from the change of the template. */
export interface RolloutForecast {
  /** Undefined: it does not complete in every run. */
  readonly completes: Span | undefined;
  /** Undefined: it completes in no run. */
  readonly completesIn: InRuns | undefined;
  /** Where it stays, in the runs that do not complete. */
  readonly stuckAt: { readonly updated: number; readonly of: number } | undefined;
  /** When `ProgressDeadlineExceeded` is reported; undefined: in no run. */
  readonly deadlineExceeded: InRuns | undefined;
  /** Fewest available pods, from the change to the end. */
  readonly availableAtLeast: number;
  /** Pods that run at the same time, those that are being stopped included. */
  readonly podsAtMost: number;
  /** Of them without a deletion mark. */
  readonly activeAtMost: number;
  /** Fewest endpoints that get traffic. Undefined: no Service selects the pods. */
  readonly endpointsAtLeast: number | undefined;
  /** The longest time without progress, until it completes or for as long as it was watched. */
  readonly quietMs: number;
  /** When enough new pods are ready for `helm upgrade --wait`. Undefined: in no run. */
  readonly helmWait: InRuns | undefined;
  /** New pods that are ready when Helm's default timeout ends. */
  readonly readyAtHelmTimeout: number;
  /** How long it was watched where it does not complete. */
  readonly watchedMs: number;
  /** In exact time and with jitter; more where their outcomes differ. */
  readonly runs: number;
}

export interface CrashForecast {
  readonly afterMs: number;
  readonly rollout: RolloutForecast;
}

/** A pod that runs well is deleted. Times count from the deletion. */
export interface ShutdownForecast {
  /** Undefined: no container has a preStop hook. */
  readonly preStop: Span | undefined;
  readonly sigterm: Span | undefined;
  /** When a container that ignores SIGTERM is killed. */
  readonly sigkill: Span | undefined;
  /** A container that does what the scenario says gets SIGKILL. */
  readonly isKilled: boolean;
  /** The object leaves the API. */
  readonly gone: Span | undefined;
  readonly endpointsNotReady: Span;
  /** The last container of the pod stops serving. */
  readonly stopped: Span | undefined;
}

/** From the change of `replicas` until all pods are available, or until the surplus ones have stopped. Undefined: never. */
export interface ScaleForecast {
  readonly to: number;
  readonly completes: Span | undefined;
}

/** A version whose pods never start, until nothing more moves; then the old template comes back. */
export interface RollbackForecast {
  /** Pods of the new version that there are then. */
  readonly updated: number;
  readonly availableAtLeast: number;
  /** From the change back until all pods are available. Undefined: it stays stuck. */
  readonly completes: Span | undefined;
  /** From the deletion of the pods that are left of the new version until all are available. Undefined: that does not help. */
  readonly afterDeletion: Span | undefined;
  /** The names of those pods. */
  readonly left: readonly string[];
}

/** `kubectl drain` of one of the nodes. Times count from its start. */
export interface DrainForecast {
  /** Pods on the node. */
  readonly pods: number;
  /** When the last of them is gone. Undefined: a PodDisruptionBudget refuses one for as long as it was watched. */
  readonly left: Span | undefined;
  /** When all pods are available again. Undefined: never. */
  readonly completes: Span | undefined;
  /** When an eviction was refused last; 0: none was. */
  readonly refusedMs: number;
  /** What the API server says to a refused one. */
  readonly refusal: string | undefined;
  readonly availableAtLeast: number;
}
