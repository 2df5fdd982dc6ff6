import { admit } from "../../api-server/admission/admit.ts";
import { backOffCurve, crashLoopPolicy } from "../../backoff/policy.ts";
import { memoBounded } from "../../basics/memo-bounded.ts";
import { defaultAssumptions } from "../../kubernetes/assumptions.ts";
import { kubeletLimits } from "../../kubernetes/kubelet/kubelet-limits.ts";
import type { Node, Semantics } from "../../kubernetes/node.ts";
import { watchSentences } from "../../kubernetes/watched-metrics.ts";
import {
  defaultLoadAssumptions,
  type LoadAssumptions,
  type Mix,
  mixContainer,
} from "../../scenario/language/pod-mix.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import { forecastLoad, type LoadGroup } from "./load.ts";
import type { KubeletForecast, NodeLoad } from "./model.ts";

/** Pods of each group that are played, and how much they may do: fewer of them where a hover would have to wait. */
const samples = 4;
const entriesAtMost = 1000;
/** Restarts in the steady state that the rates are measured over. */
const measuredRestarts = 12;
/** The window is a multiple of this: it is how often a pod that has used up its events gets one more. */
const windowStepMs = 300_000;
/** KEP-4603 and KEP-5593 count their figures in it; a curve climbs in it. */
const firstMinutesMs = 300_000;

/** The curve that a kubelet makes, and what its pods cost it, beside the default curve. */
export function forecastKubelet(
  node: Node,
  semantics: Semantics = "released",
  assumed: LoadAssumptions = defaultLoadAssumptions,
): KubeletForecast {
  const policy = crashLoopPolicy(node, semantics);
  const usual = {
    ...node,
    featureGates: {},
    kubeletConfiguration: { ...node.kubeletConfiguration, maxContainerRestartPeriodMs: undefined },
  };
  const own = loadsOf(node, semantics, assumed);
  const ofDefault = loadsOf(usual, semantics, assumed);
  const { maxPods } = kubeletLimits(node);
  return {
    initialMs: policy.initialMs,
    maximumMs: policy.maximumMs,
    delaysMs: backOffCurve(policy),
    pods: assumed.mix?.text,
    nodes: assumed.nodes,
    maxPods,
    load: own.steady,
    firstLoad: own.first,
    defaultLoad: ofDefault.steady,
    defaultFirstLoad: ofDefault.first,
    watch: isSamePolicy(policy, crashLoopPolicy(usual, semantics)) ? [] : watchSentences,
  };
}

function isSamePolicy(one: CrashLoopPolicy, other: CrashLoopPolicy): boolean {
  return one.initialMs === other.initialMs && one.maximumMs === other.maximumMs;
}

type CrashLoopPolicy = Pick<ReturnType<typeof crashLoopPolicy>, "initialMs" | "maximumMs">;

/** Nodes that are remembered: many configurations differ in nothing that matters here. */
const loadsMax = 100;
const loads = memoBounded(loadsMax, (_: string, node: Node, semantics: Semantics, assumed: LoadAssumptions) =>
  playNode(node, semantics, assumed),
);

function loadsOf(node: Node, semantics: Semantics, assumed: LoadAssumptions): NodeLoad {
  const configuration = { ...node.kubeletConfiguration, name: undefined };
  const key = JSON.stringify([{ ...node, kubeletConfiguration: configuration }, semantics, assumed]);
  return loads(key, node, semantics, assumed);
}

/** The first minutes of pods that are created together, and the time beyond the climb of the curve to its maximum. */
function playNode(node: Node, semantics: Semantics, { mix, nodes }: LoadAssumptions): NodeLoad {
  const policy = crashLoopPolicy(node, semantics);
  const fromMs = backOffCurve(policy).reduce((sum, delayMs) => sum + delayMs, 0) * 2 + 60_000;
  const measuredMs = Math.ceil((measuredRestarts * policy.maximumMs) / windowStepMs) * windowStepMs;
  const played = {
    groups: groupsOf(node, mix),
    nodes,
    assumptions: { ...defaultAssumptions(), node, semantics, imagePull: undefined },
    samples,
    entriesAtMost,
  };
  return {
    first: forecastLoad({ ...played, fromMs: 0, untilMs: firstMinutesMs, samples: firstSamples }),
    // Nobody starts all pods of a node at once.
    steady: forecastLoad({ ...played, spreadMs: policy.maximumMs, fromMs, untilMs: fromMs + measuredMs }),
  };
}

/** They are short. */
const firstSamples = 12;

function groupsOf(node: Node, mix: Mix | undefined): readonly LoadGroup[] {
  const spec = { containers: [{ name: mixContainer, image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "pod", namespace: "default", spec }, { node, apiServer: node });
  if (pod === undefined) return [];
  const imagePullPolicy = "Always";
  if (mix !== undefined) return mix.groups.map(({ count, scenario }) => ({ count, pod, scenario, imagePullPolicy }));
  const app = { runs: [{ ...plainRun, end: exitAfter(0, 1) }], image: undefined };
  const scenario = { containers: { [mixContainer]: app }, events: [], expectations: [] };
  return [{ count: kubeletLimits(node).maxPods, pod, scenario, imagePullPolicy }];
}
