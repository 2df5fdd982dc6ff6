import type { ProbeType } from "../kubernetes/pod.ts";

/** What the containers of one pod do, what happens to the pod, and what must hold. Times are milliseconds. */
export interface Scenario {
  /** By container name. A container without an entry does what `defaultScript` says. */
  readonly containers: Readonly<Record<string, ContainerScript>>;
  readonly events: readonly ScenarioEvent[];
  readonly expectations: readonly Expectation[];
  /** What is said of a rollout. A pod by itself has none. Undefined if there is nothing. */
  readonly rollout?: RolloutScenario | undefined;
}

/** What a scenario says of the workload that creates the pods. Times count from the start of its run. */
export interface RolloutScenario {
  /** What the containers of the old and the new revision do in place of `containers`, by name. */
  readonly old: Readonly<Record<string, ContainerScript>>;
  readonly new: Readonly<Record<string, ContainerScript>>;
  readonly events: readonly RolloutEvent[];
  readonly expectations: readonly RolloutExpectation[];
}

export type RevisionName = "old" | "new";

/** A time that a scenario leaves open; each run draws one between its ends. */
export interface OpenTime {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Which of the times of a part are open. Such a field itself has the middle or, in a run of the simulation, what was drawn. */
export interface Ranged<Field extends string> {
  readonly ranges?: { readonly [Name in Field]?: OpenTime };
}

export interface ContainerScript {
  /** The n-th attempt to create the container gets the n-th run, `times` counted; the last run repeats forever. Never empty. */
  readonly runs: readonly Run[];
  readonly image: ImageBehavior | undefined;
}

/** When something holds that does not hold always. Both count from the kubelet's first sight of the pod, as events do. */
export type When =
  | { readonly kind: "during"; readonly fromMs: number; readonly untilMs: number }
  /** While an outage of this dependency lasts. */
  | { readonly kind: "away"; readonly dependency: string };

/** One run. All `…Ms` count from the start of that attempt. */
export interface Run extends Ranged<"startsInMs" | "createMs" | "startMs"> {
  /** How many attempts in a row get this run; 1 for the last run, which gets all the others, too. */
  readonly times: number;
  readonly end: RunEnd | undefined;
  /** Ends that only come while something holds: `afterMs` counts from the start of the run or of the interval, whichever is later. */
  readonly phasedEnds: readonly PhasedEnd[];
  /** Every probe and hook fails before this. */
  readonly startsInMs: number;
  /** In the order in which they were written; where two overlap, the later one says what happens. */
  readonly answers: readonly AnswerWindow[];
  readonly stop: StopBehavior;
  readonly createMs: number;
  readonly startMs: number;
  readonly fault: "cannot be created" | "cannot be started" | undefined;
  /** Undefined: whenever it is tried. */
  readonly faultWhen: When | undefined;
}

export interface PhasedEnd extends RunEnd {
  readonly when: When;
}

export interface RunEnd extends Ranged<"afterMs"> {
  readonly afterMs: number;
  readonly exitCode: number;
  readonly reason: "Completed" | "Error" | "OOMKilled";
}

/** `fails`: answers "failure"; `hangs`: no answer until the window ends; `breaks`: cannot be run (an error, not a failure); `redirects`: sent to another host, a success; `answers`: takes `latencyMs`. */
export interface AnswerWindow extends Ranged<"latencyMs" | "afterMs" | "forMs"> {
  readonly answer: "fails" | "hangs" | "breaks" | "redirects" | "answers";
  readonly latencyMs: number | undefined;
  /** Undefined means all probes. A string that is not a probe type or hook is the first word of an exec command. */
  readonly target: AnswerTarget | undefined;
  readonly afterMs: number;
  /** Undefined means forever. */
  readonly forMs: number | undefined;
  /** Only then; `afterMs` counts from the start of the run or of the interval, whichever is later. */
  readonly when?: When;
  /** It begins again and again, so long after it began last. */
  readonly everyMs?: number;
  /** How long it takes with fewer and fewer ready pods beside it, where replicas share load. The first one is `latencyMs`. */
  readonly loads?: readonly SharedLoad[];
}

/** Holds with this many ready pods, and with fewer up to the next one. */
export interface SharedLoad {
  readonly ready: number;
  readonly latencyMs: number;
}

export type AnswerTarget =
  | { readonly kind: "probe"; readonly type: ProbeType }
  | { readonly kind: "hook"; readonly hook: "postStart" | "preStop" }
  | { readonly kind: "exec"; readonly command: string };

/** What SIGTERM does; by default the process ends at once with 143. `ignores`: only SIGKILL ends it. */
export type StopBehavior =
  | ({ readonly kind: "stops"; readonly inMs: number; readonly exitCode: number } & Ranged<"inMs">)
  | { readonly kind: "ignores" };

export interface ImageBehavior extends Ranged<"pullMs"> {
  /** How long a pull takes; undefined if the scenario does not say. */
  readonly pullMs: number | undefined;
  /** When it is not on the node: from each of these times on, until a pull brings it. In the order of time; never empty. */
  readonly absences: readonly ImageAbsence[];
}

export interface ImageAbsence {
  /** Counts as events do, from the kubelet's first sight of the pod. */
  readonly fromMs: number;
  /** Pulls that fail; undefined if all do. */
  readonly missingTimes: number | undefined;
  /** Pulls succeed from then on. */
  readonly untilMs?: number;
  /** In place of times: as often and as long as this dependency is away. */
  readonly dependency?: string;
}

export type ScenarioEvent =
  | { readonly kind: "kubelet-restart"; readonly atMs: number; readonly downMs: number }
  | { readonly kind: "node-reboot"; readonly atMs: number; readonly downMs: number }
  /** The node stops and does not come back. As text it is what a workload's scenario calls `node is lost`; `ofWrittenPod` says which pods have it. */
  | { readonly kind: "own-node-lost"; readonly atMs: number }
  | { readonly kind: "readiness-gates"; readonly atMs: number; readonly areTrue: boolean }
  | { readonly kind: "pod-deleted"; readonly atMs: number; readonly graceMs: number | undefined }
  | ({
      readonly kind: "outage";
      readonly atMs: number;
      readonly dependency: string;
      readonly forMs: number;
    } & Ranged<"forMs">)
  | { readonly kind: "container-fault"; readonly atMs: number; readonly container: string; readonly fault: Fault };

/** Something that goes wrong in a container at a moment. Without a target all probes are meant, without `forMs` until it is restarted. */
export type Fault =
  | { readonly kind: "crash"; readonly exitCode: number }
  | { readonly kind: "oom" }
  | { readonly kind: "hang"; readonly target?: AnswerTarget | undefined; readonly forMs?: number | undefined }
  | {
      readonly kind: "slow";
      readonly latencyMs: number;
      readonly target?: AnswerTarget | undefined;
      readonly forMs?: number | undefined;
    }
  /** That many pulls fail from then on. */
  | { readonly kind: "image-missing"; readonly times: number };

/** `rollout`: the template changes, at t = 0 where no line says otherwise. `node-drain`, `node-loss`: a node of the pods is drained, or stops for good; undefined means the next one that is not drained, and the one with most of the pods. */
export type RolloutEvent =
  | { readonly kind: "rollout" | "roll-back" | "pause" | "resume"; readonly atMs: number }
  | { readonly kind: "scale"; readonly atMs: number; readonly replicas: number }
  | { readonly kind: "node-drain" | "node-loss"; readonly atMs: number; readonly node: string | undefined }
  | {
      readonly kind: "named-pod-deleted";
      readonly atMs: number;
      readonly pod: string;
      readonly graceMs: number | undefined;
    };

export type Comparison = "<=" | "<" | ">=" | ">" | "=";
export type Phase = "Pending" | "Running" | "Succeeded" | "Failed";

/** What must be true within a time. */
export type TimedCondition =
  | { readonly kind: "ready"; readonly withinMs: number }
  | { readonly kind: "restarts"; readonly comparison: Comparison; readonly count: number; readonly withinMs: number }
  | { readonly kind: "phase"; readonly phase: Phase; readonly withinMs: number }
  | { readonly kind: "no-probe-kill"; readonly withinMs: number }
  | { readonly kind: "down-at-most"; readonly downMs: number; readonly withinMs: number }
  | { readonly kind: "crash-loop"; readonly expected: boolean; readonly withinMs: number };

/** What goes wrong in a container that was fine. `answers`: how long each of them takes, from its start on. */
export type TestedFault = "start" | "hang" | "errors" | "answers" | "stop";

/** What goes wrong, and what must not come of it. `kill`: a probe or the end of the grace period kills the container; `unready`: it gets no traffic. */
export interface ToleranceQuestion {
  readonly fault: TestedFault;
  readonly harm: "kill" | "unready";
}

/** A fault of this length does not do this harm, whenever it begins. */
export interface SurvivalCondition extends ToleranceQuestion {
  readonly kind: "survives";
  readonly lengthMs: number;
}

export type Condition = TimedCondition | SurvivalCondition;

/** `rollout`: it completes so soon after the change of the template. `available`: holds at every moment from the change to the completion. */
export type RolloutCondition =
  | { readonly kind: "rollout"; readonly withinMs: number }
  | { readonly kind: "available"; readonly comparison: Comparison; readonly count: number };

export interface RolloutExpectation {
  readonly condition: RolloutCondition;
  /** As it was written, with single spaces: `expect rollout within 5m`. */
  readonly text: string;
}

export interface Expectation {
  /** Undefined means the whole pod. */
  readonly container: string | undefined;
  readonly condition: Condition;
  /** As it was written, with single spaces: `expect ready within 90s`. */
  readonly text: string;
}
