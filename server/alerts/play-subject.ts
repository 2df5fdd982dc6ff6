import { becauseOf } from "../../shared/alerts/because.ts";
import { exportedDeployment, exportedPods } from "../../shared/alerts/exported.ts";
import type { AlertRun, RuleGroup } from "../../shared/alerts/model.ts";
import { type Exported, metricsOf, phasesOf, playAlerts, unsimulatedMetrics } from "../../shared/alerts/play-alerts.ts";
import { type AlertVerdict, verdictOf } from "../../shared/alerts/verdict.ts";
import { type PlayableWorkload, playWorkload } from "../../shared/controllers/pods/play-workload.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../shared/kubernetes/pod.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
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
  /** The Deployment that creates the pod. */
  readonly workload: PlayableWorkload | undefined;
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
  const recorded = new Set(
    groups.flatMap(({ rules }) => rules.flatMap((rule) => (rule.is === "record" ? [rule.name] : []))),
  );
  const rules = groups.flatMap((group) => group.rules.filter((rule) => rule.is === "alert"));
  const missing = rules.map(({ expression }) => [
    ...unsimulatedMetrics(expression, recorded),
    ...(subject.workload === undefined ? deploymentMetricsIn(expression) : []),
  ]);
  const isPlayed = new Set(rules.filter((_, index) => missing[index]?.length === 0));
  const playable = groups.map((group) => ({
    ...group,
    rules: group.rules.filter((rule) => rule.is === "record" || isPlayed.has(rule)),
  }));
  const deployments = deploymentRuns(subject, playable, timing);
  const timelines: Timeline[] = [];
  const played: (readonly AlertRun[])[] = [];
  for (let run = 0; run < timing.runs; run++) {
    const pods = playPods(subject, run, timing.untilMs);
    timelines.push(...pods.slice(0, 1).map(({ timeline }) => timeline));
    const ofPods = exportedPods(pods);
    const ofDeployment = deployments[run % deployments.length];
    const exported: Exported = (tMs) => [...ofPods(tMs), ...(ofDeployment?.(tMs) ?? [])];
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

function deploymentMetricsIn(expression: AlertVerdict["rule"]["expression"]): readonly string[] {
  return [...metricsOf(expression)].filter((name) => name.startsWith("kube_deployment_"));
}

function playPods({ pod, assumptions, scenario, workload }: AlertSubject, run: number, untilMs: number) {
  const replicas = workload?.spec.kind === "Deployment" ? workload.spec.replicas : 1;
  const owner = workload === undefined ? undefined : { kind: "ReplicaSet", name: `${pod.name}-xxxxx` };
  return Array.from({ length: Math.min(replicas, playedReplicasMax) }, (_, index) => {
    const seed = run * playedReplicasMax + index + 1;
    const timeline = simulate({ pod, assumptions, scenario, seed, untilMs, recording: "statuses" });
    const name = workload === undefined ? pod.name : `${pod.name}-xxxxx-${index + 1}`;
    const about = { namespace: pod.namespace, name, uid: `uid-${index + 1}`, restartPolicy: pod.restartPolicy };
    return { ...about, owner, timeline };
  });
}

/** Runs of a Deployment that are played; all runs share them, each with its own phases of scrapes and evaluations. */
const workloadRunsMax = 4;

/** The status of the Deployment, where a rule reads it. */
function deploymentRuns(
  { pod: { namespace }, assumptions, workload }: AlertSubject,
  groups: readonly RuleGroup[],
  { runs, untilMs }: AlertTiming,
): readonly Exported[] {
  const isRead = groups.some(({ rules }) => rules.some(({ expression }) => deploymentMetricsIn(expression).length > 0));
  if (workload?.spec.kind !== "Deployment" || !isRead) return [];
  const { replicas, paused } = workload.spec;
  return Array.from({ length: Math.min(runs, workloadRunsMax) }, (_, run) => {
    const simulation = playWorkload(workload, { assumptions, seed: run + 1, untilMs, from: "created", events: [] });
    simulation.runUntil(untilMs);
    return exportedDeployment({ namespace, name: workload.name, generation: 1, replicas, paused }, simulation);
  });
}
