import type { SpiralForecast } from "../../../shared/forecast/spiral/model.ts";
import type {
  Completion,
  DrainForecast,
  EventsForecast,
  NodeLossForecast,
  RollbackForecast,
  RolloutForecast,
  ScaleForecast,
  ShutdownForecast,
} from "../../../shared/forecast/workload/model.ts";
import { cutRequestsMs } from "../../../shared/forecast/workload/shutdown.ts";
import { type Replacement, replacementOf } from "../../../shared/forecast/workload/traffic.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import type { AnalyzedWorkload } from "../../analysis/workloads.ts";
import type { RolloutJson, WorkloadJson } from "../../exports/schemas/workload.ts";
import { runTimesJson, spanJson } from "../../exports/span-json.ts";
import { judgmentJson } from "../../exports/timeline-json.ts";
import { type JsonPlace, objectJson } from "./forecast-json.ts";
import { waiterJson } from "./waiter-json.ts";

/** One entry of `workloads` in `forecast --format json`. Times of `rollout` count from the change of the template, those of `shutdown` from the deletion of a pod. */
export function workloadJson(place: JsonPlace, { pod, forecast, workload }: AnalyzedWorkload): WorkloadJson {
  const { rollout, pod: times, shutdown, crash, firstDeployment, scale, rollback, drain } = forecast;
  return {
    ...objectJson(place, pod.located),
    replicas: forecast.pods,
    reason: null,
    rollout: rollout === undefined ? null : rolloutJson(rollout),
    ...(rollout === undefined &&
      forecast.waitedFor !== undefined && { waiters: forecast.waitedFor.waits.map(waiterJson) }),
    ifNewVersionCrashes: crash === undefined ? null : { afterMs: crash.afterMs, rollout: rolloutJson(crash.rollout) },
    firstDeployment: runTimesJson(firstDeployment.completes),
    firstDeploymentRuns: runsJson(firstDeployment),
    firstDeploymentWaiters: firstDeployment.waits.map(waiterJson),
    scale: scale === undefined ? null : { up: scaleJson(scale.up), down: scaleJson(scale.down) },
    rollback: rollback === undefined ? null : rollbackJson(rollback),
    drain: drain === undefined ? null : drainJson(drain),
    ...(forecast.withEvents !== undefined && { withEvents: eventsJson(forecast.withEvents) }),
    ...(forecast.spiral !== undefined && { load: loadJson(forecast.spiral) }),
    ...(forecast.shared.length > 0 && {
      shared: forecast.shared.map(({ members, ...shared }) => ({ ...shared, members: [...members] })),
    }),
    pods: { ready: runTimesJson(times.ready), available: runTimesJson(times.available) },
    ...(forecast.judgments.length > 0 && { expectations: forecast.judgments.map(judgmentJson) }),
    shutdown: shutdownJson(shutdown, workload.trafficDelayMs, replacementOf(workload, forecast)),
  };
}

/** One entry of a workload whose rollouts are not played. */
export function unplayedJson(
  place: JsonPlace,
  { located, settings }: AnalyzedPod,
  { reason, replicas, shutdown }: UnplayedWorkload,
): WorkloadJson {
  return {
    ...objectJson(place, located),
    replicas: replicas ?? null,
    reason,
    rollout: null,
    ifNewVersionCrashes: null,
    firstDeployment: null,
    firstDeploymentRuns: null,
    scale: null,
    rollback: null,
    drain: null,
    pods: { ready: null, available: null },
    shutdown: shutdownJson(shutdown, settings.trafficDelayMs),
  };
}

interface UnplayedWorkload {
  readonly reason: string;
  readonly replicas: number | undefined;
  readonly shutdown: ShutdownForecast;
}

function shutdownJson(
  shutdown: ShutdownForecast,
  trafficDelayMs: number | undefined,
  replacement?: Replacement,
): WorkloadJson["shutdown"] {
  const cutMs = cutRequestsMs(shutdown, trafficDelayMs, replacement);
  return {
    preStop: spanJson(shutdown.preStop),
    preStopCut: shutdown.isPreStopCut,
    sigterm: spanJson(shutdown.sigterm),
    sigkill: spanJson(shutdown.sigkill),
    killed: shutdown.isKilled,
    gone: spanJson(shutdown.gone),
    endpointsNotReady: spanJson(shutdown.endpointsNotReady),
    requestsCutMs: cutMs === undefined || !Number.isFinite(cutMs) ? null : cutMs,
  };
}

function eventsJson(events: EventsForecast): WorkloadJson["withEvents"] {
  const { said, left, afterDeletionIn, nodeLosses } = events;
  return {
    events: [...said],
    rollout: rolloutJson(events),
    left: [...left],
    afterDeletion: runTimesJson(afterDeletionIn),
    ...(nodeLosses.length > 0 && { nodeLosses: nodeLosses.map(nodeLossJson) }),
  };
}

function loadJson({ killed, recovers, breaker, ready, ...spiral }: SpiralForecast): WorkloadJson["load"] {
  return {
    ...spiral,
    killed: killed === undefined ? null : { ...killed, pods: { min: killed.pods.min, max: killed.pods.max } },
    recovers:
      recovers === undefined ? null : { minMs: recovers.afterMs.min, maxMs: recovers.afterMs.max, runs: recovers.runs },
    breaker: breaker ?? null,
    ready: ready.slice(0, readyMax).map(({ tMs, pods }) => ({ tMs, pods })),
  };
}

/** Nobody reads more of them. */
const readyMax = 200;

function nodeLossJson({ node, atMs, pods, notReady, evicted, available, heldBy, runs }: NodeLossForecast) {
  return {
    node,
    atMs,
    pods,
    notReady: runTimesJson(notReady),
    evicted: runTimesJson(evicted),
    available: runTimesJson(available),
    heldBy: heldBy ?? null,
    runs: { played: runs, available: available?.runs ?? 0 },
  };
}

function rolloutJson(rollout: RolloutForecast): RolloutJson {
  const { completes, completesIn, stuckAt, deadlineExceeded, waits, runs } = rollout;
  const { availableAtLeast, podsAtMost, endpointsAtLeast, usableAtLeast, unusable } = rollout;
  return {
    completes: runTimesJson(completes),
    stuckAt: stuckAt ?? null,
    deadlineExceeded: runTimesJson(deadlineExceeded) ?? "never",
    availableAtLeast,
    podsAtMost,
    endpointsAtLeast: endpointsAtLeast ?? null,
    usableAtLeast: usableAtLeast ?? null,
    withoutTraffic: spanJson(unusable?.span),
    waiters: waits.map(waiterJson),
    runs: {
      played: runs,
      complete: completesIn?.runs ?? 0,
      reportedAsFailed: deadlineExceeded?.runs ?? 0,
      withoutTraffic: unusable?.runs ?? 0,
    },
  };
}

function scaleJson(scale: ScaleForecast) {
  return { to: scale.to, completes: runTimesJson(scale.completes), runs: runsJson(scale) };
}

/** A version that never starts, and the way back from it. */
function rollbackJson(rollback: RollbackForecast) {
  const { updated, availableAtLeast, completes, afterDeletion, afterDeletionIn, left } = rollback;
  return {
    stuckAt: updated,
    availableAtLeast,
    completes: runTimesJson(completes),
    afterDeletion: runTimesJson(afterDeletion),
    delete: left,
    runs: { ...runsJson(rollback), completeAfterDeletion: afterDeletionIn?.runs ?? 0 },
  };
}

/** `kubectl drain` of one node. */
function drainJson(drain: DrainForecast) {
  const { pods, left, leftIn, completes, refusedMs, refusedRuns, refusal, availableAtLeast } = drain;
  return {
    pods,
    left: runTimesJson(left),
    available: runTimesJson(completes),
    availableAtLeast,
    refusedMs,
    refusal: refusal ?? null,
    runs: { ...runsJson(drain), left: leftIn?.runs ?? 0, refused: refusedRuns },
  };
}

function runsJson({ runs, completesIn }: Completion) {
  return { played: runs, complete: completesIn?.runs ?? 0 };
}
