import { keepPicture, windowTests } from "../../harness/cases.ts";
import { runCommand } from "../../harness/commands.ts";
import { codeLenses, lineLike } from "../../harness/editor.ts";
import { panelWithTitle, textLike } from "../../harness/panel.ts";

// A workspace that nobody trusts: all is there but the cluster, whose kubeconfig can start programs, until it is trusted.

const windowTest = windowTests("workspace", [], { isRestricted: true });
const workspaceSettings = { "podCadence.cluster.kubeconfig": "kubeconfig-of-the-workspace" };

windowTest("Restricted Mode: forecasts, and no cluster", { file: "web.yaml", workspaceSettings }, async (workbench) => {
  const { page } = workbench;
  await page.locator(".part.statusbar").getByText("Restricted Mode").waitFor();
  await lineLike(workbench, /name: app.*crashes 3×/);
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).first().click();
  await textLike(await panelWithTitle(workbench, /Simulate web/), "body", /app crashes \d+ times/);
  await runCommand(workbench, "Pod Cadence: Connect to Cluster");
  const toast = page
    .locator(".notification-toast")
    .filter({ hasText: "Connecting to a cluster is disabled in Restricted Mode" });
  await toast.waitFor();
  await keepPicture(workbench, "restricted-mode");
  await toast.getByRole("button", { name: "Manage Workspace Trust" }).click();
  await page.getByText("You are in Restricted Mode").waitFor();
  await page.getByRole("button", { name: "Trust", exact: true }).click();
  await page.keyboard.press("Escape");
  // Trusted, the workspace may say where the kubeconfig is.
  await runCommand(workbench, "Pod Cadence: Connect to Cluster");
  const answer = page
    .locator(".notification-toast")
    .filter({ hasText: /No kubeconfig found at \S*kubeconfig-of-the-workspace/ });
  await answer.hover();
  await answer.getByRole("button", { name: /^Clear Notification/ }).click();
  await answer.waitFor({ state: "hidden" });
});
