import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { memo } from "../../shared/basics/once.ts";
import type { JobSpec } from "../../shared/controllers/job/model.ts";
import type { PlayableWorkload } from "../../shared/controllers/pods/play-workload.ts";
import type { PodForecast } from "../../shared/forecast/pod/model.ts";
import { forecastPod } from "../../shared/forecast/pod/pod.ts";
import { forecastWorkload } from "../../shared/forecast/workload/forecast.ts";
import type { WorkloadForecast } from "../../shared/forecast/workload/model.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { Scenario } from "../../shared/scenario/model.ts";

/** Of one set of assumptions. A forecast holds the runs that it was asked for. */
const keptMax = 300;

const podForecasts = memo((_: Assumptions) => memoBounded(keptMax, (_key: string, own: PodForecast) => own));
const workloadForecasts = memo((assumptions: Assumptions) =>
  memoBounded(keptMax, (_: string, workload: PlayableWorkload) => forecastWorkload(workload, assumptions)),
);

function withoutName(pod: DefaultedPod): DefaultedPod {
  return { ...pod, name: "", namespace: "" };
}

/** The forecast of a workload. Those that differ in their names only have one forecast. */
export function sharedWorkloadForecast(workload: PlayableWorkload, assumptions: Assumptions): WorkloadForecast {
  const key = JSON.stringify({ ...workload, name: "", pod: withoutName(workload.pod) });
  return workloadForecasts(assumptions)(key, workload);
}

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
  const key = JSON.stringify([withoutName(pod), scenario, job]);
  const own = forecastPod(pod, assumptions, scenario, { job });
  const shared = podForecasts(assumptions)(key, own);
  return {
    containers: shared.containers,
    get timeToReady() {
      return shared.timeToReady;
    },
    get outages() {
      return shared.outages;
    },
    get timeline() {
      return own.timeline;
    },
    get answer() {
      return shared.answer;
    },
  };
}
