import { agreeing } from "../../../shared/basics/counted.ts";
import type { JobSpec } from "../../../shared/controllers/job/model.ts";
import { type PlayableWorkload, playWorkload } from "../../../shared/controllers/pods/play-workload.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { ScrapedPod } from "../../../shared/prometheus/alerts/exported.ts";
import {
  budgetNames,
  exportedWorkload,
  jobNames,
  workloadMetricNames,
} from "../../../shared/prometheus/alerts/exported-owners.ts";
import { metricsOf } from "../../../shared/prometheus/alerts/metrics-of.ts";
import type { RuleGroup } from "../../../shared/prometheus/alerts/model.ts";
import { type Exported, epochSeconds } from "../../../shared/prometheus/alerts/play-alerts.ts";
import type { MetricSample } from "../../../shared/prometheus/metrics/model.ts";
import { nodeMetricNames } from "../../../shared/prometheus/metrics/node-metrics.ts";
import type { ContainerScript, Scenario } from "../../../shared/scenario/model.ts";
import { exitAfter, isEmptyScenario, plainRun } from "../../../shared/scenario/script.ts";
import { type AlertResult, type AlertTiming, evaluateRuns, type PlayedRun, playedNodeName } from "./evaluate-runs.ts";
import { playedNode, playPods } from "./played-run.ts";

/** What an observed pod does before and after the observed moment, which is at `nowMs` of its timeline. */
interface ObservedLife {
  readonly timeline: ScrapedPod["timeline"];
  readonly nowMs: number;
}

interface ObservedSubject {
  readonly owner: ScrapedPod["owner"];
  readonly life: (seed: number, aheadMs: number) => ObservedLife;
}

/** A workload or a Job as it was observed, for as long as it stays so. Its pods are asked about by themselves. */
interface ObservedOwner {
  readonly names: readonly string[];
  /** How long it has been so at the observed moment. */
  readonly sinceMs: number;
  /** `nowSeconds`: the observed moment, in Unix time of the runs. */
  readonly samples: (nowSeconds: number) => readonly MetricSample[];
}

/** What alerts are asked about. */
export interface AlertSubject {
  /** `Deployment/web`. */
  readonly name: string;
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** The Deployment, StatefulSet, or DaemonSet that creates the pod. */
  readonly workload: PlayableWorkload | undefined;
  /** The Job that creates the pod. Undefined if there is none, or not known. */
  readonly job?: JobSpec | undefined;
  /** It is the node that is asked about: what is exported of it is there. */
  readonly node?: boolean;
  /** The pod as it was observed: its lives are played instead of those of a new one. */
  readonly observed?: ObservedSubject | undefined;
  /** The object above pods as it was observed: no pods are played. */
  readonly observedOwner?: ObservedOwner | undefined;
  /** What was assumed because nothing says what the containers do; "" if nothing was. */
  readonly assumed: string;
}

/** Where nothing says what containers do, they crash so long after each start. */
const assumedCrashMs = 5000;

/** Scenario that alerts are asked about where nothing says what the containers do: a crash loop of all main containers. */
export function assumedCrashLoop(pod: DefaultedPod, scenario: Scenario): { scenario: Scenario; assumed: string } {
  const silent = allContainers(pod).filter(
    ({ kind, name }) => kind === "regular" && !Object.hasOwn(scenario.containers, name),
  );
  const hasStory = !isEmptyScenario(scenario);
  if (hasStory || silent.length === 0) return { scenario, assumed: "" };
  const script: ContainerScript = {
    runs: [{ ...plainRun, end: exitAfter(assumedCrashMs, 1) }],
    image: undefined,
  };
  const names = silent.map(({ name }) => name);
  return {
    scenario: { ...scenario, containers: Object.fromEntries(names.map((name) => [name, script])) },
    assumed: `Assumes that ${names.join(", ")} ${agreeing(names.length, "crash")} 5s after each start (no scenario yet).`,
  };
}

/** When each alert becomes pending and fires, over seeds and the phases of scrapes and evaluations. */
export function playSubject(
  subject: AlertSubject,
  groups: readonly RuleGroup[],
  timing: AlertTiming,
): readonly AlertResult[] {
  const workloads = workloadRuns(subject, groups, timing);
  const node = playedNode(subject, subject.node === true);
  const replicas = Math.min(replicasOf(subject), playedReplicasMax);
  const { seed: firstSeed = 1 } = timing;
  const { observed, observedOwner } = subject;
  if (observedOwner !== undefined) {
    const run = { pods: [], job: undefined, node: undefined, others: [stayingSo(observedOwner)] };
    return evaluateRuns(() => run, groups, { ...timing, fromMs: rememberedMs }, observedOwner.names, false);
  }
  if (observed !== undefined) {
    const playRun = (run: number): PlayedRun => ({
      pods: [observedPod(subject, observed, observed.life(firstSeed + run, timing.untilMs))],
      job: undefined,
      node,
      others: [],
    });
    return evaluateRuns(playRun, groups, { ...timing, fromMs: rememberedMs }, exportedNames(subject));
  }
  const playRun = (run: number): PlayedRun => {
    const others = [workloads[run % workloads.length]].filter((each) => each !== undefined);
    const seed = firstSeed + run * replicas;
    const pods = playPods({ ...subject, ownerKind: subject.workload?.spec.kind, replicas, seed, ...timing });
    return { ...pods, node, others };
  };
  return evaluateRuns(playRun, groups, timing, exportedNames(subject));
}

/** How far alerts look back behind the observed moment: rules wait and count over less. */
const rememberedMs = 3_600_000;

function stayingSo({ sinceMs, samples }: ObservedOwner): Exported {
  const exported = samples(epochSeconds + rememberedMs / 1000);
  return (tMs) => (tMs < rememberedMs - sinceMs ? [] : exported);
}

/** An observed pod, so that the observed moment is where times count from. */
function observedPod({ pod }: AlertSubject, { owner }: ObservedSubject, { timeline, nowMs }: ObservedLife): ScrapedPod {
  const createdMs = Math.floor((rememberedMs - nowMs) / 1000) * 1000;
  const { namespace, name, restartPolicy } = pod;
  return { namespace, name, restartPolicy, uid: "uid-1", owner, node: playedNodeName, timeline, createdMs };
}

/** Replicas whose pods are played: more would all do the same. */
const playedReplicasMax = 3;

function replicasOf({ workload }: AlertSubject): number {
  if (workload === undefined) return 1;
  return "replicas" in workload.spec ? workload.spec.replicas : workload.nodes.length;
}

/** The metrics that are there besides those of pods. */
function exportedNames(subject: AlertSubject): readonly string[] {
  const { workload, job, node } = subject;
  return [
    ...(workload === undefined ? [] : workloadMetricNames[workload.spec.kind]),
    ...((workload?.budgets.length ?? 0) === 0 ? [] : budgetNames),
    ...(job === undefined ? [] : jobNames),
    ...(playedNode(subject, node === true) !== undefined ? nodeMetricNames : []),
  ];
}

/** Runs of a workload that are played; all runs share them, each with its own phases of scrapes and evaluations. */
const workloadRunsMax = 4;

/** The status of the workload and its budgets, where a rule reads it. */
function workloadRuns(
  { pod: { namespace }, assumptions, workload }: AlertSubject,
  groups: readonly RuleGroup[],
  { runs, untilMs, seed: firstSeed = 1 }: AlertTiming,
): readonly Exported[] {
  if (workload === undefined) return [];
  const { kind } = workload.spec;
  const names = new Set([...workloadMetricNames[kind], ...budgetNames]);
  const isRead = groups.some(({ rules }) =>
    rules.some(({ expression }) => [...metricsOf(expression)].some((name) => names.has(name))),
  );
  if (!isRead) return [];
  const replicas = "replicas" in workload.spec ? workload.spec.replicas : 0;
  const paused = workload.spec.kind === "Deployment" && workload.spec.paused;
  return Array.from({ length: Math.min(runs, workloadRunsMax) }, (_, run) => {
    const simulation = playWorkload(workload, {
      assumptions,
      seed: firstSeed + run,
      untilMs,
      from: "created",
      events: [],
    });
    simulation.runUntil(untilMs);
    return exportedWorkload({ namespace, name: workload.name, generation: 1, replicas, paused }, simulation);
  });
}
