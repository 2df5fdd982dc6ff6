import assert from "node:assert/strict";
import { windowTests } from "../harness/cases.ts";
import { runCommand, tab } from "../harness/commands.ts";
import { editorOf, putCursorBehind } from "../harness/editor.ts";
import { previewLike } from "../harness/preview.ts";
import { keepPictures } from "../harness/themes.ts";

// Explain: the pages of the problems at the cursor, and the forecast of the pod, on one page.

const windowTest = windowTests();

windowTest("a problem and its pod", { file: "mistakes.yaml" }, async (workbench) => {
  await editorOf(workbench).locator(".squiggly-warning").first().waitFor();
  await putCursorBehind(workbench, "timeoutSeconds: 15");
  await runCommand(workbench, "Pod Cadence: Explain");
  await tab(workbench, "Explanation of").waitFor();
  const text = await previewLike(workbench, /timeout-exceeds-period[\s\S]*Kubernetes 1\.37/);
  assert.ok(text.indexOf("timeout-exceeds-period") < text.indexOf("Kubernetes 1.37"), text);
  await keepPictures(workbench, "explain");
});
