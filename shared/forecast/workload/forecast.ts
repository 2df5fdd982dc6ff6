import { type Lazy, lazy, type Pieces } from "../../basics/pieces.ts";
import { timesBesideExact } from "../../basics/run-times.ts";
import type { Span } from "../../basics/span.ts";
import type { WorkloadSpec } from "../../controllers/objects/model.ts";
import { newRevision, type PlayableWorkload, playWorkload, serving } from "../../controllers/pods/play-workload.ts";
import { type WaitEnds, waitEnds } from "../../controllers/waiters/follow.ts";
import { waitsOf } from "../../controllers/waiters/outcomes.ts";
import type { WorkloadSimulation } from "../../controllers/workload/simulation.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import type { Scenario } from "../../scenario/model.ts";
import { startOfRun } from "../../scenario/ranges.ts";
import { exitAfter, plainRun, scriptOf } from "../../scenario/script.ts";
import { type PodBounds, podTimesInPieces } from "../answer/pod-times.ts";
import { leavesOutPulls } from "../pod/left-out-pulls.ts";
import { forecastSpiralInPieces } from "../spiral/spiral.ts";
import { forecastDrainInPieces, forecastRollbackInPieces, forecastScaleInPieces, sizesOf } from "./changes.ts";
import { forecastEventsInPieces } from "./events.ts";
import { judgeRolloutInPieces } from "./expectations.ts";
import type { CrashForecast, FirstDeploymentForecast, WorkloadForecast, WorkloadPart } from "./model.ts";
import { alike, completionOf, effortFor, inEveryRun, patienceFor, playOutcomes, type RunOptions } from "./outcomes.ts";
import { at, deadlineMsOf, forecastRolloutInPieces, podsOf, rollsOut } from "./rollout.ts";
import { forecastShutdown } from "./shutdown.ts";
import { forecastSharedInPieces } from "./together.ts";
import { hasTooManyCrashes } from "./unplayed.ts";

/** The answers for a workload on its nodes. */
export function forecastWorkload(workload: PlayableWorkload, assumptions: Assumptions): WorkloadForecast {
  const rollout = lazy(() => rolloutOf(workload, assumptions));
  const waitedFor = lazy(function* () {
    yield* rollout.pieces();
    if (rollout.get() !== undefined || podsOf(workload) === 0) return rollout.get();
    return yield* forecastRolloutInPieces(workload, assumptions);
  });
  const first = lazy(() => firstDeploymentOf(workload, assumptions));
  const pod = lazy(function* () {
    yield* first.pieces();
    const untilMs = podMsMax + patienceFor(workload);
    return yield* podTimesInPieces(workload, assumptions, { bounds: first.get().pod, untilMs });
  });
  const shutdown = lazy(() => shutdownOf(workload, assumptions));
  const crash = lazy(function* () {
    yield* rollout.pieces();
    return rollout.get() === undefined || hasTooManyCrashes(workload)
      ? undefined
      : yield* crashOf(workload, assumptions);
  });
  /** What is asked only of pods that ever serve. */
  const ifServing = <T>(ask: () => Pieces<T | undefined>): Lazy<T | undefined> =>
    lazy(function* () {
      yield* first.pieces();
      return first.get().serves ? yield* ask() : undefined;
    });
  const scale = ifServing(() => scaleOf(workload, assumptions));
  const rollback = ifServing(() => rollbackIfAny(workload, assumptions));
  const drain = ifServing(() => forecastDrainInPieces(workload, assumptions));
  const withEvents = lazy(() => withEventsOf(workload, assumptions));
  const spiral = lazy(() => spiralOf(workload, assumptions));
  const shared = lazy(() => forecastSharedInPieces(workload, assumptions));
  const judgments = lazy(() => judgeRolloutInPieces(workload, assumptions));
  const parts: Readonly<Record<WorkloadPart, Lazy<unknown>>> = {
    ...{ rollout, waitedFor, firstDeployment: first, pod, shutdown, crash },
    ...{ scale, rollback, drain, withEvents, spiral, shared, judgments },
  };
  return {
    kind: workload.spec.kind,
    pods: podsOf(workload),
    leavesOutPulls: leavesOutPulls(workload.pod, workload.scenario, assumptions),
    get rollout() {
      return rollout.get();
    },
    get waitedFor() {
      return waitedFor.get();
    },
    get firstDeployment() {
      return first.get();
    },
    get pod() {
      return pod.get();
    },
    get scale() {
      return scale.get();
    },
    get rollback() {
      return rollback.get();
    },
    get drain() {
      return drain.get();
    },
    get withEvents() {
      return withEvents.get();
    },
    get spiral() {
      return spiral.get();
    },
    get shared() {
      return shared.get();
    },
    get judgments() {
      return judgments.get();
    },
    get shutdown() {
      return shutdown.get();
    },
    get crash() {
      return crash.get();
    },
    *pieces(asked) {
      const all = asked === undefined ? Object.values(parts) : asked.map((name) => parts[name]);
      for (const part of all) yield* part.pieces();
    },
  };
}

function* rolloutOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["rollout"]> {
  return rollsOut(workload) ? yield* forecastRolloutInPieces(workload, assumptions) : undefined;
}

function* withEventsOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["withEvents"]> {
  const said = workload.scenario.rollout?.events ?? [];
  if (said.length === 0 || podsOf(workload) === 0) return undefined;
  return yield* forecastEventsInPieces(workload, assumptions, said);
}

function spiralOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["spiral"]> {
  const { pod, scenario } = workload;
  return forecastSpiralInPieces({ pod, assumptions, scenario, pods: podsOf(workload) });
}

/** So short that it is one piece. */
function* shutdownOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["shutdown"]> {
  yield;
  return forecastShutdown(workload, assumptions);
}

function* scaleOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["scale"]> {
  const sizes = sizesOf(workload.spec);
  if (sizes === undefined) return undefined;
  const up = yield* forecastScaleInPieces(workload, assumptions, sizes.up);
  return { up, down: yield* forecastScaleInPieces(workload, assumptions, sizes.down) };
}

function* rollbackIfAny(workload: PlayableWorkload, assumptions: Assumptions): Pieces<WorkloadForecast["rollback"]> {
  return rollsOut(workload) ? yield* forecastRollbackInPieces(workload, assumptions) : undefined;
}

interface FirstDeployment extends FirstDeploymentForecast {
  readonly pod: PodBounds;
  /** A pod is available in some run. */
  readonly serves: boolean;
}

const firstMsMax = 24 * 3_600_000;
/** Beside what is waited for other changes. */
const podMsMax = 1_800_000;

/** Somebody creates the workload. */
function* firstDeploymentOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<FirstDeployment> {
  const doneOf = ({ done }: FirstRun): Span | undefined => done;
  const readyOf = ({ pod }: FirstRun): Span | undefined => pod.ready;
  const availableOf = ({ pod }: FirstRun): Span | undefined => pod.available;
  const runs = yield* playOutcomes<FirstRun>(assumptions, effortFor(podsOf(workload)), {
    play: (options) => playFirst(workload, options),
    endAlike: alike(doneOf, readyOf, availableOf),
  });
  return {
    ...completionOf(runs, doneOf),
    waits: waitsOf(
      runs.map(({ waits }) => waits),
      timesBesideExact,
    ),
    pod: { ready: inEveryRun(runs, readyOf)?.bounds, available: inEveryRun(runs, availableOf)?.bounds },
    serves: runs.some((run) => availableOf(run) !== undefined),
  };
}

interface FirstRun {
  readonly done: Span | undefined;
  readonly waits: WaitEnds;
  readonly pod: PodBounds;
}

/** After all pods are available, their controller writes what those who wait look at. */
const writtenMs = 10_000;

/** Each pod waits for the one before it. */
function isOneByOne(spec: WorkloadSpec): boolean {
  return spec.kind === "StatefulSet" && !spec.isParallel;
}

function* playFirst(workload: PlayableWorkload, options: RunOptions): Pieces<FirstRun> {
  const wanted = podsOf(workload);
  const waitMs = podMsMax + patienceFor(workload) + deadlineMsOf(workload.spec);
  const untilMs = firstMsMax + waitMs * (isOneByOne(workload.spec) ? Math.max(1, wanted) : 1);
  const played = { ...options, untilMs, from: "created", events: [] } as const;
  const simulation = playWorkload({ ...workload, budgets: [], services: [] }, played);
  const done = yield* playUntilAvailable(simulation, wanted, waitMs);
  const doneMs = simulation.nowMs();
  while (simulation.nowMs() < doneMs + writtenMs && simulation.step()) yield;
  const timeline = simulation.timeline();
  const { entries, pods } = timeline;
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
  const waits = waitEnds(timeline, { spec: workload.spec, changedMs: 0, revision: newRevision });
  return { done, waits, pod: { ready: afterCreation(of("pod-ready")), available: afterCreation(of("pod-available")) } };
}

/** `waitMs`: a pod that is not available by then never is. */
function* playUntilAvailable(simulation: WorkloadSimulation, wanted: number, waitMs: number): Pieces<Span | undefined> {
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
    yield;
  }
  return undefined;
}

/** After Ready, where nothing else is said. */
const crashLaterMs = 10_000;

/** The new version starts as the scenario says, becomes ready, and crashes before minReadySeconds are over. */
function* crashOf(workload: PlayableWorkload, assumptions: Assumptions): Pieces<CrashForecast | undefined> {
  const { pod, scenario, spec } = workload;
  const [container] = pod.containers;
  if (container === undefined || !isHealthy(pod, scenario)) return undefined;
  const alone = { ...workload, spec: onePod(spec), nodes: workload.nodes.slice(0, 1) };
  // A run begins when its image is there.
  const { ready } = (yield* firstDeploymentOf(alone, { ...assumptions, imagePull: undefined })).pod;
  if (ready === undefined) return undefined;
  const minReadyMs = spec.minReadySeconds * 1000;
  const laterMs = minReadyMs > 0 ? Math.min(minReadyMs / 2, crashLaterMs) : crashLaterMs;
  const afterMs = Math.ceil((ready.latestMs + laterMs) / 5000) * 5000;
  const crashes = crashingWorkload(workload, afterMs);
  return { afterMs, rollout: yield* forecastRolloutInPieces(crashes, assumptions) };
}

/** The same, but the first container of its new version exits with 1 so long after each start. */
export function crashingWorkload(workload: PlayableWorkload, afterMs: number): PlayableWorkload {
  const { pod, scenario, oldScenario = serving(workload.scenario) } = workload;
  const [container] = pod.containers;
  if (container === undefined) return workload;
  const last = scriptOf(scenario, container).runs.at(-1) ?? plainRun;
  const { answers, stop } = last;
  const run = { ...plainRun, ...startOfRun(last), answers, stop, end: exitAfter(afterMs, 1) };
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
