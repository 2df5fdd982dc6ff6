import type { WorkloadInput } from "../objects/input.ts";
import type { Workload } from "./world.ts";

/** The object as somebody has just created it: its controller has not looked at it yet. */
export function startWorkload({ name, spec, revision }: WorkloadInput): Workload {
  const about = { name, generation: 1, revision };
  const observedGeneration = 0;
  if (spec.kind === "Deployment") {
    const counts = { replicas: 0, updatedReplicas: 0, readyReplicas: 0, availableReplicas: 0, unavailableReplicas: 0 };
    const status = {
      kind: "Deployment",
      observedGeneration,
      ...counts,
      terminatingReplicas: undefined,
      conditions: [],
    } as const;
    return { kind: "Deployment", object: { ...about, spec, status } };
  }
  if (spec.kind === "StatefulSet") {
    const counts = { replicas: 0, readyReplicas: 0, availableReplicas: 0, currentReplicas: 0, updatedReplicas: 0 };
    const revisions = { currentRevision: "", updateRevision: "" };
    const status = { kind: "StatefulSet", observedGeneration, ...counts, ...revisions } as const;
    return { kind: "StatefulSet", object: { ...about, spec, status } };
  }
  const numbers = { numberReady: 0, numberAvailable: 0, numberUnavailable: 0 };
  const scheduled = { desiredNumberScheduled: 0, currentNumberScheduled: 0, updatedNumberScheduled: 0 };
  const status = { kind: "DaemonSet", observedGeneration, ...scheduled, ...numbers } as const;
  return { kind: "DaemonSet", object: { ...about, spec, status } };
}
