import type { AnswerInput } from "../../forecast/answer/runs.ts";
import type { Phase } from "../../scenario/model.ts";
import { horizonLimitMs, simulate } from "../../simulation/simulation.ts";
import { statusAt } from "../../simulation/timeline/status-at.ts";
import type {
  ContainerState,
  ContainerStatus,
  PodStatus,
  TerminatedState,
  Timeline,
} from "../../simulation/timeline/timeline.ts";
import type { ObservedContainer, ObservedEnd, ObservedPod, ObservedState } from "../objects/pod-object.ts";
import type { PodReport } from "../report.ts";
import { latestTime } from "../report.ts";
import { type Anchor, anchorOf, isAnchor, reachMs } from "./from-now.ts";
import { futureScenario } from "./future.ts";
import type { ObservedNow } from "./model.ts";

/** The statuses of an observed pod, before and after the observed moment. */
interface ObservedLife {
  readonly timeline: Pick<Timeline, "statuses">;
  /** Where the observed moment is on the timeline. */
  readonly nowMs: number;
  /** The run that comes to the observed moment. Undefined if none does: the status stays as it is. */
  readonly run?: Timeline;
}

export type FollowedPod = Pick<AnswerInput, "pod" | "assumptions" | "scenario"> & {
  readonly seed: number;
  /** How long it is followed from the observed moment on. */
  readonly aheadMs: number;
};

/** Seeds of one run that are tried until it is at the observed moment what was observed. */
const seedsTried = 5;

/**
 * One life of an observed pod: a run that is at the observed moment as the pod was, and goes on from there. Where nothing that is played
 * comes to what was observed, the status stays as it is: of a pod that has ended, waits for a node, or does what no scenario says.
 */
export function observedLife(report: PodReport, { is, container }: ObservedNow, input: FollowedPod): ObservedLife {
  if (staying.has(is)) return standing(report, input);
  const anchor = anchorOf(report, container) ?? creationOf(report);
  const { scenario } = futureScenario(report, input);
  let first: ObservedLife | undefined;
  for (let tried = 0; tried < seedsTried; tried += 1) {
    const seed = input.seed + tried * seedStep;
    const life = playLife(anchor, { ...input, scenario, seed });
    if (life === undefined) break;
    if (isAsObserved(life, report.look.pod, is) && (is !== "not-ready" || wasReady(life, report))) return life;
    first ??= life;
  }
  const restarts = report.look.pod.containers.some(({ restartCount }) => restartCount > 0);
  return first === undefined || !(restarts || goingOn.has(is)) ? standing(report, input) : first;
}

/** Far from the seeds of other runs. */
const seedStep = 1_000_003;

const staying: ReadonlySet<ObservedNow["is"]> = new Set(["deleting", "completed", "failed", "unscheduled", "creating"]);
const unsettled: ReadonlySet<ObservedNow["is"]> = new Set(["starting", "initializing"]);
/** What is the case may be over a second later: a run that has already done so is one of the same kind. So is one that restarts. */
const goingOn: ReadonlySet<ObservedNow["is"]> = new Set(["crash-loop", "starting", "initializing", "ready"]);

type LifeAnchor = Anchor | { readonly kind: "created"; readonly agoMs: number };

/** Of a pod none of whose containers has started. */
function creationOf({ look: { pod }, atMs }: PodReport): LifeAnchor {
  const createdMs = pod.startedAt?.nominalMs ?? pod.createdAt?.nominalMs ?? atMs;
  return { kind: "created", agoMs: Math.max(0, Math.min(reachMs, atMs - createdMs)) };
}

function playLife(
  anchor: LifeAnchor,
  { pod, assumptions, scenario, seed, aheadMs }: FollowedPod,
): ObservedLife | undefined {
  const untilMs = Math.min(horizonLimitMs, reachMs + anchor.agoMs + aheadMs);
  const timeline = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "statuses" });
  const foundMs = anchor.kind === "created" ? 0 : timeline.entries.find((entry) => isAnchor(entry, anchor))?.tMs;
  return foundMs === undefined ? undefined : { timeline, run: timeline, nowMs: foundMs + anchor.agoMs };
}

/** Whether the same containers run at the observed moment, and the pod is as ready. */
function isAsObserved({ timeline, nowMs }: ObservedLife, pod: ObservedPod, is: ObservedNow["is"]): boolean {
  const status = statusAt(timeline, nowMs);
  if (status === undefined) return false;
  const played = [...status.initContainerStatuses, ...status.containerStatuses];
  const isSame = pod.containers.every(({ name, state }) => {
    const own = played.find((each) => each.name === name);
    return own === undefined || (own.state.is === "running") === (state.is === "running");
  });
  return isSame && (unsettled.has(is) || isReady(status.conditions) === isReady(pod.conditions));
}

/** Times of the API are whole seconds, and a status follows what it tells of. */
const readyToleranceMs = 15_000;

/** Whether the pod was ready before it was not, if it was observed to be so. Of one that restarts, its restarts decide. */
function wasReady({ timeline, nowMs }: ObservedLife, { look: { pod }, atMs }: PodReport): boolean {
  const since = pod.conditions.find(({ type }) => type === "Ready")?.since;
  const restarts = pod.containers.some(({ restartCount }) => restartCount > 0);
  const beforeMs = restarts || since === undefined ? 0 : nowMs - (atMs - since.nominalMs) - readyToleranceMs;
  return beforeMs <= 0 || isReady(statusAt(timeline, beforeMs)?.conditions ?? []);
}

function isReady(conditions: readonly { readonly type: string; readonly status: string }[]): boolean {
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

/** The status as it is, since the latest time in it. */
function standing({ look, atMs }: PodReport, { pod }: Pick<FollowedPod, "pod">): ObservedLife {
  const sinceMs = latestTime(look.pod, look.events) ?? atMs;
  const nowMs = Math.max(0, atMs - sinceMs);
  return { timeline: { statuses: [{ tMs: 0, status: statusOf(look.pod, atMs - nowMs, pod) }] }, nowMs };
}

/** What was observed, as a run has it. Times count from `zeroMs`. */
export function statusOf(observed: ObservedPod, zeroMs: number, { initContainers }: FollowedPod["pod"]): PodStatus {
  const isInit = ({ name }: ObservedContainer): boolean => initContainers.some((each) => each.name === name);
  const known = observed.containers.filter(({ kind }) => kind !== "ephemeral");
  const { reason, message, conditions } = observed;
  return {
    phase: phaseOf(observed),
    reason,
    message,
    deletingSeconds: observed.deletionGraceSeconds,
    conditions: conditions.map((each) => ({ ...each, status: each.status === "True" ? "True" : "False" })),
    initContainerStatuses: known.filter(isInit).map((each) => containerOf(each, zeroMs)),
    containerStatuses: known.filter((each) => !isInit(each)).map((each) => containerOf(each, zeroMs)),
  };
}

export function phaseOf({ phase }: Pick<ObservedPod, "phase">): Phase {
  return phases.find((each) => each === phase) ?? "Pending";
}

const phases = ["Pending", "Running", "Succeeded", "Failed"] as const;

function containerOf(
  { name, state, lastState, restartCount, ready, started }: ObservedContainer,
  zeroMs: number,
): ContainerStatus {
  return {
    name,
    state: stateOf(state, zeroMs),
    lastState: lastState && endOf(lastState, zeroMs),
    restartCount,
    ready,
    started,
  };
}

function stateOf(state: ObservedState, zeroMs: number): ContainerState {
  if (state.is === "waiting") return state;
  if (state.is === "terminated") return endOf(state, zeroMs);
  return { is: "running", startedAtMs: (state.startedAt?.nominalMs ?? zeroMs) - zeroMs };
}

function endOf(
  { exitCode, reason = "", message, startedAt, finishedAt }: ObservedEnd,
  zeroMs: number,
): TerminatedState {
  return {
    is: "terminated",
    exitCode,
    reason,
    message,
    startedAtMs: startedAt && startedAt.nominalMs - zeroMs,
    finishedAtMs: finishedAt && finishedAt.nominalMs - zeroMs,
  };
}
