import { becauseOf } from "../../shared/alerts/because.ts";
import { exportedPods, type PlayedPod } from "../../shared/alerts/exported.ts";
import {
  budgetNames,
  exportedJob,
  exportedNode,
  exportedWorkload,
  jobNames,
  workloadMetricNames,
} from "../../shared/alerts/exported-owners.ts";
import type { AlertRun, RuleGroup } from "../../shared/alerts/model.ts";
import { type Exported, metricsOf, phasesOf, playAlerts, unsimulatedMetrics } from "../../shared/alerts/play-alerts.ts";
import { type AlertVerdict, verdictOf } from "../../shared/alerts/verdict.ts";
import { simulateJob } from "../../shared/controllers/job.ts";
import type { JobSpec } from "../../shared/controllers/model.ts";
import { type PlayableWorkload, playWorkload } from "../../shared/controllers/pods/play-workload.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import { nodeMetricNames } from "../../shared/metrics/node-metrics.ts";
import type { Expression } from "../../shared/promql/model.ts";
import type { ContainerScript, Scenario } from "../../shared/scenario/model.ts";
import { exitAfter, plainRun } from "../../shared/scenario/script.ts";
import { simulate, type Timeline } from "../../shared/simulation/index.ts";

/** What alerts are asked about. */
export interface AlertSubject {
  /** `Deployment/web`. */
  readonly name: string;
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** The Deployment, StatefulSet, or DaemonSet that creates the pod. */
  readonly workload: PlayableWorkload | undefined;
  /** The Job that creates the pod. Undefined: none, or not known. */
  readonly job?: JobSpec | undefined;
  /** It is the node that is asked about: what is exported of it is there. */
  readonly node?: boolean;
  /** What was assumed because nothing says what the containers do; "" if nothing was. */
  readonly assumed: string;
}

export interface AlertTiming {
  readonly scrapeMs: number;
  readonly evaluateMs: number;
  readonly untilMs: number;
  readonly runs: number;
}

export interface AlertResult extends AlertVerdict {
  readonly because: string;
}

/** Replicas whose pods are played: more would all do the same. */
const playedReplicasMax = 3;
/** Where nothing says what containers do, they crash so long after each start. */
const assumedCrashMs = 5000;

/** Scenario that alerts are asked about where nothing says what the containers do: a crash loop of all main containers. */
export function assumedCrashLoop(pod: DefaultedPod, scenario: Scenario): { scenario: Scenario; assumed: string } {
  const silent = allContainers(pod).filter(
    ({ kind, name }) => kind === "regular" && !Object.hasOwn(scenario.containers, name),
  );
  const hasStory = Object.keys(scenario.containers).length > 0 || scenario.events.length > 0;
  if (hasStory || silent.length === 0) return { scenario, assumed: "" };
  const script: ContainerScript = {
    runs: [{ ...plainRun, end: exitAfter(assumedCrashMs, 1) }],
    image: undefined,
  };
  const names = silent.map(({ name }) => name);
  return {
    scenario: { ...scenario, containers: Object.fromEntries(names.map((name) => [name, script])) },
    assumed: `Assumes that ${names.join(", ")} ${names.length === 1 ? "crashes" : "crash"} 5s after each start (no scenario yet).`,
  };
}

/** When each alert becomes pending and fires, over seeds and the phases of scrapes and evaluations. */
export function playSubject(
  subject: AlertSubject,
  groups: readonly RuleGroup[],
  timing: AlertTiming,
): readonly AlertResult[] {
  const known = new Set([
    ...groups.flatMap(({ rules }) => rules.flatMap((rule) => (rule.is === "record" ? [rule.name] : []))),
    ...exportedNames(subject),
  ]);
  const rules = groups.flatMap((group) => group.rules.filter((rule) => rule.is === "alert"));
  const missing = rules.map(({ expression }) => missingIn(expression, known));
  const isPlayed = new Set(rules.filter((_, index) => missing[index]?.length === 0));
  const playable = groups.map((group) => ({
    ...group,
    rules: group.rules.filter((rule) => rule.is === "record" || isPlayed.has(rule)),
  }));
  const workloads = workloadRuns(subject, playable, timing);
  const ofNode = nodeOf(subject);
  const timelines: Pick<Timeline, "statuses">[] = [];
  const played: (readonly AlertRun[])[] = [];
  for (let run = 0; run < timing.runs; run++) {
    const { pods, ofJob } = playPods(subject, run, timing.untilMs);
    timelines.push(...pods.slice(0, 1).map(({ timeline }) => timeline));
    const ofPods = exportedPods(pods);
    const ofWorkload = workloads[run % workloads.length];
    const others = [ofWorkload, ofJob, ofNode].filter((each) => each !== undefined);
    const exported: Exported = (tMs) => [...ofPods(tMs), ...others.flatMap((each) => each(tMs))];
    const phases = phasesOf(run, timing.scrapeMs, timing.evaluateMs);
    played.push(playAlerts(playable, exported, { ...timing, ...phases }));
  }
  let next = 0;
  return rules.map((rule, index) => {
    const column = isPlayed.has(rule) ? next++ : undefined;
    const runs = column === undefined ? [] : played.flatMap((run) => run[column] ?? []);
    const verdict = verdictOf(rule, runs, missing[index] ?? []);
    return { ...verdict, because: becauseOf(verdict, timelines, timing.untilMs) };
  });
}

/** Metrics of objects that the subject may not have. */
const ofObjects: ReadonlySet<string> = new Set([
  ...Object.values(workloadMetricNames).flat(),
  ...budgetNames,
  ...jobNames,
  ...nodeMetricNames,
]);

/** What a rule reads and nobody exports. In `a or b`, the alternative about objects of another kind has nothing to say. */
function missingIn(expression: Expression, known: ReadonlySet<string>): readonly string[] {
  const missing = unsimulatedMetrics(expression, known);
  const isOther = missing.every((name) => ofObjects.has(name));
  const isAnswered = alternativesOf(expression).some((each) => unsimulatedMetrics(each, known).length === 0);
  return isOther && isAnswered ? [] : missing;
}

function alternativesOf(expression: Expression): readonly Expression[] {
  if (expression.is !== "binary" || expression.operator !== "or") return [expression];
  return [...alternativesOf(expression.left), ...alternativesOf(expression.right)];
}

/** The metrics that are there besides those of pods. */
function exportedNames({ workload, job, node, scenario }: AlertSubject): readonly string[] {
  return [
    ...(workload === undefined ? [] : workloadMetricNames[workload.spec.kind]),
    ...((workload?.budgets.length ?? 0) === 0 ? [] : budgetNames),
    ...(job === undefined ? [] : jobNames),
    ...(node === true || stopsKubelet(scenario) ? nodeMetricNames : []),
  ];
}

/** A scenario in which alerts about nodes may have something to see. */
function stopsKubelet({ events }: Scenario): boolean {
  return events.some(({ kind }) => kind === "kubelet-restart" || kind === "node-reboot");
}

function nodeOf({ node, scenario, assumptions }: AlertSubject): Exported | undefined {
  if (node !== true && !stopsKubelet(scenario)) return undefined;
  const kubeletVersion = `v${assumptions.node.kubernetes}.0`;
  return exportedNode({ name: "node-1", kubeletVersion, capacityPods: defaultMaxPods }, scenario.events);
}

/** Of a kubelet whose configuration has no `maxPods`. */
const defaultMaxPods = 110;

function playPods(subject: AlertSubject, run: number, untilMs: number) {
  const { pod, assumptions, scenario, workload, job } = subject;
  if (job !== undefined) return playJob(subject, job, run, untilMs);
  const kind = workload?.spec.kind;
  const replicas =
    workload === undefined ? 1 : "replicas" in workload.spec ? workload.spec.replicas : workload.nodes.length;
  const set = `${pod.name}-xxxxx`;
  const owner =
    kind === undefined
      ? undefined
      : kind === "Deployment"
        ? { kind: "ReplicaSet", name: set }
        : { kind, name: pod.name };
  const pods = Array.from({ length: Math.min(replicas, playedReplicasMax) }, (_, index): PlayedPod => {
    const seed = run * playedReplicasMax + index + 1;
    const timeline = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "statuses" });
    const names = {
      Deployment: `${set}-${index + 1}`,
      StatefulSet: `${pod.name}-${index}`,
      DaemonSet: `${pod.name}-${index + 1}`,
    };
    const name = kind === undefined ? pod.name : names[kind];
    const about = { namespace: pod.namespace, name, uid: `uid-${index + 1}`, restartPolicy: pod.restartPolicy };
    return { ...about, owner, timeline };
  });
  return { pods, ofJob: undefined };
}

/** Pods of a Job that are played in one run of alerts. */
const podsOfJobMax = 20;

function playJob({ pod, assumptions, scenario }: AlertSubject, job: JobSpec, run: number, untilMs: number) {
  const { namespace, name, restartPolicy } = pod;
  const played = simulateJob({
    job,
    pod,
    assumptions,
    scenario,
    seed: run + 1,
    untilMs,
    recording: "statuses",
    podsAtMost: podsOfJobMax,
  });
  const pods = played.pods.map(({ number, createdMs, timeline }): PlayedPod => {
    const about = { namespace, name: `${name}-${number}`, uid: `uid-${number}`, restartPolicy };
    return { ...about, owner: { kind: "Job", name }, timeline, createdMs: Math.floor(createdMs / 1000) * 1000 };
  });
  return { pods, ofJob: exportedJob({ namespace, name, spec: job }, played) };
}

/** Runs of a workload that are played; all runs share them, each with its own phases of scrapes and evaluations. */
const workloadRunsMax = 4;

/** The status of the workload and its budgets, where a rule reads it. */
function workloadRuns(
  { pod: { namespace }, assumptions, workload }: AlertSubject,
  groups: readonly RuleGroup[],
  { runs, untilMs }: AlertTiming,
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
    const simulation = playWorkload(workload, { assumptions, seed: run + 1, untilMs, from: "created", events: [] });
    simulation.runUntil(untilMs);
    return exportedWorkload({ namespace, name: workload.name, generation: 1, replicas, paused }, simulation);
  });
}
