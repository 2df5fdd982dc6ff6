import type { Span } from "../../../shared/basics/span.ts";
import type {
  DrainForecast,
  RollbackForecast,
  RolloutForecast,
  ScaleForecast,
} from "../../../shared/forecast/workload/model.ts";
import { cutRequestsMs } from "../../../shared/forecast/workload/shutdown.ts";
import type { AnalysedWorkload } from "../../analysis/workloads.ts";
import { judgementJson } from "../../exports/timeline-json.ts";
import { type JsonPlace, objectJson } from "./forecast-json.ts";

/** One entry of `workloads` in `forecast --format json`. Times of `rollout` count from the change of the template, those of `shutdown` from the deletion of a pod. */
export function workloadJson(place: JsonPlace, { pod, forecast, workload }: AnalysedWorkload) {
  const { rollout, pod: times, shutdown, crash, firstDeployment, scale, rollback, drain } = forecast;
  return {
    ...objectJson(place, pod.located),
    replicas: forecast.pods,
    rollout: rollout === undefined ? null : rolloutJson(rollout),
    ifNewVersionCrashes: crash === undefined ? null : { afterMs: crash.afterMs, rollout: rolloutJson(crash.rollout) },
    firstDeployment: spanJson(firstDeployment),
    scale: scale === undefined ? null : { up: scaleJson(scale.up), down: scaleJson(scale.down) },
    rollback: rollback === undefined ? null : rollbackJson(rollback),
    drain: drain === undefined ? null : drainJson(drain),
    pods: { ready: spanJson(times.ready), available: spanJson(times.available) },
    ...(forecast.judgements.length > 0 && { expectations: forecast.judgements.map(judgementJson) }),
    shutdown: {
      preStop: spanJson(shutdown.preStop),
      sigterm: spanJson(shutdown.sigterm),
      sigkill: spanJson(shutdown.sigkill),
      killed: shutdown.isKilled,
      gone: spanJson(shutdown.gone),
      endpointsNotReady: spanJson(shutdown.endpointsNotReady),
      requestsCutMs: cutRequestsMs(shutdown, workload.trafficDelayMs) ?? null,
    },
  };
}

function rolloutJson(rollout: RolloutForecast) {
  const { completes, completesIn, stuckAt, deadlineExceeded, helmWait, runs } = rollout;
  const { availableAtLeast, podsAtMost, endpointsAtLeast } = rollout;
  return {
    completes: spanJson(completes),
    stuckAt: stuckAt ?? null,
    deadlineExceeded: spanJson(deadlineExceeded?.span) ?? "never",
    availableAtLeast,
    podsAtMost,
    endpointsAtLeast: endpointsAtLeast ?? null,
    helmWait: helmWait?.runs === runs ? spanJson(helmWait.span) : null,
    runs: {
      played: runs,
      complete: completesIn?.runs ?? 0,
      reportedAsFailed: deadlineExceeded?.runs ?? 0,
      helmReturns: helmWait?.runs ?? 0,
    },
  };
}

function scaleJson({ to, completes }: ScaleForecast) {
  return { to, completes: spanJson(completes) };
}

/** A version that never starts, and the way back from it. */
function rollbackJson({ updated, availableAtLeast, completes, afterDeletion, left }: RollbackForecast) {
  const back = { completes: spanJson(completes), afterDeletion: spanJson(afterDeletion), delete: left };
  return { stuckAt: updated, availableAtLeast, ...back };
}

/** `kubectl drain` of one node. */
function drainJson({ pods, left, completes, refusedMs, refusal, availableAtLeast }: DrainForecast) {
  const leave = { pods, left: spanJson(left), available: spanJson(completes), availableAtLeast };
  return { ...leave, refusedMs, refusal: refusal ?? null };
}

function spanJson(span: Span | undefined): Span | null {
  if (span === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs, latestMs };
}
