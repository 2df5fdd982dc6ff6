import { valueAt } from "../../../shared/basics/values.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";

/** The default of SetDefaults_Deployment. */
const defaultSeconds = 600;

/** How long a Deployment waits for a pod to become ready before it reports a failed rollout. Undefined if the pod does not belong to a Deployment. */
export function progressDeadlineMs({ located }: AnalyzedPod): number | undefined {
  if (located.kind !== "Deployment" || located.partial) return undefined;
  const seconds = valueAt(located.owner, ["spec", "progressDeadlineSeconds"]) ?? defaultSeconds;
  return typeof seconds === "number" ? seconds * 1000 : undefined;
}
