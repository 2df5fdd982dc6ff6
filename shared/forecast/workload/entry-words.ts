import { counted } from "../../basics/counted.ts";
import type { WorkloadEntry, WorkloadEntryKind } from "../../controllers/objects/model.ts";
import { newRevision, oldRevision } from "../../controllers/pods/play-workload.ts";

/** One sentence of what happened to a workload; plain text. */
export function describeWorkloadEntry(entry: WorkloadEntry): string {
  return sentences[entry.kind](entry);
}

/** What people call a revision of a run. */
export function revisionInWords(revision: string): string {
  if (revision === newRevision) return "new version";
  if (revision === oldRevision) return "old version";
  return revision.startsWith(`${newRevision}-`) ? `new version ${revision.slice(newRevision.length + 1)}` : revision;
}

const sentences: Readonly<Record<WorkloadEntryKind, (entry: WorkloadEntry) => string>> = {
  "workload-seen": ({ object }) => `The controller sees ${object}.`,
  "workload-changed": ({ object, data }) =>
    data.revision === undefined
      ? `The spec of ${object} changes${data.text === undefined ? "" : `: ${data.text}`}.`
      : data.revision === oldRevision
        ? `${object} is rolled back to the old version.`
        : `The pod template of ${object} changes.`,
  "replica-set-created": ({ object, data }) => `ReplicaSet ${object} is created with ${pods(data.to ?? 0)}.`,
  "replica-set-scaled": ({ object, data }) => `ReplicaSet ${object} is scaled from ${data.from} to ${data.to}.`,
  "replica-set-deleted": ({ object }) => `ReplicaSet ${object} is deleted.`,
  "pod-created": ({ object }) => `Pod ${object} is created.`,
  "pod-ready": ({ object }) => `Pod ${object} is ready.`,
  "pod-not-ready": ({ object }) => `Pod ${object} is not ready anymore.`,
  "pod-available": ({ object }) => `Pod ${object} is available.`,
  "pod-deleted": ({ object }) => `Pod ${object} is deleted and begins to stop.`,
  "pod-ended": ({ object }) => `All containers of pod ${object} have ended.`,
  "pod-removed": ({ object }) => `Pod ${object} is gone.`,
  "condition-changed": ({ data }) => `Condition ${data.condition} is ${data.status}: ${data.reason}.`,
  "rollout-complete": ({ object, data }) =>
    `The rollout of ${object} is complete${data.revision === oldRevision ? ", back at the old version" : ""}.`,
  "endpoint-changed": ({ object, pod, data }) => `Service ${object}: pod ${pod} ${endpointInWords(data.endpoint)}.`,
  "eviction-accepted": ({ object }) => `The eviction of pod ${object} is accepted.`,
  "eviction-refused": ({ object, data }) =>
    `The eviction of pod ${object} is refused: ${data.message ?? data.reason ?? ""}`,
  "drain-started": ({ data }) => `Node ${data.node} is drained.`,
  "node-lost": ({ data }) => `Node ${data.node} stops and does not come back.`,
  "node-not-ready": ({ data }) => `Node ${data.node} is NotReady: its pods get no traffic.`,
  "taint-eviction": ({ data }) => `The taint node.kubernetes.io/unreachable evicts the pods of node ${data.node}.`,
  note: ({ data }) => data.text ?? "",
};

function pods(count: number): string {
  return counted(count, "pod");
}

/** What its endpoint says of a pod. */
function endpointInWords(conditions: string | undefined): string {
  if (conditions === undefined) return "is removed from the endpoints";
  if (conditions.startsWith("ready")) return "gets traffic";
  if (conditions.includes("terminating"))
    return conditions.includes("serving") ? "still serves while it stops" : "gets no traffic and stops";
  return "gets no traffic";
}
