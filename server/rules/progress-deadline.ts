import type { AnalysedPod } from "./subject.ts";
import { valueAt } from "./values.ts";

/** What SetDefaults_Deployment fills in. */
const defaultSeconds = 600;

/** How long a Deployment waits for a pod that is not ready, before it says that it makes no progress. Undefined: the pod is of no Deployment. */
export function progressDeadlineMs({ located }: AnalysedPod): number | undefined {
  if (located.kind !== "Deployment" || located.partial) return undefined;
  const seconds = valueAt(located.owner, ["spec", "progressDeadlineSeconds"]) ?? defaultSeconds;
  return typeof seconds === "number" ? seconds * 1000 : undefined;
}
