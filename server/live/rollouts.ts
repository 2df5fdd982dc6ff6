import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { plainLine } from "../../shared/basics/plain-line.ts";
import type { Span } from "../../shared/basics/span.ts";
import { readWorkloadSpec } from "../../shared/controllers/objects/read-spec.ts";
import type { PlayableWorkload } from "../../shared/controllers/pods/play-workload.ts";
import { remainingAfter } from "../../shared/forecast/workload/remaining.ts";
import { tooManyPods } from "../../shared/forecast/workload/unplayed.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import type { LiveRollout } from "../../shared/protocol/cluster.ts";
import type { Scenario } from "../../shared/scenario/model.ts";
import { plainRun } from "../../shared/scenario/script.ts";
import type { LivePod } from "./live-pod.ts";
import { isRolledOut, type LiveWorkload } from "./live-workloads.ts";

/** A rollout of more pods is not predicted: that takes more than a second. */
const predictedPodsMax = 1000;
/** The nodes that pods are assumed to be spread over. */
const nodesAssumed = ["node-1", "node-2", "node-3"];

/** The rollout that a workload of the cluster is in; undefined if it is in none. `pods`: those of the workload. */
export function rolloutOf(workload: LiveWorkload, pods: readonly LivePod[]): LiveRollout | undefined {
  if (workload.wanted === 0 || isRolledOut(workload)) return undefined;
  const { kind, name, namespace, updated, wanted, available, progressedMs, progressDeadlineSeconds } = workload;
  const hasDeadline = !workload.isPaused && progressedMs !== undefined && progressDeadlineSeconds !== undefined;
  const about = { kind, name, namespace, updated, available, of: wanted };
  if (isOver(workload, pods)) return { ...about, state: "complete" };
  const isPlayed = wanted <= predictedPodsMax;
  const completes = workload.isPaused || !isPlayed ? undefined : completionOf(workload, pods);
  return {
    ...about,
    ...(workload.problem !== undefined && { problem: plainLine(workload.problem) }),
    state: workload.isFailed ? "failed" : workload.isPaused ? "paused" : "running",
    ...(completes !== undefined && { completes }),
    ...(!workload.isPaused && !isPlayed && { unplayed: tooManyPods(wanted, predictedPodsMax) }),
    ...(hasDeadline && { deadlineMs: progressedMs + progressDeadlineSeconds * 1000 }),
  };
}

/**
 * Nothing is rolled out any more, though pods are not available now. The deadline of a Deployment ends with its reason
 * NewReplicaSetAvailable: pkg/controller/deployment/util DeploymentTimedOut (v1.37.1). Others say no such thing: their rollout
 * goes on while a pod has never been ready.
 */
function isOver(workload: LiveWorkload, pods: readonly LivePod[]): boolean {
  const { kind, isObserved, isComplete, isPaused, updated, total, wanted } = workload;
  if (!isObserved || isPaused || isComplete !== true || updated < wanted || total > updated) return false;
  return kind === "Deployment" || (pods.length >= wanted && pods.every(wasReady));
}

/** A condition that is false from the start on is of a pod that never was ready. */
function wasReady({ look: { pod } }: LivePod): boolean {
  const ready = pod.conditions.find(({ type }) => type === "Ready");
  if (ready?.status === "True" || pod.containers.some(({ restartCount }) => restartCount > 0)) return true;
  const begin = pod.startedAt ?? pod.createdAt;
  return (
    ready?.since !== undefined && begin !== undefined && ready.since.nominalMs > begin.nominalMs + startToleranceMs
  );
}

/** The condition is written some seconds after the pod is taken up. */
const startToleranceMs = 5000;

/** When it is expected to be complete: counted from the creation of the newest pod, so that earlier delays do not add up. In ms since 1970. */
function completionOf(workload: LiveWorkload, pods: readonly LivePod[]): Span | undefined {
  const newest = pods.toSorted((left, right) => createdMs(right) - createdMs(left))[0];
  const kubelet = newest?.kubelet();
  if (newest === undefined || kubelet === undefined) return undefined;
  const { assumptions } = newest.assumed();
  const spec = readWorkloadSpec(workload.kind, workload.spec, assumptions.apiServer);
  if (spec === undefined) return undefined;
  const about = { name: workload.name, spec, pod: kubelet.pod, nodes: nodesOf(workload), services: [], budgets: [] };
  const fromMs = workload.updated === 0 ? (workload.progressedMs ?? createdMs(newest)) : createdMs(newest);
  const spans = startsOf(pods, kubelet.pod).map((scenario) =>
    remaining(
      { ...about, scenario, oldScenario: undefined },
      { ...assumptions, imagePull: undefined },
      workload.updated,
    ),
  );
  const [fastest, slowest = fastest] = spans;
  if (fastest === undefined || slowest === undefined) return undefined;
  return {
    nominalMs: fromMs + (fastest.nominalMs + slowest.nominalMs) / 2,
    earliestMs: fromMs + fastest.earliestMs,
    latestMs: fromMs + slowest.latestMs,
  };
}

const rememberedMax = 200;
const remainings = memoBounded(rememberedMax, (_: string, workload: PlayableWorkload, assumptions: Assumptions) =>
  remainingAfter(workload, assumptions),
);

/** Equal questions come with each change of a pod. */
function remaining(workload: PlayableWorkload, assumptions: Assumptions, created: number): Span | undefined {
  return remainings(JSON.stringify([workload, assumptions]), workload, assumptions)(created);
}

function createdMs({ look }: LivePod): number {
  return look.pod.createdAt?.nominalMs ?? 0;
}

function nodesOf({ kind, wanted }: LiveWorkload): readonly string[] {
  return kind === "DaemonSet" ? Array.from({ length: wanted }, (_, index) => `node-${index + 1}`) : nodesAssumed;
}

const secondMs = 1000;

/** What its pods do, by those that are ready: the quickest and the slowest start that was observed. Without any they serve when they start. */
function startsOf(pods: readonly LivePod[], pod: DefaultedPod): readonly Scenario[] {
  const [container] = pod.containers;
  const observed = pods.flatMap((live) => startMs(live) ?? []);
  if (container === undefined || observed.length === 0) return [scenarioOf({})];
  const { readiness, startup } = container.probes;
  // What the probe saw late is no part of the start.
  const probeMs = ((startup ?? readiness)?.periodSeconds ?? 0) * secondMs;
  const quickest = Math.max(0, Math.min(...observed) - probeMs);
  const slowest = Math.max(0, Math.max(...observed) - secondMs);
  // Nothing waits for an application without probes: what took its time was before it ran.
  const isProbed = startup !== undefined || readiness !== undefined;
  const starts = (ms: number): Scenario => {
    const run = isProbed ? { ...plainRun, startsInMs: ms } : { ...plainRun, createMs: ms };
    return scenarioOf({ [container.name]: { runs: [run], image: undefined } });
  };
  return [starts(quickest), starts(Math.max(quickest, slowest))];
}

function scenarioOf(containers: Scenario["containers"]): Scenario {
  return { containers, events: [], expectations: [] };
}

/** From its creation until it was ready: scheduling and pulls are part of it. Undefined if something was restarted meanwhile. */
function startMs({ look: { pod } }: LivePod): number | undefined {
  const ready = pod.conditions.find(({ type, status }) => type === "Ready" && status === "True")?.since;
  if (ready === undefined || pod.createdAt === undefined) return undefined;
  if (pod.containers.some(({ restartCount }) => restartCount > 0)) return undefined;
  return Math.max(0, ready.nominalMs - pod.createdAt.nominalMs);
}
