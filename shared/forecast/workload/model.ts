import type { Pieces } from "../../basics/pieces.ts";
import type { InRuns, RunTimes } from "../../basics/run-times.ts";
import type { Span } from "../../basics/span.ts";
import type { WorkloadKind } from "../../controllers/objects/model.ts";
import type { WaitForecast } from "../../controllers/waiters/outcomes.ts";
import type { RolloutExpectation } from "../../scenario/model.ts";
import type { PodTimes } from "../answer/pod-times.ts";
import type { SpiralForecast } from "../spiral/model.ts";

/** What a change of a workload comes to. CLI, hover, hint, rules and library read this and nothing else. Each part is played when it is first asked for. */
export interface WorkloadForecast {
  readonly kind: WorkloadKind;
  /** Pods that are wanted: `replicas`, or one for each node. */
  readonly pods: number;
  /** Pulls of images of which nobody says how long they take come on top of the times of new pods. */
  readonly leavesOutPulls: boolean;
  /** From a version that serves to pods that do what the scenario says. Undefined if a change of the template rolls out nothing (`paused`, `OnDelete`, no pods). */
  readonly rollout: RolloutForecast | undefined;
  /** What those who wait for a change of the template see: the rollout, or what comes of a change that rolls out nothing. Undefined without pods. */
  readonly waitedFor: RolloutForecast | undefined;
  /** From the creation of the object until all pods are available together. */
  readonly firstDeployment: FirstDeploymentForecast;
  readonly pod: PodTimes;
  readonly shutdown: ShutdownForecast;
  /** What if the new version crashed? Undefined if the scenario says that it does, or that takes too long to be played. */
  readonly crash: CrashForecast | undefined;
  /** Twice as many pods, and half. Undefined if the workload has no size of its own, or no pods that ever serve. */
  readonly scale: { readonly up: ScaleForecast; readonly down: ScaleForecast } | undefined;
  /** What if the new version never started, and the old template came back? */
  readonly rollback: RollbackForecast | undefined;
  /** Undefined if no pod has to leave a node that is drained, or none ever serves. */
  readonly drain: DrainForecast | undefined;
  /** With all that happens in the scenario; times count from its beginning. Undefined if nothing does but the change of the template. */
  readonly withEvents: EventsForecast | undefined;
  /** What if pods crashed, where the scenario says how replicas share load? Undefined if it does not. */
  readonly spiral: SpiralForecast | undefined;
  /** Each budget and Service that other workloads share, if all of them are updated at the same time. */
  readonly shared: readonly SharedForecast[];
  /** What became of the `expect` lines about the rollout. */
  readonly judgments: readonly RolloutJudgment[];
  /** Plays some parts of it, or all, piece by piece: between two of them, others get a turn. Who stops in between leaves the rest to those who ask next. */
  readonly pieces: (parts?: readonly WorkloadPart[]) => Pieces<void>;
}

/** What is left of the pods of several workloads that are updated at the same time. */
export interface SharedForecast {
  readonly kind: "budget" | "service";
  readonly name: string;
  /** Pods that it selects. */
  readonly of: number;
  readonly members: readonly { readonly name: string; readonly pods: number }[];
  /** The fewest that are ready meanwhile; of a Service, that are usable. */
  readonly atLeast: number;
  /** What the budget keeps, or 1 for a Service. */
  readonly needs: number;
  /** Evictions that the budget allows while nothing is updated. */
  readonly allowed: number;
}

/** What is played of a forecast when it is first asked for. */
export type WorkloadPart = Exclude<keyof WorkloadForecast, "kind" | "pods" | "leavesOutPulls" | "pieces">;

/** When something is over. */
export interface Completion {
  /** Undefined if it does not complete in every run. */
  readonly completes: RunTimes | undefined;
  /** Undefined if it completes in no run. */
  readonly completesIn: InRuns | undefined;
  /** In exact time and with jitter; more where their outcomes differ. */
  readonly runs: number;
}

/** Times count from the creation of the object. */
export interface FirstDeploymentForecast extends Completion {
  /** What becomes of those who wait for it, one for each waiter. */
  readonly waits: readonly WaitForecast[];
}

/** Times count from the change of the template. */
export interface RolloutForecast extends Completion {
  /** Where it stays, in the runs that do not complete. */
  readonly stuckAt: { readonly updated: number; readonly of: number } | undefined;
  /** When `ProgressDeadlineExceeded` is reported; undefined if in no run. */
  readonly deadlineExceeded: InRuns | undefined;
  /** Fewest available pods, from the change to the end. */
  readonly availableAtLeast: number;
  /** Pods that run at the same time, those that are being stopped included. */
  readonly podsAtMost: number;
  /** How many of them have no deletion mark, at most. */
  readonly activeAtMost: number;
  /** Fewest ready endpoints of a Service, with those of other workloads. Undefined if no Service selects the pods. */
  readonly endpointsAtLeast: number | undefined;
  /** Fewest endpoints to which kube-proxy sends new connections: where none is ready, those that serve while they terminate. */
  readonly usableAtLeast: number | undefined;
  /** The longest time without one of those. Undefined if in no run. */
  readonly unusable: InRuns | undefined;
  /** The longest time without progress, until it completes or for as long as it was watched. */
  readonly quietMs: number;
  /** What becomes of those who wait for it, one for each waiter. */
  readonly waits: readonly WaitForecast[];
  /** New pods that are ready when Helm's default timeout ends. */
  readonly readyAtTimeout: number;
  /** How long it was watched where it does not complete. */
  readonly watchedMs: number;
}

/** All that a scenario lets happen. Times count from its beginning. */
export interface EventsForecast extends RolloutForecast {
  /** What happens, in order of time: `at 4m rolls back`. */
  readonly said: readonly string[];
  /** When the template changes last. */
  readonly lastChangeMs: number;
  /** Names of pods that keep another template than the last one, in the first run that does not complete. */
  readonly left: readonly string[];
  /** From their deletion until all pods have the last template and are available. Undefined if in no run. */
  readonly afterDeletionIn: InRuns | undefined;
  /** One for each node that is lost, in order of time. */
  readonly nodeLosses: readonly NodeLossForecast[];
}

/** A node stops and does not come back. Times count from then. */
export interface NodeLossForecast {
  readonly node: string;
  readonly atMs: number;
  /** Pods on the node. */
  readonly pods: number;
  /** The node is NotReady, and its pods get no traffic. */
  readonly notReady: InRuns | undefined;
  /** Its pods get a deletion mark. Undefined if in no run: they tolerate the taint. */
  readonly evicted: InRuns | undefined;
  /** How many pods the workload wants when the node is lost. */
  readonly wanted: number;
  /** All of these are available again; 0: none was missed. Undefined if in no run. */
  readonly available: InRuns | undefined;
  readonly runs: number;
  /** What keeps pods from being replaced: the object of a pod that stays, or a volume that stays attached. */
  readonly heldBy: "DaemonSet" | "StatefulSet" | "toleration" | "volume" | undefined;
}

export interface CrashForecast {
  readonly afterMs: number;
  readonly rollout: RolloutForecast;
}

/** A pod that runs well is deleted. Times count from the deletion. */
export interface ShutdownForecast {
  /** Undefined if no container has a preStop hook. */
  readonly preStop: Span | undefined;
  /** The grace period cuts a hook off before it ends. */
  readonly isPreStopCut: boolean;
  readonly sigterm: Span | undefined;
  /** When the last container is killed that does not stop in time; where all do, one that ignored SIGTERM. */
  readonly sigkill: Span | undefined;
  /** A container that does what the scenario says gets SIGKILL. */
  readonly isKilled: boolean;
  /** The object leaves the API. */
  readonly gone: Span | undefined;
  readonly endpointsNotReady: Span;
  /** The last container of the pod stops serving. */
  readonly stopped: Span | undefined;
}

/** From the change of `replicas` until all pods are available, or until the surplus ones have stopped. */
export interface ScaleForecast extends Completion {
  readonly to: number;
}

/** A version whose pods never start, until nothing more moves; then the old template comes back. It is over when all pods are available, counted from the change back. */
export interface RollbackForecast extends Completion {
  /** Pods of the new version that there are then. */
  readonly updated: number;
  readonly availableAtLeast: number;
  /** From the deletion of the pods that are left of the new version until all are available. Undefined if not in every run that stays stuck. */
  readonly afterDeletion: RunTimes | undefined;
  /** Of the runs that stay stuck. Undefined if in none of them. */
  readonly afterDeletionIn: InRuns | undefined;
  /** The names of those pods, in the first run that stays stuck. */
  readonly left: readonly string[];
}

/** `kubectl drain` of one of the nodes, until all pods are available again. Times count from its start. */
export interface DrainForecast extends Completion {
  /** Pods on the node. */
  readonly pods: number;
  /** When the last of them is gone. Undefined if not in every run; a PodDisruptionBudget refuses one for as long as it was watched. */
  readonly left: RunTimes | undefined;
  /** Undefined if in no run. */
  readonly leftIn: InRuns | undefined;
  /** Runs in which an eviction was refused. */
  readonly refusedRuns: number;
  /** When an eviction was refused last, in the runs that come to an end; 0: none was. */
  readonly refusedMs: number;
  /** What the API server says to a refused one. */
  readonly refusal: string | undefined;
  /** `kubectl drain` does not wait, but ends with an error. */
  readonly fails: boolean;
  readonly availableAtLeast: number;
}

/** What became of one expectation of a rollout, over the judged runs. */
export interface RolloutJudgment {
  readonly expectation: RolloutExpectation;
  readonly text: string;
  readonly holds: boolean;
  readonly runs: number;
  readonly failedRuns: number;
  /** Share of the runs in which it held. */
  readonly share: number;
  /** When the rollout completed, from the change of the template. Undefined if in no run. */
  readonly earliestMs: number | undefined;
  readonly latestMs: number | undefined;
  /** In the runs that failed: ms until the rollout completed, or the number of available pods that is farthest from what was expected. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** Runs in which the rollout did not complete. */
  readonly stuckRuns: number;
  /** How far it came there. */
  readonly stuckAt: { readonly updated: number; readonly of: number } | undefined;
}
