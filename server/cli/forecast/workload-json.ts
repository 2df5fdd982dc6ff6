import type { Span } from "../../../shared/basics/span.ts";
import type { RolloutForecast } from "../../../shared/forecast/workload/model.ts";
import type { AnalysedWorkload } from "../../analysis/workloads.ts";
import { judgementJson } from "../../exports/timeline-json.ts";
import type { JsonPlace } from "./forecast-json.ts";

/** One entry of `workloads` in `forecast --format json`. Times of `rollout` count from the change of the template, those of `shutdown` from the deletion of a pod. */
export function workloadJson(place: JsonPlace, { pod, forecast }: AnalysedWorkload) {
  const { kind, name, namespace, item } = pod.located;
  const { rollout, pod: times, shutdown, crash, firstDeployment } = forecast;
  return {
    ...place,
    ...(item !== undefined && { item }),
    kind,
    name,
    namespace,
    replicas: forecast.pods,
    rollout: rollout === undefined ? null : rolloutJson(rollout),
    ifNewVersionCrashes: crash === undefined ? null : { afterMs: crash.afterMs, rollout: rolloutJson(crash.rollout) },
    firstDeployment: spanJson(firstDeployment),
    pods: { ready: spanJson(times.ready), available: spanJson(times.available) },
    ...(forecast.judgements.length > 0 && { expectations: forecast.judgements.map(judgementJson) }),
    shutdown: {
      preStop: spanJson(shutdown.preStop),
      sigterm: spanJson(shutdown.sigterm),
      sigkill: spanJson(shutdown.sigkill),
      killed: shutdown.isKilled,
      gone: spanJson(shutdown.gone),
      endpointsNotReady: spanJson(shutdown.endpointsNotReady),
    },
  };
}

function rolloutJson(rollout: RolloutForecast) {
  const { completes, stuckAt, deadlineExceeded, availableAtLeast, podsAtMost, endpointsAtLeast, helmWait } = rollout;
  return {
    completes: spanJson(completes),
    stuckAt: stuckAt ?? null,
    deadlineExceeded: spanJson(deadlineExceeded) ?? "never",
    availableAtLeast,
    podsAtMost,
    endpointsAtLeast: endpointsAtLeast ?? null,
    helmWait: spanJson(helmWait),
  };
}

function spanJson(span: Span | undefined): Span | null {
  if (span === undefined) return null;
  const { nominalMs, earliestMs, latestMs } = span;
  return { nominalMs, earliestMs, latestMs };
}
