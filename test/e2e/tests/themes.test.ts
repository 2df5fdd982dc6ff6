import { windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { codeLenses, goTo, goToEnd, hover, lineLike, putCursorBehind } from "../harness/editor.ts";
import { panelWithTitle } from "../harness/panel.ts";
import { allThemes, keepPictures } from "../harness/themes.ts";

// Pictures of everything in every kind of theme, for people to look at.

const windowTest = windowTests();

windowTest("pictures of a manifest", { file: "prometheusAdapter-deployment.yaml" }, async (workbench) => {
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
  await goTo(workbench, "60");
  await lineLike(workbench, /startupProbe:.*within/);
  await keepPictures(workbench, "editor", allThemes, async () => {
    await workbench.page.keyboard.press("Escape");
    await hover(workbench, "livenessProbe", "Simulate pod");
  });
});

windowTest("pictures of a kubelet's configuration", { file: "kubeletconf.yaml" }, async (workbench) => {
  const { page } = workbench;
  await goToEnd(workbench, "kubeletconf.yaml");
  await page.keyboard.type("crashLoopBackOff:\n  maxContainerRestartPeriod: 30s\n");
  await lineLike(workbench, /maxContainerRestartPeriod: 30s.+…/);
  await keepPictures(workbench, "kubelet", allThemes, async () => {
    await page.keyboard.press("Escape");
    await hover(workbench, "maxContainerRestartPeriod", "30s");
  });
});

windowTest("pictures of the simulator", { file: "web.yaml" }, async (workbench) => {
  await lineLike(workbench, /name: app.*crashes \d×/);
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
  await runCommand(workbench, "View: Close Primary Side Bar");
  await putCursorBehind(workbench, "name: app");
  await runCommand(workbench, "Pod Cadence: Simulate Pod");
  const panel = await panelWithTitle(workbench, /^Simulate/);
  await panel.locator(".answer").waitFor();
  await keepPictures(workbench, "panel", allThemes);
});
