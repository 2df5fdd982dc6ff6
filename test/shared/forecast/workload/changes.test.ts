import { expect, it } from "vitest";
import { forecastDrainInPieces } from "../../../../shared/forecast/workload/changes.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

/** Steps of all runs. */
function stepsOfDrain(does: string, replicas: number): number {
  const assumptions = assume({ timing: "kubelet" });
  const text = `# cadence: app: ${does}\nkind: Deployment\nspec:\n  replicas: ${replicas}\n  template: {spec: {containers: [{name: app, image: a, readinessProbe: {tcpSocket: {port: 1}}}]}}\n`;
  let steps = 0;
  for (const _ of forecastDrainInPieces(readWorkload(text, assumptions), assumptions)) steps += 1;
  return steps;
}

it("a drain of pods that crash forever is not played for days", () => {
  expect(stepsOfDrain("starts in 5s", 100)).toBeLessThan(10_000);
  expect(stepsOfDrain("crashes after 1ms", 100)).toBeLessThan(40_000);
});
