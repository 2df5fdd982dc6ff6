/** What kubectl's printer made of a recorded pod, beside what was true. */
export interface PrintedDescribe {
  readonly name: string;
  readonly text: string;
  /** When it was printed, in ms since 1970. */
  readonly takenMs: number;
  readonly pod: unknown;
  readonly causes: readonly {
    readonly container: string;
    readonly number: number;
    readonly cause?: string | undefined;
  }[];
}
