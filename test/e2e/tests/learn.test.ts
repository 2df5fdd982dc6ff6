import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fixtures, keepPicture, windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { lineLike, putCursorBehind, saved } from "../harness/editor.ts";

// Learn from Pods…: what a pod did becomes the scenario of its manifest.

const windowTest = windowTests();
const described = readFileSync(path.join(fixtures, "described.txt"), "utf8");

windowTest("a description in the clipboard becomes a scenario", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await lineLike(workbench, /name: app.*crashes \d×/);
  await putCursorBehind(workbench, "logs:2.0.0");
  await page.evaluate((text) => navigator.clipboard.writeText(text), described);
  await runCommand(workbench, "Pod Cadence: Learn from Pods…", "Clipboard");
  const toast = page.locator(".notification-toast").filter({ hasText: "Scenario written: 1 comment added." });
  await toast.waitFor();
  await lineLike(workbench, /name: logs # cadence: .*exits 3 after 41s–43s/);
  await keepPicture(workbench, "learn");
  assert.match(await saved(workbench, "web.yaml"), /name: logs # cadence: exits 3 after 41s–43s/);
  await page.keyboard.press("Control+Z");
  await lineLike(workbench, /name: logs(?! #)/);
  await toast.hover();
  await toast.getByRole("button", { name: /^Clear Notification/ }).click();
  await toast.waitFor({ state: "hidden" });
});
