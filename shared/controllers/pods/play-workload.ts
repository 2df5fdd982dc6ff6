import type { Span } from "../../basics/span.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { ContainerScript, Run, Scenario } from "../../scenario/model.ts";
import { plainRun } from "../../scenario/script.ts";
import type { WorkloadEvent } from "../objects/input.ts";
import type { BudgetSpec, ExclusiveVolume, ServiceSpec, WorkloadSpec } from "../objects/model.ts";
import type { Waiter } from "../waiters/waiters.ts";
import { createWorkloadSimulation, type WorkloadSimulation } from "../workload/simulation.ts";
import { clockPhaseOf } from "../world/world.ts";
import { enginePods, livesMax } from "./engine-pods.ts";
import type { PodSource } from "./pod-source.ts";
import { scriptedStartMs } from "./scripted-start.ts";
import { idealLife } from "./shared-lives.ts";
import { isStuckByVolume } from "./volume-conflict.ts";

/** A workload as manifests and scenarios describe it. */
export interface PlayableWorkload {
  readonly name: string;
  readonly spec: WorkloadSpec;
  readonly pod: DefaultedPod;
  /** What the pods of the new revision (or the only one) do. */
  readonly scenario: Scenario;
  /** What those of the revision before it do. Undefined if they serve, and stop as the new ones do. */
  readonly oldScenario: Scenario | undefined;
  /** The nodes that its pods are spread over. */
  readonly nodes: readonly string[];
  readonly services: readonly ServiceSpec[];
  readonly budgets: readonly BudgetSpec[];
  /** How long load balancers still send requests to a deleted pod; undefined if nobody says. */
  readonly trafficDelayMs?: number | undefined;
  /** One that all its pods share and not all can use; undefined if there is none. */
  readonly volume?: ExclusiveVolume | undefined;
  /** Who waits for its rollouts; undefined if nobody says. */
  readonly waiter?: Waiter | undefined;
  /** Jobs that run as hooks before it is installed or changed. */
  readonly hooksBefore?: readonly HookBefore[];
  /** What Argo CD applies in earlier sync waves. */
  readonly wavesBefore?: readonly WaveBefore[];
  /** Other workloads whose pods the same Services or budgets select. */
  readonly beside?: readonly PlayableWorkload[];
}

/** Whoever installs or changes a workload waits for it first. */
export interface HookBefore {
  /** `Job/migrate` */
  readonly name: string;
  /** Events of Helm before which it runs: `pre-upgrade`. */
  readonly helm: readonly string[];
  /** Argo CD runs it before the sync. */
  readonly isPreSync: boolean;
  /** How it ends, as far as somebody says what it does. */
  readonly end: { readonly how: "Succeeded" | "Failed"; readonly span: Span } | undefined;
}

/** Argo CD applies nothing of a later sync wave before it is Healthy. */
export interface WaveBefore {
  /** `Deployment/database` */
  readonly name: string;
  readonly wave: number;
  /** How long it takes as a new object until it is Healthy, or Degraded; undefined where nobody knows, or runs differ. */
  readonly end: HookBefore["end"] | "never";
}

interface PlayWorkloadOptions {
  readonly assumptions: Assumptions;
  readonly seed: number;
  readonly untilMs: number;
  /** `running`: all pods of the old revision are available since a while; `long-running`: those that do not stay ready are in the middle of that; `created`: somebody creates the workload at t = 0. */
  readonly from: "running" | "long-running" | "created";
  readonly events: readonly WorkloadEvent[];
  /** Lives with jitter that the pods of a revision share; default: as many as are told apart. */
  readonly lives?: number;
}

/** Names of the revisions of a workload that is played: the one that runs, and the one that comes next. */
export const oldRevision = "old";
export const newRevision = "new";

/** The n-th template that comes after the one that runs, from 1. Pods of all of them do what the scenario says of the new ones. */
export function nthRevision(nth: number): string {
  return nth === 1 ? newRevision : `${newRevision}-${nth}`;
}

/** Plays a workload, its controllers, and its pods on one clock. Nothing has happened yet. The same input gives the same run. */
export function playWorkload(workload: PlayableWorkload, options: PlayWorkloadOptions): WorkloadSimulation {
  const { assumptions, seed, untilMs, from, events, lives = livesMax } = options;
  const { name, spec, nodes, services, budgets } = workload;
  const isRunning = from !== "created";
  const sources = sourcesOf(workload, events, isRunning);
  const clockPhaseMs = clockPhaseOf(seed, assumptions.timing);
  const count = spec.kind === "DaemonSet" ? nodes.length : spec.replicas;
  const shared = { sources, assumptions, seed, clockPhaseMs, lives, isCrowded: count > lives };
  return createWorkloadSimulation({
    name,
    spec,
    revision: isRunning ? oldRevision : newRevision,
    runningMs: isRunning ? ageOf(workload, options) : undefined,
    nodes,
    services,
    budgets,
    events,
    unreachableTolerationSeconds: workload.pod.unreachableTolerationSeconds,
    hasExclusiveVolume: workload.volume !== undefined,
    pods: () => enginePods(shared),
    apiServer: assumptions.apiServer,
    timing: assumptions.timing,
    seed,
    untilMs,
  });
}

function sourcesOf(
  workload: PlayableWorkload,
  events: readonly WorkloadEvent[],
  isRunning: boolean,
): ReadonlyMap<string, PodSource> {
  const { pod, scenario } = workload;
  const fresh = { pod, scenario: podScenarioOf(scenario) };
  const later = events.flatMap((event) => (event.kind === "rollout" ? [[event.revision, fresh] as const] : []));
  const old = [oldRevision, oldSource(workload)] as const;
  // Nothing is known of a pod that is never scheduled: it stays pending.
  return isRunning && isStuckByVolume(workload) ? new Map([old]) : new Map([...later, [newRevision, fresh], old]);
}

/** Pods of a version that works have their readiness gates set, where nobody says when. */
function oldSource({ pod, scenario, oldScenario = serving(scenario) }: PlayableWorkload): PodSource {
  const old = podScenarioOf(oldScenario);
  if (pod.readinessGates.length === 0 || old.events.length > 0) return { pod, scenario: old };
  return { pod, scenario: { ...old, events: [{ kind: "readiness-gates", atMs: 0, areTrue: true }] } };
}

/** What happens to one pod at a time of its life does not happen to all pods of a workload. A controller sets the readiness gates of each, and each needs its dependencies. */
export function podScenarioOf(scenario: Scenario): Scenario {
  if (scenario.events.length === 0) return scenario;
  return { ...scenario, events: scenario.events.filter(({ kind }) => kind === "readiness-gates" || kind === "outage") };
}

/** The pods of a version that works: they keep running, and stop as the scenario says. */
export function serving(scenario: Scenario): Scenario {
  const containers = Object.fromEntries(
    Object.entries(scenario.containers).map(([name, script]) => [name, servingScript(script)]),
  );
  const events = scenario.events.filter(({ kind }) => kind !== "container-fault");
  return { ...scenario, containers, events };
}

function servingScript({ runs }: ContainerScript): ContainerScript {
  const last = runs.at(-1) ?? plainRun;
  // An init container ends well; every other runs on.
  const end = last.end?.exitCode === 0 ? last.end : undefined;
  const answers = last.answers.filter(({ target }) => target?.kind === "hook");
  const run: Run = { ...plainRun, end, answers, stop: last.stop };
  return { runs: [run], image: undefined };
}

/** A pod that is not Ready so long after all that its scenario says is taken as it is. */
const longestAgeMs = 1_800_000;
/** All that a start leaves behind is over by then. */
const restMs = 60_000;

/** Old enough to be available since a while. */
function ageOf(workload: PlayableWorkload, { assumptions, from }: PlayWorkloadOptions): number {
  const source = oldSource(workload);
  const life = idealLife(source, assumptions);
  const lastMs = longestAgeMs + scriptedStartMs(source.pod, source.scenario);
  let readyMs: number | undefined;
  for (let index = 0; ; index += 1) {
    const change = life.change(index, lastMs);
    if (change === undefined || "laterMs" in change || change.tMs > lastMs) break;
    if (!change.ready && readyMs !== undefined) return lastMs;
    if (change.ready) readyMs ??= change.tMs;
    if (readyMs !== undefined && from === "running") break;
  }
  return readyMs === undefined ? lastMs : readyMs + workload.spec.minReadySeconds * 1000 + restMs;
}
