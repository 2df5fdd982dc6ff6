import { expect, it } from "vitest";
import { assumedTexts } from "../../../../shared/prometheus/fleet/words.ts";
import { sampleReport } from "./sample-report.ts";

const whatIf = { kubernetes: undefined, featureGates: {}, maxContainerRestartPeriodMs: 30_000 };

it("one loop is told in the singular, and versions that are not supported count for none", () => {
  const [loop] = sampleReport().loops;
  if (loop === undefined) throw new Error("the sample has a loop");
  const textsFor = (kubelets: readonly string[], unplayed: number) =>
    assumedTexts({ loops: kubelets.map((kubelet) => ({ ...loop, kubelet })), whatIf, unplayed, upgraded: 1 }).join(
      "\n",
    );
  const one = textsFor(["v1.31.4", "v1.34.1-gke.100", "v1.37.1", "v1.25.0"], 1);
  expect(one).toContain("1 node changed the version");
  expect(one).toContain("1 loop is on nodes before 1.32");
  expect(one).toContain("1 loop is on nodes of 1.32 to 1.34");
  expect(one).toContain("1 loop cannot be replayed for lack of known runs, and counts unchanged.");
  const several = textsFor(["v1.31.4", "v1.28.0"], 2);
  expect(several).toContain("2 loops are on nodes before 1.32");
  expect(several).toContain("2 loops cannot be replayed for lack of known runs, and count unchanged.");
});
