/** Which answer a row is. */
export type WorkloadRowId =
  | "rollout"
  | "deadline"
  | "available"
  | "volume"
  | "crash"
  | "waiter"
  | "first-deployment"
  | "scale"
  | "rollback"
  | "drain"
  | "load"
  | "shared"
  | "scenario"
  | "deletion"
  | "endpoints"
  | "requests"
  | "expectation";

/** One answer: what it is about, and the answer. Both are plain text. */
export interface WorkloadRow {
  readonly id: WorkloadRowId;
  readonly what: string;
  readonly text: string;
}
