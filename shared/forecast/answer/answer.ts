import type { Span } from "../../basics/span.ts";
import { waitsOf } from "../../controllers/waiters/outcomes.ts";
import { allContainers } from "../../kubernetes/pod.ts";
import { completionBlocker } from "../../restart/restarting.ts";
import { isEmptyScenario, scriptOf } from "../../scenario/script.ts";
import { earlyReadyOf } from "../container/early-ready.ts";
import { startToSigtermOf } from "../container/limits.ts";
import { playableJob } from "../runs/job-played.ts";
import { boundsOf } from "./bounds.ts";
import { causesOf } from "./causes.ts";
import { demandHeadline } from "./demand.ts";
import { type CauseDigest, lifeMs, type RunDigest, settledMs } from "./digest-model.ts";
import { headlineOf } from "./headline.ts";
import type { Answer, AnswerEnd, Basis, ContainerAnswer, JobNumbers, Rhythm, Spread } from "./model.ts";
import { noNumbers } from "./no-numbers.ts";
import { groupsOf, type OutcomeGroup, outcomesOf, outlookOf } from "./outcomes.ts";
import { readyOverTime } from "./ready-over-time.ts";
import { blockedReason, holderOf, hookedContainer, reasonOf } from "./reason.ts";
import { rhythmOf } from "./rhythm.ts";
import { type AnswerInput, createRuns, type FollowRun } from "./runs.ts";
import { spreadOf } from "./spread.ts";
import { namedSeeds } from "./typical.ts";

/** The runs of an answer, one by one: each may take some milliseconds, and others may want to do something in between. */
interface Answering {
  readonly runs: number;
  /** Plays the n-th run, from 0, in order. */
  play(run: number): void;
  /** Of the runs that were played; at least one was. */
  result(): Answer;
}

export function createAnswer(input: AnswerInput, follow?: FollowRun): Answering {
  const runs = createRuns(input, follow);
  return { runs: runs.runs, play: (run) => runs.play(run), result: () => answerOf(input, runs.digests()) };
}

/** Plays all runs. */
export function answerPod(input: AnswerInput, follow?: FollowRun): Answer {
  const answering = createAnswer(input, follow);
  for (let run = 0; run < answering.runs; run += 1) answering.play(run);
  return answering.result();
}

/** What only an observed pod has. */
const ofSpec = { fix: undefined, after: undefined, notes: [] } as const;

function basisOf({ scenario }: AnswerInput): Basis {
  return isEmptyScenario(scenario) ? "manifest" : "scenario";
}

/** What the API server or the kubelet rejects never runs. `problem` is a sentence. */
export function rejectedAnswer(problem: string, horizonMs: number): Answer {
  return {
    ...ofSpec,
    ...noNumbers,
    basis: "manifest",
    outlook: "rejected",
    headline: problem,
    horizonMs,
    watchedMs: horizonMs,
    runs: 1,
    end: { how: "Rejected", atMs: { min: 0, p50: 0, max: 0 } },
    outcomes: [{ outlook: "rejected", text: "rejected", share: 1 }],
    why: undefined,
  };
}

function answerOf(input: AnswerInput, runs: readonly RunDigest[]): Answer {
  const { horizonMs, job } = input;
  const groups = groupsOf(runs);
  const causes = causesOf(runs);
  const containers = containersOf(runs);
  const going = groups.flatMap(({ manner, runs: members }) =>
    manner === "loop" || manner === "restarting" ? members : [],
  );
  const rhythm = mainRhythm(going, containers, causes[0]?.cause.container);
  const readyMs = runs.flatMap(({ firstReadyMs }) => firstReadyMs ?? []);
  const watchedMs = Math.min(...runs.map((run) => run.watchedMs));
  const isJob = playableJob(job, input.scenario) !== undefined;
  const whole = isJob ? "The Job" : "The pod";
  return {
    ...ofSpec,
    basis: basisOf(input),
    outlook: isBlockedJob(input) ? "fails" : outlookOf(groups),
    headline: `${suspendedInWords(input)}${headlineOf({
      ...{ groups, causes, rhythm, horizonMs, watchedMs, whole },
      heldStartMs: job?.heldStartMs,
      gates: input.pod.schedulingGates ?? [],
      earlyReady: earlyReadyOf(input.pod, input.scenario),
      hooked: hookedIn(input, groups),
      holder: holderIn(input, groups),
      inits: input.pod.initContainers.flatMap(({ kind, name }) => (kind === "init" ? [name] : [])),
      killAfterStart: killAfterStart(input, causes[0]?.cause),
      demand: isEmptyScenario(input.scenario) ? demandHeadline(input) : undefined,
    })}`,
    horizonMs,
    watchedMs,
    runs: runs.length,
    restarts: spreadOf(runs.map(({ restarts }) => restarts.length)),
    notReadyYetMs: spreadOf(runs.map((run) => Math.min(run.firstReadyMs ?? lifeMs(run), lifeMs(run)))),
    downMs: spreadOf(runs.map(({ downMs }) => downMs)),
    longestWaitMs: spreadOf(runs.map(({ longestWaitMs }) => longestWaitMs)),
    readyShare: spreadOf(runs.map((run) => Math.min(1, run.readyMs / Math.max(1, lifeMs(run))))),
    readyOverTime: readyOverTime(runs),
    ...namedSeeds(groups, runs, input.seed),
    firstReadyMs: optionalSpread(readyMs),
    readyForGoodMs: optionalSpread(
      groups.flatMap((group) => (isSettled(group) ? group.runs.flatMap((run) => settledMs(run) ?? []) : [])),
    ),
    job: isJob ? jobNumbers(runs) : undefined,
    jobWaits: isJob ? waitsOf(runs.flatMap((run) => run.job?.waits ?? [])) : undefined,
    end: endOf(groups),
    rhythm,
    containers,
    outcomes: outcomesOf(groups, watchedMs),
    bounds: boundsOf(runs),
    why: isBlockedJob(input) ? blockedReason(input) : reasonOf(input, groups, causes),
  };
}

function suspendedInWords({ job }: AnswerInput): string {
  return job?.suspend === true ? "The Job is suspended and creates no pod until it is resumed. " : "";
}

/** No scenario is needed to know that it never completes. */
function isBlockedJob({ pod, assumptions, scenario, job }: AnswerInput): boolean {
  return job !== undefined && isEmptyScenario(scenario) && completionBlocker(pod, assumptions.node) !== undefined;
}

/** Known where each run of the container does the same, and never responds. */
function killAfterStart({ pod, assumptions, scenario }: AnswerInput, cause: CauseDigest | undefined): Span | undefined {
  if (cause?.kind !== "probe" || cause.hadAnswered) return undefined;
  const container = allContainers(pod).find(({ name }) => name === cause.container);
  const [run, ...others] = container === undefined ? [] : scriptOf(scenario, container).runs;
  if (container === undefined || run === undefined || others.length > 0) return undefined;
  return startToSigtermOf({ pod, assumptions, container, run });
}

/** Said where all runs that are not ready come to the same. */
function hookedIn({ pod }: AnswerInput, groups: readonly OutcomeGroup[]): string | undefined {
  const names = groups.flatMap(({ runs }) => runs.map((run) => hookedContainer(pod, run)));
  return new Set(names).size === 1 ? names[0] : undefined;
}

function holderIn(input: AnswerInput, groups: readonly OutcomeGroup[]): string | undefined {
  const names = groups.flatMap(({ runs }) => runs.map((run) => holderOf(input, run)?.name));
  return new Set(names).size === 1 ? names[0] : undefined;
}

function isSettled({ manner }: OutcomeGroup): boolean {
  return manner === "recovered" || manner === "quiet" || manner === "loses-ready";
}

function endOf(groups: readonly OutcomeGroup[]): AnswerEnd | undefined {
  const [largest] = groups
    .filter(({ runs }) => runs.every(({ end }) => end !== undefined))
    .toSorted((left, right) => right.runs.length - left.runs.length);
  const how = largest?.runs[0]?.end?.how;
  return largest && how && { how, atMs: spreadOf(largest.runs.flatMap(({ end }) => end?.atMs ?? [])) };
}

function jobNumbers(runs: readonly RunDigest[]): JobNumbers {
  return {
    tries: spreadOf(runs.map((run) => run.job?.tries ?? 0)),
    failedPods: spreadOf(runs.map((run) => run.job?.failed ?? 0)),
  };
}

function optionalSpread(numbers: readonly number[]): Spread | undefined {
  return numbers.length === 0 ? undefined : spreadOf(numbers);
}

function containersOf(runs: readonly RunDigest[]): readonly ContainerAnswer[] {
  const names = new Set(runs.flatMap(({ restarts }) => restarts.map(({ container }) => container)));
  return [...names].map((name) => {
    const own = runs.map(({ restarts }) => restarts.filter(({ container }) => container === name));
    return {
      name,
      restarts: spreadOf(own.map((restarts) => restarts.length)),
      onlyCrashes: own.flat().every(({ cause }) => cause.kind === "exit" && cause.exitCode !== 0),
    };
  });
}

/** Of the container that most restarts come from. */
function mainRhythm(
  runs: readonly RunDigest[],
  containers: readonly ContainerAnswer[],
  main: string | undefined,
): Rhythm | undefined {
  const name = main ?? containers[0]?.name;
  return name === undefined ? undefined : rhythmOf(runs, name);
}
