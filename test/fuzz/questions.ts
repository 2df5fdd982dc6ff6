/** What the thread does with a mutant, in this order; a step that is asked several times is measured each time. */
export const steps = [
  "read",
  "read again after an edit",
  "rules",
  "forecast",
  "diagnostics",
  "quick fixes",
  "refactorings",
  "hints",
  "hover",
  "completion",
  "lenses and links",
] as const;
export type Step = (typeof steps)[number];

export interface Question {
  readonly text: string;
  /** What the mutant was made of. */
  readonly before: string;
}

export interface Failure {
  readonly step: Step;
  readonly message: string;
  /** Of what was thrown; empty if the answer was wrong. */
  readonly stack: string;
}

export interface Answer {
  readonly failures: readonly Failure[];
  readonly pods: number;
  readonly findings: number;
  readonly fixes: number;
}

/** Longer is a hang. */
export const stepMsMax = 1000;
