import { expect, test } from "vitest";
import { budgetStatus } from "../../../../shared/controllers/disruption/budget.ts";

const budget = { name: "web", unhealthyPodEvictionPolicy: "IfHealthyBudget", minAvailable: undefined } as const;

test("a budget with neither number expects no pods and allows nothing", () => {
  const status = budgetStatus({
    budget: { ...budget, maxUnavailable: undefined },
    ...{ matching: 4, healthy: 4, scale: 4 },
  });
  expect(status).toMatchObject({ expectedPods: 0, desiredHealthy: 0, currentHealthy: 4, disruptionsAllowed: 0 });
});

test("a budget with one of them counts the pods", () => {
  const status = budgetStatus({
    budget: { ...budget, maxUnavailable: { count: 1 } },
    ...{ matching: 4, healthy: 4, scale: 4 },
  });
  expect(status).toMatchObject({ expectedPods: 4, desiredHealthy: 3, disruptionsAllowed: 1 });
});
