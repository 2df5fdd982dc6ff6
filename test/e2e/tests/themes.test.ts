import assert from "node:assert/strict";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { openFile, runCommand } from "../harness/commands.ts";
import { codeLenses, editorOf, goTo, hover, lineLike, putCursorBehind } from "../harness/editor.ts";
import { panelWithTitle } from "../harness/panel.ts";

// Pictures of everything in every kind of theme, for people to look at.

const windowTest = windowTests();

const themes = [
  ["Light Modern", "vscode-light"],
  ["Dark Modern", "vscode-dark"],
  ["Default High Contrast", "vscode-high-contrast"],
  ["Default High Contrast Light", "vscode-high-contrast-light"],
] as const;

for (const [theme, kind] of themes) {
  const file = "prometheusAdapter-deployment.yaml";
  const picture = (subject: string): string => `${subject}-${theme.toLowerCase().replaceAll(" ", "-")}`;
  windowTest(`pictures: ${theme}`, { file, settings: { "workbench.colorTheme": theme } }, async (workbench) => {
    const { page } = workbench;
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
    await goTo(workbench, "60");
    await lineLike(workbench, /startupProbe:.*within/);
    await hover(workbench, "livenessProbe", "Simulate pod");
    await keepPicture(workbench, picture("editor"));
    await page.keyboard.press("Escape");

    await openFile(workbench, "kubeletconf.yaml");
    await editorOf(workbench).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("crashLoopBackOff:\n  maxContainerRestartPeriod: 30s\n");
    await lineLike(workbench, /maxContainerRestartPeriod: 30s.+…/);
    await hover(workbench, "maxContainerRestartPeriod", "30s");
    await keepPicture(workbench, picture("kubelet"));
    await page.keyboard.press("Escape");

    await openFile(workbench, "web.yaml");
    await lineLike(workbench, /name: app.*crashes \d×/);
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
    await runCommand(workbench, "View: Close Primary Side Bar");
    await putCursorBehind(workbench, "name: app");
    await runCommand(workbench, "Pod Cadence: Simulate Pod");
    const panel = await panelWithTitle(workbench, /^Simulate/);
    await panel.locator(".answer").waitFor();
    const classes = (await panel.locator("body").getAttribute("class")) ?? "";
    assert.ok(classes.split(" ").includes(kind), classes);
    await keepPicture(workbench, picture("panel"));
  });
}
