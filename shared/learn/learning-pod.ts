import type { Span } from "../basics/span.ts";
import type { IncidentPod } from "../evidence/incident.ts";
import { startupBudget } from "../forecast/container/probes.ts";
import type { ContainerEvidence } from "../incident/causes.ts";
import type { Assumptions } from "../kubernetes/node.ts";
import { allContainers, type Container } from "../kubernetes/pod.ts";
import { type KubeletModel, kubeletModelOf } from "../observation/objects/kubelet-model.ts";
import type { PodSnapshot } from "../observation/objects/pod-snapshot.ts";

/** A pod whose status was seen. */
export interface LearningPod extends IncidentPod {
  readonly look: PodSnapshot;
  readonly model: KubeletModel;
}

/** Undefined if no status of the pod is known, or nobody says which containers it has. */
export function learningPod(pod: IncidentPod, assumptions: Assumptions): LearningPod | undefined {
  const { look, unknown } = pod;
  const model = look && kubeletModelOf(look.pod, assumptions);
  // Without its probes, who ended a run and when it was ready says nothing about its program.
  return look === undefined || model === undefined || unknown.includes("probes") ? undefined : { ...pod, look, model };
}

/** One container of a pod, with all that is known of both. */
export interface LearningContainer {
  readonly pod: LearningPod;
  readonly spec: Container;
  readonly evidence: ContainerEvidence;
  /** From its start to the kill by the probe that ends starts; undefined if no probe does. */
  readonly budget: Span | undefined;
}

/** The containers of a pod that have a status. Budgets of equal containers are computed once. */
export function learningContainers(
  pod: LearningPod,
  budgets: Map<string, Span | undefined>,
): readonly LearningContainer[] {
  const { model, look, looks, events, acts, unknown } = pod;
  return allContainers(model.pod).flatMap((spec) => {
    const container = look.pod.containers.find(({ name }) => name === spec.name);
    if (container === undefined) return [];
    const key = JSON.stringify([spec.probes, spec.kind, spec.postStart]);
    if (!budgets.has(key)) budgets.set(key, startupBudget(model.pod, model.assumptions, spec)?.span);
    return [
      { pod, spec, evidence: { model, look, container, looks, events, acts, unknown }, budget: budgets.get(key) },
    ];
  });
}
