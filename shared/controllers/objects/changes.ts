import { changeTable } from "../../kubernetes/versions.ts";

/** What the controllers do differently since a version, which is that of the API server. Each is asked for by name, and nowhere else by version. */
export const controllersHave = changeTable({
  /** A DaemonSet counts an unavailable pod that it replaces against maxUnavailable. */
  "replaced pods count": "1.31",
  /** A percent base of 0 in proportional scaling is the status' number of replicas. */
  "proportions have a base": "1.32",
  /** A pod is available in the second in which minReadySeconds are over; before, after it. */
  "available at the second": "1.34",
  /** A ReplicaSet looks again when its next pod becomes available; before, a second after minReadySeconds from what it saw. */
  "replica sets look at the second": "1.34",
  /** A StatefulSet waits until a pod is available, not only ready, before it goes on with an update. */
  "stateful sets wait for available": "1.34",
  /** The same of StatefulSets as of ReplicaSets. */
  "stateful sets look at the second": "1.35.1",
  /** A Parallel StatefulSet deletes all unavailable pods of the wrong revision first, whatever the budget. */
  "parallel updates in two phases": "1.37",
  /** maxUnavailable of a StatefulSet is of the pods from the partition on: their number, and those of them that are unavailable. */
  "budgets are of the update range": "1.38",
  /** currentRevision follows updateRevision with OnDelete, too. */
  "any strategy completes a revision": "1.37",
});

export type ControllerChange = Parameters<typeof controllersHave>[1];
