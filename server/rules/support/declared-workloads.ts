import type { AnalyzedDocument } from "../../analysis/subject.ts";
import { type AnalyzedWorkload, workloadOf } from "../../analysis/workloads.ts";

/** Deployments of which a scenario says what their pods do, and of which this file decides all numbers. Others are not played: most files have none. */
export function declaredDeployments({ document, pods }: AnalyzedDocument): readonly AnalyzedWorkload[] {
  if (pods.length === 0 || document.templated) return [];
  return pods.flatMap((pod) => {
    if (pod.located.kind !== "Deployment" || pod.scenarioTexts.length === 0) return [];
    const { containers, rollout } = pod.scenario.scenario;
    if (Object.keys({ ...containers, ...rollout?.new }).length === 0) return [];
    return workloadOf(pod, []) ?? [];
  });
}

/** Plays their rollouts piece by piece. */
export function* declaredRollouts(document: AnalyzedDocument): Generator<unknown> {
  for (const { forecast } of declaredDeployments(document)) yield* forecast.pieces(["rollout"]);
}
