import type { AnalysedDocument } from "../../analysis/subject.ts";
import { type AnalysedWorkload, workloadOf } from "../../analysis/workloads.ts";

/** Deployments of which a scenario says what their pods do, and of which this file decides all numbers. Others are not played: most files have none. */
export function declaredDeployments({ document, pods }: AnalysedDocument): readonly AnalysedWorkload[] {
  if (document.templated) return [];
  return pods.flatMap((pod) => {
    if (pod.located.kind !== "Deployment" || pod.scenarioTexts.length === 0) return [];
    if (Object.keys(pod.scenario.scenario.containers).length === 0) return [];
    return workloadOf(pod, []) ?? [];
  });
}
