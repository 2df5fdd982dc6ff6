import assert from "node:assert/strict";
import { sourceAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { editorOf, goTo, lineLike, saved } from "../harness/editor.ts";
import { readWorkspaceFile } from "../harness/workbench.ts";

// Every mistake with one certain repair, at once: also those that come to light behind another. What people have to decide stays.

const windowTest = windowTests();
const file = "refused.yaml";
const repaired = [
  ["apps/v1beta1 #", "apps/v1 #"],
  ['replicas: "2"', "replicas: 2"],
  ["livenessprobe: #", "livenessProbe: #"],
  ["successThreshold: 2", "successThreshold: 1"],
] as const;

windowTest("from the menu", { file }, async (workbench) => {
  await editorOf(workbench).locator(".squiggly-error").first().waitFor();
  await sourceAction(workbench, "Fix all auto-fixable problems");
  await keepPicture(workbench, "fix-all");
  await workbench.page.keyboard.press("Enter");
  for (const [, right] of repaired) await lineLike(workbench, new RegExp(right));
  // The repaired probe is looked at like any other.
  await lineLike(workbench, /livenessProbe: # stops it when it hangs.*hang: SIGTERM in \S+$/);
  await editorOf(workbench).locator(".squiggly-warning").waitFor();
  await editorOf(workbench).locator(".squiggly-error").first().waitFor({ state: "detached" });
  await keepPicture(workbench, "fixed-all");
});

const savesMax = 20;
const settings = { "editor.codeActionsOnSave": { "source.fixAll.podCadence": "explicit" } };

windowTest("on save", { file, settings }, async (workbench) => {
  const { page } = workbench;
  const written = await readWorkspaceFile(workbench, file);
  await editorOf(workbench).locator(".squiggly-error").first().waitFor();
  await goTo(workbench, "1");
  await page.keyboard.press("End");
  const expected = repaired.reduce((text, [wrong, right]) => text.replace(wrong, right), written);
  let dots = "";
  let now = written;
  // A workbench that has just started writes files before it has its parts that change them on the way: then it is saved again.
  while (now.includes("livenessprobe") && dots.length < savesMax) {
    await page.keyboard.type(".");
    dots += ".";
    await page.locator(".tab.active.dirty").waitFor();
    now = await saved(workbench, file);
  }
  assert.equal(now, expected.replace("ago\n", `ago${dots}\n`));
});
