import { admit } from "../admission/admit.ts";
import { backOffCurve, crashLoopPolicy } from "../backoff/policy.ts";
import { defaultAssumptions } from "../kubernetes/assumptions.ts";
import type { Node, Semantics } from "../kubernetes/node.ts";
import { exitAfter, plainRun } from "../scenario/script.ts";
import { forecastLoad } from "./load.ts";
import type { KubeletForecast, Load } from "./model.ts";

/** Pods that a node takes by default (maxPods). */
const podsOfNode = 110;
/** Those of them that are played, and how much they may do: fewer of them where a hover would have to wait. */
const samples = 4;
const entriesAtMost = 1000;
/** Restarts in the steady state that the rates are measured over. */
const measuredRestarts = 12;
/** The window is a multiple of this: it is how often a pod that has used up its events gets one more. */
const windowStepMs = 300_000;

/** The curve that a kubelet makes, and what a node full of pods that exit at once costs, beside the default curve. */
export function forecastKubelet(node: Node, semantics: Semantics = "released"): KubeletForecast {
  const policy = crashLoopPolicy(node, semantics);
  const usual = {
    ...node,
    featureGates: {},
    kubeletConfiguration: { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: undefined },
  };
  return {
    initialMs: policy.initialMs,
    maximumMs: policy.maximumMs,
    delaysMs: backOffCurve(policy),
    load: crashingPods(node, semantics),
    defaultLoad: crashingPods(usual, semantics),
  };
}

const loads = new Map<string, Load>();
/** Nodes that are remembered: many configurations differ in nothing that matters here. */
const loadsMax = 100;

function crashingPods(node: Node, semantics: Semantics): Load {
  const configuration = { ...node.kubeletConfiguration, name: undefined };
  const key = JSON.stringify([{ ...node, kubeletConfiguration: configuration }, semantics]);
  const before = loads.get(key);
  if (before !== undefined) return before;
  const load = playCrashingPods(node, semantics);
  if (loads.size >= loadsMax) loads.clear();
  loads.set(key, load);
  return load;
}

/** Measured beyond the climb of the curve to its maximum. */
function playCrashingPods(node: Node, semantics: Semantics): Load {
  const policy = crashLoopPolicy(node, semantics);
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "crashing", namespace: "default", spec }, { node, apiServer: node });
  const app = { runs: [{ ...plainRun, end: exitAfter(0, 1) }], image: undefined };
  const scenario = { containers: { app }, events: [], expectations: [] };
  const fromMs = backOffCurve(policy).reduce((sum, delayMs) => sum + delayMs, 0) * 2 + 60_000;
  const measuredMs = Math.ceil((measuredRestarts * policy.maximumMs) / windowStepMs) * windowStepMs;
  return forecastLoad({
    groups: pod === undefined ? [] : [{ count: podsOfNode, pod, scenario, imagePullPolicy: "Always" }],
    nodes: 1,
    // Nobody starts all pods of a node at once.
    spreadMs: policy.maximumMs,
    assumptions: { ...defaultAssumptions(), node, semantics, images: "present" },
    fromMs,
    untilMs: fromMs + measuredMs,
    samples,
    entriesAtMost,
  });
}
