import type { Span } from "../basics/span.ts";
import type { Place } from "../evidence/model.ts";

/**
 * How sure something is. `told`: a source says it. `seen`: nothing else explains what a source says. `likely`, `possible`: something
 * else might. `unexplained`: nothing that was read explains it.
 */
export type Sureness = "told" | "seen" | "likely" | "possible" | "unexplained";

/** Who or what ended a run. */
export type EndedBy =
  | "liveness"
  | "startup"
  | "program"
  | "oom"
  | "disruption"
  | "stop"
  | "restart-all"
  | "start-failure"
  | "unknown";

/** What shows a cause, strongest first. */
export type CauseRule = "object" | "audit" | "event" | "count" | "window" | "alone" | "status" | "exit" | "none";

export interface Cause {
  readonly by: EndedBy;
  readonly certainty: Sureness;
  readonly rule: CauseRule;
  /** A part of a sentence: `killed by the liveness probe`. */
  readonly text: string;
  readonly sources: readonly Place[];
}

/** A run of which a source has times. */
export interface ExplainedRun {
  readonly container: string;
  /** From 1. */
  readonly run: number;
  readonly started: Span | undefined;
  readonly ended: Span | undefined;
  readonly lengthMs: Span | undefined;
  readonly exitCode: number | undefined;
  readonly reason: string | undefined;
  /** Undefined while it goes on. */
  readonly cause: Cause | undefined;
  /** From its end to the next start; undefined if one of them is not known. */
  readonly waitMs: Span | undefined;
}

/** Runs of which no source has times. */
export interface UnseenRuns {
  readonly container: string;
  /** From 1. */
  readonly first: number;
  readonly last: number;
  readonly runs: number;
  /** On average, by the sum of all runs and waits. Undefined if it is not known; empty if what is assumed of waits is wrong. */
  readonly meanLengthMs: Span | "empty" | undefined;
  /** Of the first of them; undefined if it is not known. */
  readonly firstStart: Span | undefined;
  /** So many of them a probe ended, by the count of its kills; undefined if nothing tells, or it ended all. */
  readonly killed: { readonly by: "liveness" | "startup"; readonly runs: number } | undefined;
  /** It holds only if the back-off was never reset. */
  readonly isIfNeverReset: boolean;
  readonly cause: Cause | undefined;
}

/** Who ended some runs, as a sentence. */
export interface CauseSentence {
  readonly text: string;
  readonly certainty: Sureness;
  /** `told: Killing x6`. */
  readonly shown: string;
  readonly sources: readonly Place[];
}

export interface TimelineLine {
  readonly at: Span;
  readonly text: string;
  readonly certainty: Sureness;
  readonly shown: string;
  readonly sources: readonly Place[];
}

export interface NextLine {
  readonly container: string;
  /** `start`, `pull`, `retry`. */
  readonly what: string;
  /** In ms since 1970; undefined if nobody can know. */
  readonly window: Span | undefined;
  readonly text: string;
  readonly certainty: Sureness;
}

export interface WhatIf {
  readonly change: string;
  readonly avoids: string;
  readonly costs: string;
  /** On what it depends; undefined if on nothing. */
  readonly condition: string | undefined;
}

/** How well the scenario that was inferred explains what happened. */
export interface Fit {
  readonly judged: number;
  readonly inside: number;
}

export interface ExplainedPod {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string | undefined;
  /** What was read of it: `describe taken 10:02:29–10:02:32`. */
  readonly basis: string;
  readonly taken: Span | undefined;
  /** Times are ages before the moment at which they were read. */
  readonly isByAges: boolean;
  readonly headline: string | undefined;
  readonly runs: readonly ExplainedRun[];
  readonly unseen: readonly UnseenRuns[];
  readonly causes: readonly CauseSentence[];
  readonly timeline: readonly TimelineLine[];
  readonly next: readonly NextLine[];
  /** What it did, as `# cadence:` comments. */
  readonly scenario: readonly string[];
  readonly fit: Fit | undefined;
  readonly whatIf: readonly WhatIf[];
  /** What would help, as far as it is known. */
  readonly helps: string | undefined;
  /** Sentences: what nothing that was read says. */
  readonly unexplained: readonly string[];
  /** Commands that would say more. */
  readonly ask: readonly string[];
}
