import { expect, it } from "vitest";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { workloadRows } from "../../../../shared/forecast/workload/words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

const assumptions = assume({});
const policy = { maxUnavailable: undefined, unhealthyPodEvictionPolicy: "IfHealthyBudget" } as const;

/** A Deployment of three beside a canary, with one budget and one Service over both. */
function rowsOf(spec: string, canary: { readonly pods: number; readonly spec: string }): readonly string[] {
  const text = (each: string): string =>
    `kind: Deployment\nspec:\n  ${each}\n  template:\n    spec:\n      containers:\n      - {name: web, image: web}\n`;
  const shared = (workload: string, pods: number) => {
    const others = [{ workload, pods, healthy: pods, scale: pods }];
    return {
      budgets: [{ ...policy, name: "web", minAvailable: { count: 3 }, others }],
      services: [{ name: "web", publishNotReadyAddresses: false, others }],
    };
  };
  const other = { ...readWorkload(text(canary.spec), assumptions), name: "canary", ...shared("Deployment/stable", 3) };
  const own = { ...readWorkload(text(spec), assumptions), name: "stable", beside: [other] };
  const workload = { ...own, ...shared("Deployment/canary", canary.pods) };
  return workloadRows(workload, forecastWorkload(workload, assumptions)).flatMap(({ id, what, text: said }) =>
    id === "shared" || id === "drain" ? [`${what}: ${said}`] : [],
  );
}

it("says what is left where all that share a budget are updated at the same time", () => {
  const recreate = "replicas: 3\n  strategy: {type: Recreate}";
  expect(rowsOf(recreate, { pods: 1, spec: "replicas: 1\n  strategy: {type: Recreate}" })).toEqual([
    expect.stringMatching(/^drain of a node: 1 pod gone immediately, at least 2 of 3 available; /),
    "budget web: needs 3 of 4 pods (stable 3, canary 1), so 1 may be evicted at a time; it holds no rollout: updated at the same time, possibly none is ready for a while",
    "Service web: selects 4 pods (stable 3, canary 1); updated at the same time, possibly none is usable for a while",
  ]);
});

it("counts pods that stay, and those of a workload of which nothing is replaced", () => {
  const surge = "replicas: 3\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
  expect(rowsOf(surge, { pods: 1, spec: "replicas: 1\n  paused: true" }).slice(1)).toEqual([
    expect.stringMatching(/ at least 4 stay ready$/),
    expect.stringMatching(/ at least 4 stay usable$/),
  ]);
});
