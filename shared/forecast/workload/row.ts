/** One answer: what it is about, and the answer. Both are plain text. */
export interface WorkloadRow {
  readonly what: string;
  readonly text: string;
}
