import assert from "node:assert/strict";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { codeLenses } from "../harness/editor.ts";

// Pods, containers and probes are where VS Code shows symbols.

const windowTest = windowTests();

windowTest(
  "pods, containers and probes: go to symbol, breadcrumbs, outline",
  { file: "web.yaml" },
  async (workbench) => {
    const { page } = workbench;
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
    await page.keyboard.press("Control+Shift+O");
    await page.getByRole("option", { name: "logs (object)" }).waitFor();
    const options = page.locator(".quick-input-widget:visible").getByRole("option");
    const names = await options.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
    assert.deepEqual(names, [
      "Pod/web (class), symbols (5)",
      "app (object)",
      "startupProbe (event)",
      "livenessProbe (event)",
      "logs (object)",
    ]);
    await keepPicture(workbench, "symbols");
    await page.keyboard.type("liveness");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item").filter({ hasText: "Ln 14, Col 5" }).waitFor();

    const crumbs = page.locator(".breadcrumbs-control .monaco-breadcrumb-item");
    await crumbs.filter({ hasText: "livenessProbe" }).waitFor();
    assert.deepEqual(await crumbs.allInnerTexts(), ["web.yaml", "Pod/web", "app", "livenessProbe"]);

    await runCommand(workbench, "Explorer: Focus on Outline View");
    const outline = page.locator(".outline-pane .monaco-list-row");
    await outline.filter({ hasText: "logs" }).waitFor();
    const rows = await outline.evaluateAll((all) => all.map((row) => `${row.ariaLevel} ${row.textContent}`));
    assert.deepEqual(rows, ["1 Pod/web", "2 app", "3 startupProbe", "3 livenessProbe", "2 logs"]);
    await keepPicture(workbench, "outline");
  },
);
