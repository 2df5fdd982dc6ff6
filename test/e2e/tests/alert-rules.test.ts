import assert from "node:assert/strict";
import { codeAction } from "../harness/actions.ts";
import { windowTests } from "../harness/cases.ts";
import { editorOf, hover, lineLike, putCursorBehind } from "../harness/editor.ts";
import { openByLens, openPart, textLike } from "../harness/panel.ts";
import { keepPictures, threeThemes } from "../harness/themes.ts";

// An alert that never fires on the nodes of the workspace: its squiggle, its hover, its quick fix.

const windowTest = windowTests("alerts");

windowTest("an alert that never fires", { file: "rules.yaml" }, async (workbench) => {
  await editorOf(workbench).locator(".squiggly-warning").first().waitFor();
  await keepPictures(workbench, "alert-rule", threeThemes, async () => {
    const shown = await hover(workbench, "KubePodCrashLooping", "with a readiness probe");
    const text = (await shown.innerText()).replace(/\s+/g, " ");
    assert.match(text, /never: CrashLoopBackOff is in the status 0\.0\d % of the time/);
  });
  await workbench.page.keyboard.press("Escape");
  await putCursorBehind(workbench, "alert: KubePodCrashLooping");
  await (await codeAction(workbench, "Write the expression that fires for this crash loop")).click();
  await lineLike(workbench, /increase\(kube_pod_container_status_restarts_total/);
  await editorOf(workbench).locator(".squiggly-warning").first().waitFor({ state: "detached" });
});

windowTest("the alerts of the workspace over the panel's run", { file: "web.yaml" }, async (workbench) => {
  const panel = await openByLens(workbench);
  await openPart(panel, "alerts");
  const text = await textLike(panel, ".part-alerts", /KubePodCrashLooping/);
  assert.match(
    text,
    /Rule files of the workspace.*never KubePodCrashLooping CrashLoopBackOff is in the status 0\.0\d % of the time/,
  );
  const words = await panel.locator(".track-alert").getByRole("option").getAttribute("aria-label");
  assert.match(words ?? "", /KubePodCrashLooping never: CrashLoopBackOff/);
  await keepPictures(workbench, "panel-alerts");
});
