/** What stands above a run, because stronger evidence than a scenario says it. Sentences. */
export interface FirstWords {
  readonly text: string;
  /** Between it and what is said of the runs. */
  readonly introduction: string;
  /** The same for a reader who sees no page. */
  readonly note: string;
}
