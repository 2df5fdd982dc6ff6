import type { WorkloadRowId } from "../../../shared/forecast/workload/row.ts";

/** What `--details` can be asked for. */
export const topics = [
  "runs",
  "back-off",
  "probes",
  "tolerance",
  "outage",
  "job",
  "observed",
  "rollout",
  "scale",
  "rollback",
  "drain",
  "deletion",
  "assumptions",
] as const;
type Topic = (typeof topics)[number];

/** Undefined: no details. An empty list: all of them. */
export type AskedTopics = readonly Topic[] | undefined;

export function isAsked(asked: AskedTopics, topic: Topic): boolean {
  return asked !== undefined && (asked.length === 0 || asked.includes(topic));
}

export const topicOfRow: Readonly<Record<WorkloadRowId, Topic>> = {
  rollout: "rollout",
  deadline: "rollout",
  available: "rollout",
  volume: "rollout",
  crash: "rollout",
  waiter: "rollout",
  "first-deployment": "rollout",
  scenario: "rollout",
  expectation: "rollout",
  shared: "rollout",
  scale: "scale",
  rollback: "rollback",
  load: "rollout",
  drain: "drain",
  deletion: "deletion",
  endpoints: "deletion",
  requests: "deletion",
};

/** The topics in `back-off,drain`. */
export function readTopics(text: string): readonly Topic[] {
  const words = text.split(",");
  return topics.filter((topic) => words.includes(topic));
}
