import type { JobSpec } from "../../shared/controllers/model.ts";
import type { PodForecast } from "../../shared/forecast/model.ts";
import { forecastPod } from "../../shared/forecast/pod.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Scenario } from "../../shared/scenario/model.ts";

/** Of one set of assumptions. A forecast holds the runs that it was asked for. */
const keptMax = 300;

const forecastsByAssumptions = new WeakMap<Assumptions, Map<string, PodForecast>>();

/**
 * The forecast of a pod. Pods that differ in their names only, as those of one controller do, and a pod before and after an edit
 * of something else have one forecast. Only its timeline is each pod's own, because messages of the kubelet name the pod.
 */
export function sharedForecast(
  pod: DefaultedPod,
  assumptions: Assumptions,
  scenario: Scenario,
  job: JobSpec | undefined,
): PodForecast {
  const forecasts = forecastsByAssumptions.get(assumptions) ?? new Map<string, PodForecast>();
  forecastsByAssumptions.set(assumptions, forecasts);
  const key = JSON.stringify([{ ...pod, name: "", namespace: "" }, scenario, job]);
  const own = forecastPod(pod, assumptions, scenario, { job });
  const shared = forecasts.get(key) ?? own;
  // The one that was asked for last is forgotten last.
  forecasts.delete(key);
  forecasts.set(key, shared);
  for (const oldest of forecasts.keys()) {
    if (forecasts.size <= keptMax) break;
    forecasts.delete(oldest);
  }
  return {
    containers: shared.containers,
    get timeToReady() {
      return shared.timeToReady;
    },
    get timeline() {
      return own.timeline;
    },
    get answer() {
      return shared.answer;
    },
    get summary() {
      return shared.summary;
    },
  };
}
