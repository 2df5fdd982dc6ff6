import { addSpans, type Span } from "../../basics/span.ts";
import { simulateJob } from "../../controllers/job/job.ts";
import { type JobSpec, type JobTimeline, replacedReason } from "../../controllers/job/model.ts";
import { jobWaitEnds } from "../../controllers/waiters/job-waits.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { DefaultedPod } from "../../kubernetes/pod.ts";
import { completionBlocker } from "../../restart/restarting.ts";
import type { Scenario } from "../../scenario/model.ts";
import { playableJob } from "../runs/job-played.ts";
import { boundsOf } from "./bounds.ts";
import { type DigestedRun, digestRun, endedRegular, type Follow, playToReady, watchEntries } from "./digest.ts";
import { boundedRestarts, type RunBounds, type RunDigest } from "./digest-model.ts";
import { readyStepsOfJob } from "./job-readiness.ts";

/** Inputs of the runs of an answer. */
export interface AnswerInput {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  readonly scenario: Scenario;
  /** Of a pod that a Job creates, as it is written: the answer is about the Job with all its pods, where they can be played. */
  readonly job?: JobSpec | undefined;
  readonly horizonMs: number;
  /** How many runs there are, at most; default: 100. */
  readonly runs?: number | undefined;
  /** Of the first run; default: 1. */
  readonly seed?: number | undefined;
}

/** Where nobody asks for another number, or another first run. */
export const answerRuns = 100;
export const answerSeed = 1;

/** One run is cut behind so many entries, and where runs have many, fewer are played: all together have so many, but for the first five. */
const entriesOfRun = 60_000;
const entriesOfAll = 150_000;
const runsLeast = 5;

/** Over so many entries one run looks for what happens behind the horizon. Once runs have looked over so many in vain, the rest look less far. */
const entriesAhead = 2000;
const entriesInVainMax = 10_000;
const entriesAheadLeast = 200;

/** Pods of a Job that are played in one run. */
const podsOfJob = 128;
/** A Job is played to its end, as far as that comes within a day. */
const jobAheadMs = 24 * 3600 * 1000;

/** Somebody else who sees the runs of an answer, so that they need not be played again: what it calls for each run that begins. Not of Jobs. */
export type FollowRun = () => Follow;

/** Runs under several seeds, played one by one: each may take some milliseconds. */
interface Runs {
  readonly runs: number;
  /** Plays the n-th run, from 0, in order. Where the runs before it were long enough, it does nothing. */
  play(run: number): void;
  digests(): readonly RunDigest[];
}

export function createRuns(input: AnswerInput, follow?: FollowRun): Runs {
  const { assumptions, runs = answerRuns, seed = answerSeed } = input;
  const played: RunDigest[] = [];
  let entries = 0;
  let inVain = 0;
  return {
    runs: assumptions.timing === "ideal" ? 1 : runs,
    play(run) {
      if (run >= runsLeast && entries >= entriesOfAll) return;
      const ahead = inVain < entriesInVainMax ? entriesAhead : entriesAheadLeast;
      const { digest, entriesInVain } = playOne(input, seed + run, ahead, follow?.());
      entries += digest.entries;
      inVain += entriesInVain;
      played.push(digest);
    },
    digests: () => played,
  };
}

function playOne(
  { pod, assumptions, scenario, job: written, horizonMs: untilMs }: AnswerInput,
  seed: number,
  ahead: number,
  follow: Follow | undefined,
): DigestedRun {
  const job = playableJob(written, scenario);
  if (job === undefined)
    return digestRun(
      { pod, assumptions, scenario, seed, untilMs },
      { entriesAtMost: entriesOfRun, entriesAhead: ahead },
      follow,
    );
  const reachMs = untilMs + jobAheadMs;
  const played = simulateJob({ job, pod, assumptions, scenario, seed, untilMs: reachMs, podsAtMost: podsOfJob });
  return { digest: digestJob(played, untilMs, { pod, assumptions, job }), entriesInVain: 0 };
}

/**
 * When the pod is first ready on the paths of so many runs, which are played no further: what an answer of these runs says, in a part
 * of its time. Undefined: it never is. The Job that creates it does not count.
 */
export function firstReady(
  { pod, assumptions, scenario, horizonMs: untilMs, seed: first = answerSeed }: AnswerInput,
  runs: number,
): Span | undefined {
  const seeds = Array.from({ length: assumptions.timing === "ideal" ? 1 : runs }, (_, run) => first + run);
  const paths = seeds.map((seed) => playToReady({ pod, assumptions, scenario, seed, untilMs }, entriesOfRun));
  return boundsOf(paths.map((ready) => ({ bounds: { firstReady: ready, restarts: new Map(), end: undefined } })))
    .firstReady;
}

/** A Job in the same terms: its pods one after the other or side by side, and its own end in place of a pod's. */
function digestJob(
  played: JobTimeline,
  horizonMs: number,
  { pod, assumptions, job }: Pick<AnswerInput, "pod" | "assumptions"> & { readonly job: JobSpec },
): RunDigest {
  const end = jobEndOf(played);
  const isOver = end !== undefined && end.atMs <= horizonMs;
  const watchedMs = isOver ? end.atMs : horizonMs;
  const pods = played.pods
    // In exact time, the last pod is created and fails in the instant in which the Job does.
    .filter(({ createdMs }) => (isOver ? createdMs <= watchedMs : createdMs < watchedMs))
    .map(({ createdMs, createdAt, timeline }) => {
      const digest = watchEntries(timeline.entries, watchedMs - createdMs, isOver);
      return { createdMs, createdAt, digest };
    });
  const restarts = pods.flatMap(({ createdMs, digest }) =>
    digest.restarts.map((restart) => ({ ...restart, tMs: restart.tMs + createdMs })),
  );
  const firstReadyMs = pods.flatMap(({ createdMs, digest }) =>
    digest.firstReadyMs === undefined ? [] : [createdMs + digest.firstReadyMs],
  );
  const lastPod = pods.at(-1)?.digest;
  return {
    watchedMs: horizonMs,
    restarts: restarts.toSorted((left, right) => left.tMs - right.tMs),
    firstReadyMs: firstReadyMs.length === 0 ? undefined : Math.min(...firstReadyMs),
    bounds: jobBounds(pods, isOver ? jobDecision(played)?.at : undefined),
    readySinceMs: isOver ? undefined : lastPod?.readySinceMs,
    downSinceMs: isOver ? undefined : lastPod?.downSinceMs,
    readySpans: pods.flatMap(({ createdMs, digest }) =>
      digest.readySpans.map(({ fromMs, toMs }) => ({ fromMs: fromMs + createdMs, toMs: toMs + createdMs })),
    ),
    readyMs: Math.min(horizonMs, Math.max(0, ...pods.map(({ digest }) => digest.readyMs))),
    // A pod that has ended is not missed: another one does its work.
    downMs: Math.min(
      horizonMs,
      pods.reduce((sum, { digest }) => sum + (digest.end === undefined ? digest.downMs : 0), 0),
    ),
    longestWaitMs: Math.max(
      longestJobWaitMs(played, isOver ? end.atMs : undefined),
      ...pods.map(({ digest }) => digest.longestWaitMs),
    ),
    end: isOver ? end : undefined,
    next: isOver || end === undefined ? undefined : { what: "end", atMs: end.atMs, backOffMs: 0, end },
    lastFailure: pods.findLast(({ digest }) => digest.lastFailure !== undefined)?.digest.lastFailure,
    stuck: lastPod?.stuck ?? [],
    ended: lastPod === undefined || lastPod.end !== undefined ? [] : endedRegular(lastPod, pod),
    entries: played.pods.reduce((sum, { timeline }) => sum + timeline.entries.length, played.entries.length),
    job: {
      tries: pods.length + restarts.length,
      failed: pods.filter(({ digest }) => digest.end?.how === "Failed").length,
      waits: jobWaitEnds(job, played),
      readySteps: readyStepsOfJob(job, pods),
      blockedBy: completionBlocker(pod, assumptions.node)?.name,
    },
  };
}

interface PodOfJob {
  readonly createdAt: Span;
  readonly digest: Pick<RunDigest, "bounds">;
}

/** The bounds of pods count from their creation, which has bounds itself. */
function jobBounds(pods: readonly PodOfJob[], end: Span | undefined): RunBounds {
  const ready = pods.flatMap(({ createdAt, digest }) =>
    digest.bounds.firstReady === undefined ? [] : [addSpans(createdAt, digest.bounds.firstReady)],
  );
  const restarts = new Map<string, Span[]>();
  for (const { createdAt, digest } of pods)
    for (const [name, spans] of digest.bounds.restarts)
      restarts.set(name, [...(restarts.get(name) ?? []), ...spans.map((span) => addSpans(createdAt, span))]);
  const inOrder = (spans: readonly Span[]): readonly Span[] =>
    spans.toSorted((left, right) => left.earliestMs - right.earliestMs).slice(0, boundedRestarts);
  return {
    firstReady: inOrder(ready)[0],
    restarts: new Map([...restarts].map(([name, spans]) => [name, inOrder(spans)])),
    end,
  };
}

function jobDecision({ entries }: JobTimeline): JobTimeline["entries"][number] | undefined {
  const last = entries.at(-1);
  if (last?.data.reason === replacedReason) return last;
  return entries.find(({ kind }) => kind === "condition-changed");
}

function jobEndOf(played: JobTimeline): RunDigest["end"] {
  const last = played.entries.at(-1);
  const ended = last?.kind === "job-ended" ? last : undefined;
  const decided = jobDecision(played);
  if (ended === undefined || decided === undefined) return undefined;
  if (ended.data.reason === replacedReason) return { how: "Deleted", atMs: ended.tMs, reason: replacedReason };
  const how = ended.data.condition === "Complete" ? "Succeeded" : "Failed";
  return { how, atMs: decided.tMs, reason: ended.data.reason };
}

/** A back-off between two pods ends with the Job. */
function longestJobWaitMs({ entries }: JobTimeline, endMs = Number.POSITIVE_INFINITY): number {
  return Math.max(0, ...entries.map(({ tMs, data }) => Math.min(data.delayMs ?? 0, endMs - tMs)));
}
