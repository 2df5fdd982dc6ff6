import { greatest } from "../../basics/extremes.ts";
import { type InRuns, type RunTimes, timesBesideExact } from "../../basics/run-times.ts";
import { exactly } from "../../basics/span.ts";
import { formatTypical, rangeInWords } from "../../basics/span-words.ts";
import type { WorkloadCounts } from "../../controllers/objects/model.ts";
import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import { isEmptyScenario } from "../../scenario/script.ts";
import type { RolloutForecast, ShutdownForecast, WorkloadForecast } from "./model.ts";
import { spreadOf, when } from "./times.ts";

/** A pod that is deleted while no other one of its Service is ready: kube-proxy sends new connections to it until another one is. */
export interface Replacement {
  /** When its replacement is ready, from the deletion. Undefined if no scenario says how long it takes to start, or it never is. */
  readonly ready: RunTimes | undefined;
  /** A scenario says what its replacement does. */
  readonly isDescribed: boolean;
}

/** Pods that a Service sends traffic to in good times, those of other workloads included: of the Service that has the fewest. */
export function servingPods({ services }: Pick<PlayableWorkload, "services">, pods: number): number {
  const all = services.map(({ others = [] }) => others.reduce((sum, { healthy }) => sum + healthy, pods));
  return all.length === 0 ? pods : Math.min(...all);
}

/** Undefined if other pods are ready when one is deleted, or no Service selects them. */
export function replacementOf(
  workload: Pick<PlayableWorkload, "services" | "scenario">,
  forecast: Pick<WorkloadForecast, "pods" | "pod">,
): Replacement | undefined {
  const { services, scenario } = workload;
  if (services.length === 0 || forecast.pods !== 1 || servingPods(workload, 1) !== 1) return undefined;
  const isDescribed = !isEmptyScenario(scenario);
  return { ready: isDescribed ? forecast.pod.ready : undefined, isDescribed };
}

/** The longest time in a run without an endpoint that kube-proxy could use; 0 if there always was one. */
export function longestGapMs(counts: readonly WorkloadCounts[], endMs: number): number {
  let sinceMs: number | undefined;
  const gaps: number[] = [];
  for (const { tMs, usableEndpoints } of counts) {
    if (usableEndpoints > 0 && sinceMs !== undefined) gaps.push(tMs - sinceMs);
    sinceMs = usableEndpoints > 0 ? undefined : (sinceMs ?? tMs);
  }
  if (sinceMs !== undefined) gaps.push(endMs - sinceMs);
  return gaps.length === 0 ? 0 : greatest(gaps);
}

/** How long a Service has no usable endpoint, in the runs in which it has none. Undefined if in no run. The first run has exact time. */
export function gapIn(gapsMs: readonly number[]): InRuns | undefined {
  return timesBesideExact(gapsMs.map((ms) => (ms > 0 ? exactly(ms) : undefined)));
}

/** What a rollout without ready pods comes to for those who call its Service: `; Service web has no usable endpoint for 5–8s`. */
export function trafficInWords(
  { services, scenario }: PlayableWorkload,
  { availableAtLeast, endpointsAtLeast, unusable, runs }: RolloutForecast,
  { stopped }: ShutdownForecast,
): string {
  const service = services.find(({ publishNotReadyAddresses }) => !publishNotReadyAddresses);
  // Beside pods that are available, slices are some ms late and no more.
  if (service === undefined || endpointsAtLeast !== 0 || availableAtLeast > 0) return "";
  const isDescribed = !isEmptyScenario(scenario);
  if (unusable !== undefined) {
    if (!isDescribed) return `; Service ${service.name} has no usable endpoint meanwhile`;
    const some = unusable.runs === runs ? "" : ` in ${unusable.runs} of ${runs} runs`;
    return `; Service ${service.name} has no usable endpoint for ${rangeInWords(spreadOf(unusable.span))}${some}`;
  }
  const limit = isDescribed || stopped === undefined ? "" : `, for ${formatTypical(stopped.earliestMs)}`;
  return `; kube-proxy sends connections for Service ${service.name} to old pods while they terminate${limit}`;
}

/** Until when new connections come to the only pod of a Service after its deletion. */
export function onlyPodInWords(
  name: string,
  { ready, isDescribed }: Replacement,
  { stopped }: ShutdownForecast,
): string {
  const other = ready === undefined ? "" : ` (${when(ready.span)})`;
  const stops = stopped === undefined ? "" : ` (${when(stopped)})`;
  const until = `kube-proxy sends new connections for ${name} to it until another pod is ready${other} or it has stopped${stops}`;
  if (stopped === undefined || !isDescribed) return `the only pod: ${until}`;
  if (ready === undefined) return `the only pod: ${until}; no other one is ever ready`;
  const gapMs = ready.span.latestMs - stopped.earliestMs;
  return `the only pod: ${until}${gapMs > 0 ? `; without traffic for up to ${formatTypical(gapMs)}` : ""}`;
}
