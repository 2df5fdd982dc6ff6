/** A pod of a log, beside what was true. */
export interface LoggedIncident {
  readonly name: string;
  readonly runs: readonly {
    readonly container: string;
    readonly number: number;
    readonly startedMs: number;
    readonly exitedMs: number | null;
    readonly exitCode?: number | undefined;
    readonly cause?: string | undefined;
  }[];
  /** The log ends here. */
  readonly untilMs: number;
}
