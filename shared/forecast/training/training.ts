import { simulateJob } from "../../controllers/job/job.ts";
import { jobDelayMs } from "../../controllers/job/job-backoff.ts";
import type { JobSpec } from "../../controllers/job/model.ts";
import { type JobSetAction, type JobSetSpec, jobSetAction } from "../../controllers/job/read-job-set.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { ContainerScript, Scenario } from "../../scenario/model.ts";
import { defaultScript, plainRun } from "../../scenario/script.ts";
import type { TrainingAssumptions } from "../../scenario/training-assumptions.ts";
import { simulate } from "../../simulation/simulation.ts";
import type { Timeline, TimelineEntry } from "../../simulation/timeline/timeline.ts";
import { firstReady, outagesIn } from "../runs/occurrences.ts";
import { expectedGoodput, type FailureAnswers, type Goodput, playGoodput } from "./goodput.ts";

/** A pod of the run, and how it fails. */
export interface TrainingPod {
  readonly pod: DefaultedPod;
  readonly container: string;
  readonly exitCode: number;
}

export interface TrainingInput {
  /** Restarts all its containers when the container fails; undefined if the node cannot. */
  readonly inPlace: TrainingPod | undefined;
  /** Fails as a whole when the container does, so that its controller creates another one. */
  readonly recreated: TrainingPod;
  /** Of the manifest as it is written: the container that fails restarts in place. */
  readonly isInPlace: boolean;
  readonly job: JobSpec;
  /** The JobSet that the Job belongs to, and by which name. */
  readonly jobSet: { readonly spec: JobSetSpec; readonly replicatedJob: string } | undefined;
  readonly assumptions: Assumptions;
  /** What the containers do until they fail: how long they take to start and to stop. */
  readonly scenario: Scenario;
  readonly training: TrainingAssumptions;
}

/** One way to go on after a failure. */
export interface TrainingWay {
  readonly is: "in-place" | "job" | "job-set";
  /** The manifest does this. */
  readonly isWritten: boolean;
  readonly goodput: Goodput;
  /** In closed form, if every failure took as long as the median one; undefined if there is none. */
  readonly expected: number | undefined;
}

/** Restart in place beside recreation. Undefined where a run of the pod never gets ready. */
export function forecastTraining(input: TrainingInput): readonly TrainingWay[] {
  const { training, inPlace, isInPlace, jobSet } = input;
  const way = (is: TrainingWay["is"], isWritten: boolean, answersOf: () => FailureAnswers): TrainingWay => {
    const goodput = playGoodput(training, answersOf);
    const expected = goodput.downMs && !goodput.ended ? expectedGoodput(training, goodput.downMs.p50) : undefined;
    return { is, isWritten, goodput, expected };
  };
  const downs = inPlace === undefined ? [] : restartsInPlace(inPlace, input);
  const created = recreations(input);
  const answersOf = (failures: JobFailures) => (): FailureAnswers =>
    jobSet === undefined || created === undefined
      ? jobAnswers(failures)
      : jobSetAnswers(input, failures, created, jobSet);
  return [
    ...(downs.length > 0 ? [way("in-place", isInPlace, answersOf(inPlaceFailures(input, downs)))] : []),
    ...(created === undefined
      ? []
      : [
          way(
            jobSet === undefined ? "job" : "job-set",
            !isInPlace,
            answersOf(recreatedFailures(input, created, downs)),
          ),
        ]),
  ];
}

/** Runs of the engine that are measured. */
const seeds = 12;
/** A run fails after this: long enough for a back-off to be reset. */
const failsAfterMs = 15 * 60_000;
const watchedMs = 60 * 60_000;

/** From the exit to Ready, in several runs: the kubelet's part and what the scenario says of starts. */
function restartsInPlace({ pod, container, exitCode }: TrainingPod, input: TrainingInput): readonly number[] {
  const scenario = scenarioOf(pod, input.scenario, { container, exitCode });
  return runsOf(pod, input, scenario).flatMap((timeline) => {
    const exit = exitOf(timeline, container);
    const back = outagesIn(timeline).find(({ from }) => exit !== undefined && from.tMs >= exit.tMs)?.to;
    return exit && back ? [back.tMs - exit.tMs] : [];
  });
}

/** With images on the node, one run for each seed. */
function runsOf(pod: DefaultedPod, input: TrainingInput, scenario: Scenario): readonly Timeline[] {
  const assumptions = onWarmNode(input);
  const asked = { pod, assumptions, scenario, untilMs: watchedMs, recording: "entries" } as const;
  return Array.from({ length: seeds }, (_, index) => simulate({ ...asked, seed: index + 1 }));
}

function onWarmNode({ assumptions }: TrainingInput): Assumptions {
  return { ...assumptions, imagePull: undefined };
}

function exitOf({ entries }: Timeline, container: string): TimelineEntry | undefined {
  return entries.find((entry) => entry.kind === "container-exited" && entry.container === container);
}

/** What the failures of one Job lead to, until it has failed itself. */
interface JobFailures {
  /** The failure after which the Job has failed; undefined if never. */
  readonly endsAt: number | undefined;
  readonly reason: string;
  /** How long the run is down after the n-th failure, counted from 1. */
  readonly downMs: (count: number, draw: () => number) => number;
}

/** With OnFailure, a Job counts restarts of containers. */
function inPlaceFailures({ inPlace, job }: TrainingInput, downs: readonly number[]): JobFailures {
  return {
    endsAt: inPlace?.pod.restartPolicy === "OnFailure" ? Math.max(1, job.backoffLimit) : undefined,
    reason: "BackoffLimitExceeded",
    downMs: (_, draw) => pick(downs, draw()),
  };
}

/** With a JobSet that restarts in place, the healthy pods do so while the new one is created. */
function recreatedFailures({ training, jobSet }: TrainingInput, created: Recreations, downs: readonly number[]) {
  const isInPlace = jobSet?.spec.failurePolicy?.restartStrategy === "InPlaceRestart";
  return {
    endsAt: created.endsAt,
    reason: created.reason,
    downMs: (count: number, draw: () => number) => {
      const newMs = nextPodMs(created, count, training, draw);
      return isInPlace ? Math.max(newMs, pick(downs, draw())) : newMs;
    },
  } satisfies JobFailures;
}

// As in sigs.k8s.io/jobset/pkg/controllers/in_place_restart.go exceededMaxRestarts, getMaxContainerRestartCount (v0.12.0)
function inPlaceEnd({ failurePolicy }: JobSetSpec, restarts: number): string | undefined {
  if (failurePolicy?.restartStrategy !== "InPlaceRestart" || restarts <= failurePolicy.maxRestarts) return undefined;
  return noRestartsLeft(failurePolicy.maxRestarts);
}

function noRestartsLeft(maxRestarts: number): string {
  return `the JobSet has no restarts left (maxRestarts: ${maxRestarts})`;
}

/** What a new pod costs, each measured in several runs of the engine. */
interface Recreations {
  /** From the failure to a Job that has created the next pod, without its back-off. */
  readonly replacedMs: readonly number[];
  /** From the creation of a pod to Ready. */
  readonly readyMs: readonly number[];
  /** From the deletion of a healthy pod to its end. */
  readonly goneMs: readonly number[];
  /** The Job's failure after which it has failed; undefined if none within what was played. */
  readonly endsAt: number | undefined;
  readonly reason: string;
  /** From that failure to the condition. */
  readonly failedMs: number;
}

/** More failures of one Job are not played: what is left of its limit is counted. */
const playedFailures = 8;

function recreations(input: TrainingInput): Recreations | undefined {
  const { recreated, job } = input;
  const played = failingJobs(input);
  const pods = played.map((each) => each.pods);
  const readyMs = pods.flat().flatMap(({ timeline }) => firstReady(timeline)?.tMs ?? []);
  if (readyMs.length === 0) return undefined;
  const [first] = played;
  const failed = first?.conditions.find(({ type }) => type === "Failed");
  const counted =
    job.podFailurePolicy === undefined && job.backoffLimit + 1 > playedFailures ? job.backoffLimit + 1 : undefined;
  return {
    replacedMs: pods.flatMap((each) => replacements(each, recreated.container)),
    readyMs,
    goneMs: deletions(recreated, input),
    endsAt: failed === undefined ? counted : first?.pods.length,
    reason: failed?.reason ?? "BackoffLimitExceeded",
    failedMs: failed && first ? failureMs(failed, first.pods.at(-1), recreated.container) : 1000,
  };
}

type PlayedJob = ReturnType<typeof simulateJob>;
type PlayedPod = PlayedJob["pods"][number];

/** Jobs of one pod at a time, all of which fail in the same way. */
function failingJobs(input: TrainingInput): readonly PlayedJob[] {
  const { pod, container, exitCode } = input.recreated;
  const scenario = scenarioOf(pod, input.scenario, { container, exitCode });
  const completions = input.job.completions === undefined ? undefined : 1;
  const job: JobSpec = { ...input.job, parallelism: 1, completions, suspend: false };
  const asked = { job, pod, assumptions: onWarmNode(input), scenario, podScenario: () => scenario };
  const limits = { untilMs: 24 * 3_600_000, podsAtMost: playedFailures + 1 };
  return Array.from({ length: seeds }, (_, index) => simulateJob({ ...asked, ...limits, seed: index + 1 }));
}

/** From each exit to the next pod, without the delay that the Job makes. */
function replacements(pods: readonly PlayedPod[], container: string): readonly number[] {
  return pods.flatMap(({ createdMs, timeline }, index) => {
    const exit = exitOf(timeline, container);
    const next = pods[index + 1];
    return exit && next ? [Math.max(0, next.createdMs - createdMs - exit.tMs - jobDelayMs(index + 1))] : [];
  });
}

function failureMs({ tMs }: { readonly tMs: number }, last: PlayedPod | undefined, container: string): number {
  const exit = last && exitOf(last.timeline, container);
  return last && exit ? Math.max(0, tMs - last.createdMs - exit.tMs) : 1000;
}

/** How long the pods that did not fail take to stop. */
function deletions({ pod }: TrainingPod, input: TrainingInput): readonly number[] {
  const event = { kind: "pod-deleted" as const, atMs: failsAfterMs, graceMs: undefined };
  const scenario = { ...scenarioOf(pod, input.scenario, undefined), events: [event] };
  return runsOf(pod, input, scenario).flatMap(({ entries }) => {
    const removed = entries.find(({ kind }) => kind === "pod-removed");
    return removed === undefined ? [] : [removed.tMs - failsAfterMs];
  });
}

function jobAnswers({ endsAt, reason, downMs }: JobFailures): FailureAnswers {
  let failures = 0;
  return (random) => {
    failures += 1;
    if (endsAt !== undefined && failures >= endsAt) return { ends: `the Job fails at failure ${failures} (${reason})` };
    return { downMs: downMs(failures, () => random.next()) };
  };
}

function nextPodMs(created: Recreations, failures: number, training: TrainingAssumptions, draw: () => number): number {
  return pick(created.replacedMs, draw()) + jobDelayMs(failures) + newPodMs(created, training, draw());
}

function newPodMs({ readyMs }: Recreations, training: TrainingAssumptions, drawn: number): number {
  return training.schedulingTakesMs + training.pullTakesMs + pick(readyMs, drawn);
}

/** Each failure hits one of the Jobs, evenly. A Job counts its own failures until it fails; then it, or the JobSet, begins anew, or ends. */
function jobSetAnswers(
  { training, job }: TrainingInput,
  { endsAt, reason, downMs }: JobFailures,
  created: Recreations,
  { spec, replicatedJob }: NonNullable<TrainingInput["jobSet"]>,
): FailureAnswers {
  const jobs = Math.max(
    1,
    spec.replicatedJobs.reduce((sum, { replicas }) => sum + Math.max(0, replicas), 0),
  );
  const maxRestarts = spec.failurePolicy?.maxRestarts ?? 0;
  let failures = new Map<number, number>();
  let [all, restarts] = [0, 0];
  return (random) => {
    all += 1;
    const ended = inPlaceEnd(spec, all);
    if (ended !== undefined) return { ends: ended };
    const hit = Math.floor(random.next() * jobs);
    const count = (failures.get(hit) ?? 0) + 1;
    failures.set(hit, count);
    if (endsAt === undefined || count < endsAt) return { downMs: downMs(count, () => random.next()) };
    const action = jobSetAction(spec, nameOf(spec, hit) ?? replicatedJob, reason);
    const endedBy = endOf(action, restarts, maxRestarts);
    if (endedBy !== undefined) return { ends: endedBy };
    if (countsTowardsMax(action)) restarts += 1;
    const isSingle = action === "RestartJob" || action === "RestartJobAndIgnoreMaxRestarts";
    if (isSingle) failures.delete(hit);
    else failures = new Map();
    const hasOthers = job.parallelism > 1 || (!isSingle && jobs > 1);
    const stopMs = hasOthers ? pick(created.goneMs, random.next()) : 0;
    return { downMs: created.failedMs + stopMs + newPodMs(created, training, random.next()) };
  };
}

function endOf(action: JobSetAction, restarts: number, maxRestarts: number): string | undefined {
  if (action === "FailJobSet") return "the first Job that fails ends the JobSet";
  if (action === "unknown") return "the action of its failurePolicy is not known";
  return countsTowardsMax(action) && restarts >= maxRestarts ? noRestartsLeft(maxRestarts) : undefined;
}

/** Restarts of single Jobs and of the whole JobSet share one limit. */
// As in sigs.k8s.io/jobset/pkg/controllers/failure_policy.go totalRestartsCountTowardsMax (v0.12.0)
function countsTowardsMax(action: JobSetAction): boolean {
  return action === "RestartJobSet" || action === "RestartJob";
}

/** Which of the replicatedJobs has the Job with this index over all of them. */
function nameOf({ replicatedJobs }: JobSetSpec, index: number): string | undefined {
  let left = index;
  return replicatedJobs.find(({ replicas }) => {
    left -= Math.max(0, replicas);
    return left < 0;
  })?.name;
}

function pick(numbers: readonly number[], drawn: number): number {
  return numbers[Math.floor(drawn * numbers.length)] ?? 0;
}

/** First runs as in the scenario but without an end; the one that fails does so once. */
function scenarioOf(
  pod: DefaultedPod,
  { containers }: Scenario,
  failing: { readonly container: string; readonly exitCode: number } | undefined,
): Scenario {
  const scripts = allContainers(pod).map((container): readonly [string, ContainerScript] => {
    const { name, kind } = container;
    const written = Object.hasOwn(containers, name) ? containers[name] : undefined;
    if (kind === "init") return [name, written ?? defaultScript(container)];
    const run = { ...(written?.runs[0] ?? plainRun), times: 1, end: undefined };
    if (name !== failing?.container) return [name, { runs: [run], image: undefined }];
    const end = { afterMs: failsAfterMs, exitCode: failing.exitCode, reason: "Error" as const };
    return [name, { runs: [{ ...run, end }, run], image: undefined }];
  });
  return { containers: Object.fromEntries(scripts), events: [], expectations: [] };
}
