import assert from "node:assert/strict";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { codeLenses } from "../harness/editor.ts";
import { panelWithTitle, textLike } from "../harness/panel.ts";

// The panel of a rollout in a real workbench.

const windowTest = windowTests();
const deployment = { file: "prometheusAdapter-deployment.yaml" };

windowTest(
  "the code lens of a Deployment opens its rollout, and the panel opens that of its pod",
  deployment,
  async (workbench) => {
    await codeLenses(workbench).filter({ hasText: "Simulate rollout" }).click();
    const panel = await panelWithTitle(workbench, /^Rollout/);
    await textLike(panel, ".tiles", /^Available .+ Helm 3 --timeout/);
    await textLike(panel, ".status-line code", /^Waiting for deployment/);
    assert.ok((await panel.locator(".label-collapsed").count()) >= 2, "a lane for each pod");
    await panel.locator(".label-collapsed").first().click();
    await textLike(panel, ".details h2", /^Pod .+ is created\.$/);
    await keepPicture(workbench, "panel-rollout");
    await panel.getByRole("button", { name: "Simulate pod" }).click();
    await panelWithTitle(workbench, /^Simulate/);
  },
);

windowTest("the command opens the rollout of the workload at the cursor", deployment, async (workbench) => {
  await codeLenses(workbench).filter({ hasText: "Simulate rollout" }).waitFor();
  await runCommand(workbench, "Pod Cadence: Simulate Rollout");
  const panel = await panelWithTitle(workbench, /^Rollout/);
  await textLike(panel, ".answer", /pods? at a time/);
});
