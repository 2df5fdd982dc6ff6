import { isEnded } from "../objects/availability.ts";
import type { BudgetSpec, BudgetStatus, WorkloadPod } from "../objects/model.ts";

export interface MatchingBudget {
  readonly budget: BudgetSpec;
  readonly status: BudgetStatus;
}

/** What the eviction API answers. `usesBudget`: one disruption less is allowed from now on. */
export type EvictionAnswer =
  | { readonly kind: "accepted"; readonly usesBudget: boolean }
  | { readonly kind: "refused"; readonly reason: "TooManyRequests" | "InternalError"; readonly message: string };

const accepted: EvictionAnswer = { kind: "accepted", usesBudget: false };

/** Models pkg/registry/core/pod/storage/eviction.go EvictionREST.Create, checkAndDecrement (v1.37.1) */
export function answerEviction(pod: WorkloadPod, budgets: readonly MatchingBudget[]): EvictionAnswer {
  if (pod.phase === "Pending" || isEnded(pod) || pod.deletedMs !== undefined) return accepted;
  const [first, second] = budgets;
  if (first === undefined) return accepted;
  if (second !== undefined)
    return {
      kind: "refused",
      reason: "InternalError",
      message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    };
  const { budget, status } = first;
  if (!pod.ready) {
    if (budget.unhealthyPodEvictionPolicy === "AlwaysAllow") return accepted;
    if (status.currentHealthy >= status.desiredHealthy && status.desiredHealthy > 0) return accepted;
  }
  if (status.disruptionsAllowed > 0) return { kind: "accepted", usesBudget: true };
  return {
    kind: "refused",
    reason: "TooManyRequests",
    message: refusalOf(budget, status),
  };
}

/** Models pkg/registry/core/pod/storage/eviction.go checkAndDecrement (v1.37.1), for a budget whose sync did not fail. */
function refusalOf({ name }: BudgetSpec, { currentHealthy, desiredHealthy }: BudgetStatus): string {
  return currentHealthy <= desiredHealthy
    ? `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`
    : `The disruption budget ${name} does not allow evicting pods currently`;
}
