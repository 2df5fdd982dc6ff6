import assert from "node:assert/strict";
import { windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { editorOf, lineLike, linesOf } from "../harness/editor.ts";
import { followRuleLink } from "../harness/rule-page.ts";

// What people find without a network: samples, what a rule means, and what a report of a bug needs.

const windowTest = windowTests();

windowTest("a sample opens as a new document, with hints", {}, async (workbench) => {
  await runCommand(
    workbench,
    "Pod Cadence: Open Samples",
    "A liveness probe kills the container before startup completes",
  );
  await lineLike(workbench, /name: catalogue.*restarts 13×/);
});

windowTest("the link of a problem opens the page of its rule", { file: "mistakes.yaml" }, followRuleLink);

windowTest("a report of a bug has versions and settings, and no manifest", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  await lineLike(workbench, /name: app.*crashes 3×/);
  await runCommand(workbench, "Pod Cadence: Report Issue");
  await lineLike(workbench, /^- Pod Cadence 0\.\d+\.\d+$/);
  const text = (await linesOf(editorOf(workbench))).join("\n");
  assert.match(text, /^- .*code-server 1\.\d+\.\d+ \(/m);
  assert.doesNotMatch(text, /containers:|registry\.example|web\.yaml/);
  const toast = page
    .locator(".notification-toast")
    .filter({ hasText: "It contains versions and settings, no manifests." });
  await toast.hover();
  await toast.getByRole("button", { name: /^Clear Notification/ }).click();
  await toast.waitFor({ state: "hidden" });
});
