import type { OpenTime } from "../scenario/model.ts";

/** Times of one kind, from the smallest lower to the largest upper bound of each, in whole seconds. */
export interface Measured extends OpenTime {
  readonly count: number;
  /** Of the upper bounds. */
  readonly medianMs: number;
}

/** What was seen of starts. */
export interface LearnedStarts {
  /** Undefined if none was measured. */
  readonly measured: Measured | undefined;
  /** Starts that a probe ended: how long they would have taken is not known. */
  readonly cutOff: { readonly count: number; readonly atLeastMs: number } | undefined;
  /** Containers that became ready so late that they may have been ready before. */
  readonly doubtful: number;
}

/** What was seen of stops, from SIGTERM to the end. */
export interface LearnedStops {
  readonly measured: Measured | undefined;
  /** Stops that the end of the grace period cut off. */
  readonly cutOff: number;
  /** The exit code of all of them; undefined if they differ. */
  readonly exitCode: number | undefined;
}

/** Ends of the program itself, with one exit code. */
export interface LearnedEnd {
  readonly exitCode: number;
  readonly reason: "Completed" | "Error" | "OOMKilled";
  readonly lengths: Measured;
}

export interface LearnedProposal {
  /** `warning`: too close to what was measured. `hint`: more than is needed. */
  readonly severity: "warning" | "hint";
  /** The id of what is said, for programs. */
  readonly kind: "startup-too-close" | "startup-unneeded" | "grace-too-close" | "timeout-too-close";
  /** The field, and what to set it to. `startupProbe` is a probe that is not there. */
  readonly field: string;
  readonly value: number;
  /** Sentences, with the evidence. */
  readonly text: string;
}

export interface LearnedContainer {
  readonly name: string;
  /** What follows the name in a `# cadence:` comment, without the note. Undefined if there is nothing to say, or what is known says too little. */
  readonly scenario: string | undefined;
  /** `212 starts, 90 stops, 31 pods, 2026-11-20 to 2026-11-27`. */
  readonly note: string;
  readonly starts: LearnedStarts;
  readonly stops: LearnedStops;
  readonly ends: readonly LearnedEnd[];
  readonly proposals: readonly LearnedProposal[];
  /** Sentences: what could not be measured, and why. */
  readonly unknown: readonly string[];
}

/** What the pods of one workload and one revision of its template did. */
export interface LearnedWorkload {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The hash of the template; undefined if the pods do not name one. */
  readonly revision: string | undefined;
  readonly pods: number;
  /** First and last moment of what was measured, in ms since 1970; undefined if nothing was. */
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly containers: readonly LearnedContainer[];
}
