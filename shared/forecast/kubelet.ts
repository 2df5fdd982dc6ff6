import { admit } from "../admission/admit.ts";
import { backOffCurve, crashLoopPolicy } from "../backoff/policy.ts";
import { defaultAssumptions } from "../kubernetes/assumptions.ts";
import type { Node } from "../kubernetes/node.ts";
import { exitAfter, plainRun } from "../scenario/script.ts";
import { createSimulation } from "../simulation/simulation.ts";
import { forecastSeed } from "./experiments.ts";
import type { KubeletForecast, NodeLoad } from "./model.ts";

/** Pods that a node takes by default (maxPods). */
const podsOfNode = 110;
/** Restarts in the steady state that the rates are measured over. */
const measuredRestarts = 12;

/** The curve that a kubelet makes, and what a node full of pods that exit at once costs, beside the default curve. */
export function forecastKubelet(node: Node): KubeletForecast {
  const policy = crashLoopPolicy(node);
  const usual = {
    ...node,
    featureGates: {},
    kubeletConfiguration: { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: undefined },
  };
  return {
    initialMs: policy.initialMs,
    maximumMs: policy.maximumMs,
    delaysMs: backOffCurve(policy),
    load: nodeLoad(node),
    defaultLoad: nodeLoad(usual),
  };
}

/** Plays one such pod beyond its climb to the maximum and counts what a minute of it costs. */
function nodeLoad(node: Node): NodeLoad {
  const { maximumMs } = crashLoopPolicy(node);
  const climbMs = backOffCurve(crashLoopPolicy(node)).reduce((sum, delayMs) => sum + delayMs, 0) * 2 + 60_000;
  const measuredMs = measuredRestarts * Math.max(maximumMs, 5000) * 1.2;
  const { pod } = admit(
    { kind: "Pod", name: "crashing", namespace: "default", spec: { containers: [{ name: "app", image: "app" }] } },
    node,
  );
  if (pod === undefined) return { pods: podsOfNode, restartsPerMinute: 0, apiRequestsPerMinute: 0, eventsPerMinute: 0 };
  const scenario = {
    containers: { app: { runs: [{ ...plainRun, end: exitAfter(0, 1) }], image: undefined } },
    events: [],
    expectations: [],
  };
  const assumptions = { ...defaultAssumptions(), node };
  const untilMs = climbMs + measuredMs;
  const simulation = createSimulation({ pod, assumptions, scenario, seed: forecastSeed, untilMs, recording: "counts" });
  simulation.runUntil(climbMs);
  const before = simulation.timeline().counts;
  simulation.runUntil(untilMs);
  const after = simulation.timeline().counts;
  const perMinute = (from: number, to: number): number => Math.round(((to - from) * podsOfNode * 60_000) / measuredMs);
  return {
    pods: podsOfNode,
    restartsPerMinute: perMinute(before.restarts["app"] ?? 0, after.restarts["app"] ?? 0),
    apiRequestsPerMinute: perMinute(before.statusWrites, after.statusWrites),
    eventsPerMinute: perMinute(before.events, after.events),
  };
}
