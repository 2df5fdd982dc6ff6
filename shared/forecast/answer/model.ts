import type { Path } from "../../basics/path.ts";
import type { Span } from "../../basics/span.ts";
import type { WaitForecast } from "../../controllers/waiters/outcomes.ts";

/**
 * What becomes of the pod, in one word. `restarts`: now and then, without a loop; `loses-ready`: not Ready for a while, without a restart;
 * `ends`: it succeeds or is deleted; `fails`: it, or its Job, fails.
 */
export const outlookNames = [
  "healthy",
  "loses-ready",
  "restarts",
  "crash-loop",
  "never-ready",
  "ends",
  "fails",
  "rejected",
] as const;
export type Outlook = (typeof outlookNames)[number];

/** A number over the runs: smallest, median, largest. */
export interface Spread {
  readonly min: number;
  readonly p50: number;
  readonly max: number;
}

/**
 * What an answer rests on: a status or events of the object, a scenario, or the manifest alone. Stronger evidence goes first, and
 * weaker evidence never contradicts it.
 */
export type Basis = "observed" | "scenario" | "manifest";

/** A line below the headline, with its label: the name of a container, or `Status`. */
export interface AnswerNote {
  readonly label: string;
  readonly text: string;
}

export interface AnswerEnd {
  readonly how: "Succeeded" | "Failed" | "Deleted" | "Rejected";
  readonly atMs: Spread;
}

/** Measured, not derived: the distances between the starts of one container once they no longer grow. */
export interface Rhythm {
  readonly fromMs: Spread;
  readonly everyMs: Spread;
}

/** What the runs make of one container. */
export interface ContainerAnswer {
  readonly name: string;
  readonly restarts: Spread;
  /** Those that followed an exit of its own with a code other than 0, in all runs: nothing else restarts it. */
  readonly onlyCrashes: boolean;
}

/** What a Job comes to up to its end or the horizon. */
export interface JobNumbers {
  /** Pods that were created, and restarts in them. */
  readonly tries: Spread;
  readonly failedPods: Spread;
}

/** The earliest and the latest possible instant of what the runs have come to; undefined for what did not happen in any of them. */
export interface AnswerBounds {
  readonly firstReady: Span | undefined;
  /** However it ends. */
  readonly end: Span | undefined;
  /** By container, its first restarts. */
  readonly restarts: Readonly<Record<string, readonly Span[]>>;
}

/** What some of the runs come to, and the share of the runs that do. */
export interface Outcome {
  readonly outlook: Outlook;
  /** Continues "N of 100 runs are …": `still in a crash loop after 30m`, `ready for good after 3m–29m`. */
  readonly text: string;
  readonly share: number;
}

/** Why it comes to that, in one sentence, and where the cause is written. */
export interface Reason {
  readonly text: string;
  /** Relative to the pod spec; undefined if nothing of the manifest causes it. */
  readonly path: Path | undefined;
  /** The part of the scenario that causes it, as it is written; undefined if none does. */
  readonly scenario: string | undefined;
  /** Advice, as a sentence; undefined if there is nothing to do. */
  readonly advice: string | undefined;
}

/** From this time on, so much of the runs is Ready, or of a Job so much of the pods that it is to run at one time: from 0 to 1. */
export interface ReadyStep {
  readonly tMs: number;
  readonly share: number;
}

/**
 * The answer for a pod over runs under many seeds: where the seed decides what happens, it says in how many runs.
 * Texts are plain text, not Markdown: names come from files, so whoever writes Markdown, HTML or a terminal line escapes them.
 */
export interface Answer {
  readonly basis: Basis;
  readonly outlook: Outlook;
  /** One sentence, or two: what will happen. Of an observed pod: what is the case and what comes next, without a subject. */
  readonly headline: string;
  /** Of an observed pod: what would help; undefined if there is nothing to do. */
  readonly fix: string | undefined;
  /** Of an observed pod: what follows the next step. */
  readonly after: string | undefined;
  /** Of an observed pod: what is to be said of further containers, and of the status. */
  readonly notes: readonly AnswerNote[];
  /** Of an observed object: it is on its way to what comes next, as one that is being created or rolls out. */
  readonly isUnderWay?: boolean;
  readonly horizonMs: number;
  /** Less than the horizon where so much happens that the runs were cut: all numbers are then those up to here. */
  readonly watchedMs: number;
  /** Runs that were played: 1 where nothing is left to chance. */
  readonly runs: number;
  /** The restarts of all containers together. */
  readonly restarts: Spread;
  /** Not Ready before it first is, up to its end or the horizon. */
  readonly notReadyYetMs: Spread;
  /** Not Ready after it first was, up to its end or the horizon. */
  readonly downMs: Spread;
  /** From an end to the next start; a wait ends with the pod, or the Job. */
  readonly longestWaitMs: Spread;
  /** Share of the time from its creation to its end or the horizon in which the pod is Ready, from 0 to 1. */
  readonly readyShare: Spread;
  /** The share of the runs that are Ready, time by time, up to the horizon. */
  readonly readyOverTime: readonly ReadyStep[];
  /** The seed of the run that stands for all: of those that come to what most come to, the one that is nearest to the medians. */
  readonly typicalSeed: number;
  /** The seeds of the runs with the least and the most time out of service. */
  readonly bestSeed: number;
  readonly worstSeed: number;
  /** First time Ready, over the runs that become so; undefined if none does. */
  readonly firstReadyMs: Spread | undefined;
  /** Of a Job, about whose pods nobody asks whether they are Ready. */
  readonly job: JobNumbers | undefined;
  /** Of a Job whose pods are described: what becomes of those who wait for it. */
  readonly jobWaits?: readonly WaitForecast[] | undefined;
  /** Since when the pod is ready without another restart, over the runs that come to that; undefined if none does. */
  readonly readyForGoodMs: Spread | undefined;
  /** How and when the pod, or its Job, ends, over the runs in which it ends in the most frequent way; undefined if none does. */
  readonly end: AnswerEnd | undefined;
  /** When restarts become evenly spaced, over the runs in which they do; undefined if they never do. */
  readonly rhythm: Rhythm | undefined;
  /** Restarts by container name; those that never restart are left out. */
  readonly containers: readonly ContainerAnswer[];
  /** More than one where runs come to different ends, the most frequent first. */
  readonly outcomes: readonly Outcome[];
  readonly bounds: AnswerBounds;
  /** Undefined if nothing restarts or fails. */
  readonly why: Reason | undefined;
}
