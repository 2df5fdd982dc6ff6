import type { BudgetSpec, BudgetStatus } from "../objects/model.ts";
import { roundedUp } from "../objects/percent.ts";

export interface BudgetView {
  readonly budget: BudgetSpec;
  /** Matching pods in the API. */
  readonly matching: number;
  /** Those that are Ready, have no deletion mark, and were not evicted. */
  readonly healthy: number;
  /** `replicas` of the owners; undefined where one of them has no scale, as DaemonSets. */
  readonly scale: number | undefined;
}

/** Models pkg/controller/disruption/disruption.go trySync, getExpectedPodCount, countHealthyPods (v1.37.1) */
export function budgetStatus({ budget, matching, healthy, scale }: BudgetView): BudgetStatus {
  const { expected, desired } = wanted(budget, matching, scale);
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  return {
    kind: "PodDisruptionBudget",
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
  };
}

/** A budget that needs a scale and has none allows nothing, and so does one that says nothing. */
function wanted(
  { minAvailable, maxUnavailable }: BudgetSpec,
  matching: number,
  scale: number | undefined,
): { readonly expected: number; readonly desired: number } {
  if (minAvailable !== undefined && "count" in minAvailable) return { expected: matching, desired: minAvailable.count };
  if (scale === undefined || (minAvailable ?? maxUnavailable) === undefined) return { expected: 0, desired: 0 };
  if (minAvailable !== undefined) return { expected: scale, desired: roundedUp(minAvailable, scale) };
  const away = maxUnavailable === undefined ? 0 : roundedUp(maxUnavailable, scale);
  return { expected: scale, desired: Math.max(0, scale - away) };
}
