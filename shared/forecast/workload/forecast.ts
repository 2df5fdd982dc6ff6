import { once } from "../../basics/once.ts";
import type { Span } from "../../basics/span.ts";
import { type PlayableWorkload, playWorkload, serving } from "../../controllers/pods/play-workload.ts";
import type { WorkloadSpec } from "../../controllers/workload/model.ts";
import type { WorkloadSimulation } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { exitAfter, plainRun, scriptOf } from "../../scenario/script.ts";
import { forecastDrain, forecastRollback, forecastScale, sizesOf } from "./changes.ts";
import { judgeRollout } from "./expectations.ts";
import type { CrashForecast, PodTimes, WorkloadForecast } from "./model.ts";
import { at, effortFor, forecastRollout, joined, podsOf } from "./rollout.ts";
import { forecastShutdown } from "./shutdown.ts";
import { hasTooManyCrashes } from "./unplayed.ts";

/** The answers for a workload on its nodes. */
export function forecastWorkload(workload: PlayableWorkload, assumptions: Assumptions): WorkloadForecast {
  const rollout = once(() => (rollsOut(workload) ? forecastRollout(workload, assumptions) : undefined));
  const first = once(() => firstDeploymentOf(workload, assumptions));
  const shutdown = once(() => forecastShutdown(workload, assumptions));
  const crash = once(() => crashOf(workload, assumptions));
  const isServing = (): boolean => first().pod.available !== undefined;
  const scale = once(() => (isServing() ? scaleOf(workload, assumptions) : undefined));
  const rollback = once(() =>
    rollsOut(workload) && isServing() ? forecastRollback(workload, assumptions) : undefined,
  );
  const drain = once(() => (isServing() ? forecastDrain(workload, assumptions) : undefined));
  const judgements = once(() => judgeRollout(workload, assumptions));
  return {
    kind: workload.spec.kind,
    pods: podsOf(workload),
    get rollout() {
      return rollout();
    },
    get firstDeployment() {
      return first().done;
    },
    get pod() {
      return first().pod;
    },
    get scale() {
      return scale();
    },
    get rollback() {
      return rollback();
    },
    get drain() {
      return drain();
    },
    get judgements() {
      return judgements();
    },
    get shutdown() {
      return shutdown();
    },
    get crash() {
      return rollout() === undefined || hasTooManyCrashes(workload) ? undefined : crash();
    },
  };
}

function scaleOf(workload: PlayableWorkload, assumptions: Assumptions): WorkloadForecast["scale"] {
  const sizes = sizesOf(workload.spec);
  if (sizes === undefined) return undefined;
  const { up, down } = sizes;
  return { up: forecastScale(workload, assumptions, up), down: forecastScale(workload, assumptions, down) };
}

/** A change of the template replaces pods by itself. */
function rollsOut(workload: PlayableWorkload): boolean {
  const { spec } = workload;
  if (podsOf(workload) === 0) return false;
  if (spec.kind === "Deployment") return !spec.paused;
  if (spec.kind === "StatefulSet") return spec.strategy === "RollingUpdate" && spec.partition < spec.replicas;
  return spec.strategy === "RollingUpdate";
}

interface FirstDeployment {
  readonly done: Span | undefined;
  readonly pod: PodTimes;
}

const firstMsMax = 24 * 3_600_000;
/** A pod that is not ready by then never is. */
const podMsMax = 3_600_000;
const firstSeedsMax = 3;
const firstLives = 4;

/** Somebody creates the workload. */
function firstDeploymentOf(workload: PlayableWorkload, assumptions: Assumptions): FirstDeployment {
  const seeds = assumptions.timing === "ideal" ? 0 : Math.min(firstSeedsMax, effortFor(podsOf(workload)).seeds);
  const runs = [
    playFirst(workload, { ...assumptions, timing: "ideal" }, 1),
    ...Array.from({ length: seeds }, (_, index) => playFirst(workload, assumptions, index + 1)),
  ];
  const every = (spans: readonly (Span | undefined)[]): Span | undefined =>
    spans.every((span) => span !== undefined) ? joined(spans) : undefined;
  return {
    done: every(runs.map(({ done }) => done)),
    pod: {
      ready: every(runs.map(({ pod }) => pod.ready)),
      available: every(runs.map(({ pod }) => pod.available)),
    },
  };
}

function playFirst(workload: PlayableWorkload, assumptions: Assumptions, seed: number): FirstDeployment {
  const wanted = podsOf(workload);
  const minReadyMs = workload.spec.minReadySeconds * 1000;
  const untilMs = firstMsMax + minReadyMs;
  const played = { assumptions, seed, untilMs, from: "created", events: [], lives: firstLives } as const;
  const simulation = playWorkload({ ...workload, budgets: [], services: [] }, played);
  const done = playUntilAvailable(simulation, wanted, podMsMax + minReadyMs);
  const { entries, pods } = simulation.timeline();
  const number = pods[0]?.number;
  const of = (kind: "pod-created" | "pod-ready" | "pod-available"): Span | undefined => {
    const found = entries.find((entry) => entry.kind === kind && entry.pod === number);
    return found && at(found);
  };
  const created = of("pod-created");
  const afterCreation = (span: Span | undefined): Span | undefined =>
    span &&
    created && {
      nominalMs: span.nominalMs - created.nominalMs,
      earliestMs: Math.max(0, span.earliestMs - created.earliestMs),
      latestMs: span.latestMs - created.earliestMs,
    };
  return { done, pod: { ready: afterCreation(of("pod-ready")), available: afterCreation(of("pod-available")) } };
}

/** `waitMs`: a pod that is not available by then never is. */
function playUntilAvailable(simulation: WorkloadSimulation, wanted: number, waitMs: number): Span | undefined {
  const { entries, counts } = simulation.timeline();
  let best = 0;
  let movedMs = 0;
  while (simulation.step()) {
    const now = counts.at(-1);
    if (now === undefined) continue;
    if (now.available > best) movedMs = now.tMs;
    best = Math.max(best, now.available);
    if (now.available >= wanted) {
      const last = entries.findLast(({ kind }) => kind === "pod-available");
      return last && at(last);
    }
    if (simulation.nowMs() > movedMs + waitMs) return undefined;
  }
  return undefined;
}

/** After Ready, where nothing else is said. */
const crashLaterMs = 10_000;

/** The new version starts as the scenario says, becomes ready, and crashes before minReadySeconds are over. */
function crashOf(workload: PlayableWorkload, assumptions: Assumptions): CrashForecast | undefined {
  const { pod, scenario, spec } = workload;
  const [container] = pod.containers;
  if (container === undefined || !isHealthy(pod, scenario)) return undefined;
  const alone = { ...workload, spec: onePod(spec), nodes: workload.nodes.slice(0, 1) };
  // A run begins when its image is there.
  const { ready } = firstDeploymentOf(alone, { ...assumptions, images: "present" }).pod;
  if (ready === undefined) return undefined;
  const minReadyMs = spec.minReadySeconds * 1000;
  const laterMs = minReadyMs > 0 ? Math.min(minReadyMs / 2, crashLaterMs) : crashLaterMs;
  const afterMs = Math.ceil((ready.latestMs + laterMs) / 5000) * 5000;
  const crashes = crashingWorkload(workload, afterMs);
  return { afterMs, rollout: forecastRollout(crashes, assumptions) };
}

/** The same, but the first container of its new version exits with 1 so long after each start. */
export function crashingWorkload(workload: PlayableWorkload, afterMs: number): PlayableWorkload {
  const { pod, scenario, oldScenario = serving(workload.scenario) } = workload;
  const [container] = pod.containers;
  if (container === undefined) return workload;
  const { startsInMs, answers, stop } = scriptOf(scenario, container).runs.at(-1) ?? plainRun;
  const run = { ...plainRun, startsInMs, answers, stop, end: exitAfter(afterMs, 1) };
  const crashing = { ...scenario.containers, [container.name]: { runs: [run], image: undefined } };
  return { ...workload, oldScenario, scenario: { ...scenario, containers: crashing } };
}

function onePod(spec: WorkloadSpec): WorkloadSpec {
  return spec.kind === "DaemonSet" ? spec : { ...spec, replicas: 1 };
}

function isHealthy(pod: DefaultedPod, scenario: Scenario): boolean {
  return pod.containers.every((container) => {
    const { runs } = scriptOf(scenario, container);
    return runs.length === 1 && runs[0]?.end === undefined;
  });
}
