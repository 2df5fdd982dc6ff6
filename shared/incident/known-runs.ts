import type { ContainerEvidence } from "./causes.ts";
import type { ExplainedRun, UnseenRuns } from "./model.ts";

/** A container and its runs. */
export interface KnownRuns {
  readonly subject: ContainerEvidence;
  readonly runs: readonly ExplainedRun[];
  readonly unseen: UnseenRuns | undefined;
}
