import { type Random, randomFrom } from "../../oracle/random.ts";
import { podOf, type ScriptedPod } from "./pods.ts";

/** A document as test/cluster/go/record reads it. */
export interface Scenario {
  readonly name: string;
  readonly for: string;
  readonly nodes: readonly string[];
  readonly pod: { readonly spec: ScriptedPod };
  readonly actions?: readonly unknown[];
}

export interface Node {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly stops?: readonly { readonly at: string; readonly for: string }[];
}

export interface Recipe {
  readonly nodes: Readonly<Record<string, Node>>;
  readonly scenarios: readonly Scenario[];
}

const watchedSeconds = 150;
/** Nodes whose kubelet is stopped, and others. */
const stoppedNodes = 7;
const calmNodes = 3;

/** So many pods, one of `stopsPercent` on a node whose kubelet is stopped one to three times. */
export function recipeOf(seed: number, pods: number, stopsPercent: number): Recipe {
  const random = randomFrom(seed);
  const stopped = names("stops", stoppedNodes);
  const calm = names("calm", calmNodes);
  const nodes = Object.fromEntries([
    ...stopped.map((name) => [name, { ...configured(random), stops: stopsOf(random) }] as const),
    ...calm.map((name) => [name, configured(random)] as const),
  ]);
  const scenarios = Array.from({ length: pods }, (_, index) => {
    const node = random.anyOf(random.percent(stopsPercent) ? stopped : calm) ?? "";
    return scenarioOf(random, `fresh-${seed}-${index}`, node);
  });
  return { nodes, scenarios };
}

function names(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${word}-${index}`);
}

function configured(random: Random): Node {
  const maximum = random.pick([undefined, "1s", "2s", "4s", "10s", "30s"]);
  return maximum === undefined ? {} : { config: { crashLoopBackOff: { maxContainerRestartPeriod: maximum } } };
}

/** The first one is not sooner than its pods have begun, and none is while another one lasts. */
function stopsOf(random: Random): readonly { readonly at: string; readonly for: string }[] {
  let second = 8 + random.below(35);
  return Array.from({ length: 1 + random.below(3) }, () => {
    const at = second;
    const lasts = random.pick([1, 1, 2, 3, 5, 9, 15]);
    second += lasts + 12 + random.below(30);
    return { at: `${at}s`, for: `${lasts}s` };
  });
}

function scenarioOf(random: Random, name: string, node: string): Scenario {
  const gates = random.percent(8) && { readinessGates: [{ conditionType: "example.com/gate" }] };
  const scenario = { name, for: `${watchedSeconds}s`, nodes: [node], pod: { spec: { ...podOf(random), ...gates } } };
  if (!random.percent(25)) return scenario;
  const grace = random.percent(50) ? {} : { gracePeriodSeconds: random.pick([0, 1, 3, 10]) };
  return { ...scenario, actions: [{ at: `${10 + random.below(watchedSeconds - 30)}s`, delete: grace }] };
}
