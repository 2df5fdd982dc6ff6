import { minorVersions } from "../../shared/kubernetes/versions.ts";
import { analyzeText } from "./analyze.ts";
import { checkReach } from "./asked.ts";
import { forecastOf } from "./forecast.ts";
import type {
  Analysis,
  AnalyzedPod,
  AnalyzeOptions,
  Forecast,
  ForecastOptions,
  Simulation,
  SimulationOptions,
  WorkloadOptions,
  WorkloadSimulation,
} from "./model.ts";
import { simulationOf } from "./simulation.ts";
import { workloadSimulationOf } from "./workload.ts";

export type {
  Analysis,
  AnalyzedPod,
  Finding,
  Forecast,
  ForecastOptions,
  Simulation,
  TimelineEntry,
  WorkloadEntry,
  WorkloadOptions,
  WorkloadSimulation,
} from "./model.ts";

/** The Kubernetes minor versions that are supported, oldest first. */
export const kubernetesVersions: readonly string[] = minorVersions;

/** Reads manifests (YAML or JSON) and says what the rules find. Never throws for a broken text; throws a RangeError for an option that is not possible, such as a version that is not supported or a rule that does not exist. */
export function analyze(text: string, options: AnalyzeOptions = {}): Analysis {
  return analyzeText(text, options);
}

/** What will happen to a pod up to a horizon, which a number alone says in milliseconds. Undefined if there is nothing to run. Throws a RangeError for an event that comes after the horizon. */
export function forecastPod(pod: AnalyzedPod, options: ForecastOptions | number = {}): Forecast | undefined {
  const asked = typeof options === "number" ? { horizonMs: options } : options;
  checkReach(pod, asked.horizonMs);
  return forecastOf(pod, asked);
}

/** Plays a pod in virtual time; nothing has happened yet. Throws a RangeError for a pod that has nothing to run, and for an event that comes after the horizon. */
export function createSimulation(pod: AnalyzedPod, options: SimulationOptions = {}): Simulation {
  checkReach(pod, options.untilMs);
  return simulationOf(pod, options);
}

/** Plays a Deployment, StatefulSet, or DaemonSet with all its pods in virtual time; nothing has happened yet. Throws a RangeError for objects without one, and for a scenario that is not understood. */
export function simulateWorkload(options: WorkloadOptions): WorkloadSimulation {
  return workloadSimulationOf(options);
}
