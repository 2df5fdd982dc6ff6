import assert from "node:assert/strict";
import { after } from "node:test";
import { loopingStore, startFakePrometheus } from "../../fake-prometheus.ts";
import { windowTests } from "../harness/cases.ts";
import { pick, runCommand } from "../harness/commands.ts";
import { panelWithTitle } from "../harness/panel.ts";
import { keepPictures } from "../harness/themes.ts";

// The report on a fleet: what the command asks, and the page in the colors of the editor.

const windowTest = windowTests("alerts");
const prometheus = await startFakePrometheus(loopingStore(Date.now()));
after(() => prometheus.close());

windowTest("a fleet report", {}, async (workbench) => {
  const { page } = workbench;
  await runCommand(workbench, "Pod Cadence: Fleet Report…");
  const input = page.locator(".quick-input-widget input:visible");
  await page.getByText("Address of Prometheus, Thanos, or Mimir").waitFor();
  await input.fill(prometheus.address);
  await input.press("Enter");
  for (const label of ["No login", "1 hour", "Maximum back-off of 30s"]) await pick(workbench, label);
  const report = await panelWithTitle(workbench, /^Crash loops of the last/);
  const text = (await report.locator("body").innerText()).replace(/\s+/g, " ");
  assert.match(text, /1 container/);
  assert.match(text, /Deployment\/web/);
  assert.match(text, /KubePodCrashLooping/);
  await keepPictures(workbench, "fleet-report");
  await report.locator("h2").last().scrollIntoViewIfNeeded();
  await keepPictures(workbench, "fleet-report-end");
});
