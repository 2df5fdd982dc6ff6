import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";

const scaled = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];

/** The pods that run at the same time, if the file has more than one: "all 3 replicas". */
export function manyReplicas({ located }: AnalyzedPod): string | undefined {
  if (located.kind === "DaemonSet") return "the pods of all nodes";
  const replicas = scaled.includes(located.kind) ? valueAt(located.owner, ["spec", "replicas"]) : undefined;
  return typeof replicas === "number" && replicas > 1 ? `all ${replicas} replicas` : undefined;
}
