import assert from "node:assert/strict";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { forecastAnswer } from "../harness/cli.ts";
import { openFile, runCommand } from "../harness/commands.ts";
import { codeLenses, editorOf, goTo, goToEnd, hover, lineLike, putCursorBehind, textOf } from "../harness/editor.ts";
import { problemRows } from "../harness/problems.ts";
import { languageStatus } from "../harness/status.ts";
import { readWorkspaceFile } from "../harness/workbench.ts";

// What people see in the editor, on manifests that other people wrote and on two of our own (fixtures/README.md).

const windowTest = windowTests();
const onCrash = "on crash ↻ 0s 10s 20s 40s … 5m";

windowTest("Deployment: hints and hover", { file: "prometheusAdapter-deployment.yaml" }, async (workbench) => {
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
  await codeLenses(workbench).filter({ hasText: "Forecast" }).waitFor();
  await goTo(workbench, "60");
  assert.match(await lineLike(workbench, / livenessProbe:.*hang/), /hang: SIGTERM in 21–26s$/);
  assert.match(await lineLike(workbench, / name: prometheus-adapter.*↻/), new RegExp(`${onCrash}$`));
  assert.match(await lineLike(workbench, / readinessProbe:.*hang/), /hang: no traffic in 21–26s$/);
  assert.match(await lineLike(workbench, / startupProbe:.*within/), /must start within 2m50s$/);

  // Asked first: a hover does not stay for as long as another process takes.
  const { headline } = await forecastAnswer(workbench, "prometheusAdapter-deployment.yaml");
  const shown = await hover(workbench, "name: prometheus-adapter", "Simulate pod");
  const text = await textOf(shown);
  assert.equal(text.split("\n")[0], headline);
  const head = await shown.locator("table th").allInnerTexts();
  assert.deepEqual(
    head.map((text) => text.trim()),
    ["Event", "Earliest", "Latest"],
  );
  assert.ok((await shown.locator("table tbody tr").count()) >= 4);
  assert.equal(await shown.locator("a").filter({ hasText: "Simulate pod" }).count(), 1);
  const docs = shown.locator('a[data-href^="https://kubernetes.io/docs/"], a[href^="https://kubernetes.io/docs/"]');
  assert.equal(await docs.count(), 1);
});

windowTest(
  "JobSet: the hint of RestartAllContainers",
  { file: "jobset-sidecar-container-mode.yaml" },
  async (workbench) => {
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
    assert.match(await lineLike(workbench, /action: RestartAllContainers.*all/), /restarts all 2 containers$/);
    assert.match(await lineLike(workbench, / startupProbe:.*within/), /must start within 9m55s$/);
    const text = await textOf(await hover(workbench, "RestartAllContainers", "Simulate pod"));
    assert.match(text, /2 containers/);
  },
);

windowTest("KubeletConfiguration: the curve of the maximum", { file: "kubeletconf.yaml" }, async (workbench) => {
  const { page } = workbench;
  await goToEnd(workbench, "kubeletconf.yaml");
  await page.keyboard.type("crashLoopBackOff:\n  maxContainerRestartPeriod: 30s\n");
  await lineLike(workbench, /maxContainerRestartPeriod: 30s.*0s 10s 20s 30s 30s …$/);
  const text = await textOf(await hover(workbench, "maxContainerRestartPeriod", "30s"));
  assert.match(text, /^A container in a crash loop on this node backs off 0s 10s 20s 30s 30s …/);
  assert.match(text, /\nKubernetes 1\.37 · gates default · kubelet configuration: this file\n/);

  await putCursorBehind(workbench, "maxContainerRestartPeriod: 30s");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("301s");
  await editorOf(workbench).locator(".squiggly-error").first().waitFor();
  const rows = await problemRows(workbench);
  assert.ok(
    rows.some((row) => /must be set between 1s and 300s.* \[Ln 44, Col 30\]/.test(row)),
    rows.join("\n"),
  );
});

windowTest("a mistake is underlined, listed, explained and repaired", { file: "mistakes.yaml" }, async (workbench) => {
  const { page } = workbench;
  const underlined = editorOf(workbench).locator(".squiggly-warning");
  await underlined.nth(1).waitFor();
  assert.equal(await underlined.count(), 2);
  const rows = await problemRows(workbench);
  const [, scenario = "", timeout = ""] = rows;
  assert.match(scenario, /Did you mean .?crashes.?\?.* pod-cadence.?scenario-syntax.* \[Ln 7, Col 26\]/);
  assert.match(
    timeout,
    /A hang leads to SIGTERM after 45–55s.* pod-cadence.?timeout-exceeds-period.* \[Ln 12, Col 23\]/,
  );
  await keepPicture(workbench, "problems");
  assert.match(await textOf(await hover(workbench, "15", "SIGTERM")), /back to back/);

  await page.keyboard.press("Escape");
  await putCursorBehind(workbench, "timeoutSeconds: 15");
  const fix = await codeAction(workbench, "periodSeconds");
  await keepPicture(workbench, "quick-fix");
  await fix.click();
  await lineLike(workbench, /periodSeconds: 15$/);
  await underlined.nth(1).waitFor({ state: "hidden" });
  assert.equal(await underlined.count(), 1);
});

windowTest("typing changes the hints, and saving the file", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  assert.match(await lineLike(workbench, /name: app.*crashes \d×/), /crashes 3×, ready at ~3m55s$/);
  assert.match(await lineLike(workbench, /startupProbe:.*within/), /must start within 55s$/);
  assert.match(await lineLike(workbench, /name: logs.*↻/), new RegExp(`${onCrash}$`));
  await putCursorBehind(workbench, "failureThreshold: 12");
  await page.keyboard.type("0");
  assert.match(await lineLike(workbench, /startupProbe:.*within (?!55s)/), /must start within 9m55s$/);
  await page.keyboard.press("Control+S");
  await page.locator(".tab.active:not(.dirty)").waitFor();
  assert.match(await readWorkspaceFile(workbench, "web.yaml"), /failureThreshold: 120\n/);
});

windowTest("the project file decides the version, and the status shows it", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  await lineLike(workbench, /name: app.*crashes \d×/);
  assert.match(await languageStatus(workbench, /Kubernetes 1\.37/), /newest released/);
  await openFile(workbench, "worker.yaml");
  assert.match(await languageStatus(workbench, /Kubernetes 1\.34/), /from \.pod-cadence\.yaml/);
  await keepPicture(workbench, "status");
  const shown = await hover(workbench, "livenessProbe", "Simulate pod");
  assert.match(await textOf(shown), /\nKubernetes 1\.34 · gates default · kubelet configuration: default\n/);
  await keepPicture(workbench, "project-file");

  await openFile(workbench, ".pod-cadence.yaml");
  await putCursorBehind(workbench, '"1.34');
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  await page.keyboard.press("Control+S");
  await openFile(workbench, "worker.yaml");
  await languageStatus(workbench, /Kubernetes 1\.32.*from \.pod-cadence\.yaml/);

  await runCommand(workbench, "Pod Cadence: Select Kubernetes Version", "1.35");
  assert.match(await languageStatus(workbench, /Kubernetes 1\.35/), /from settings/);
});

windowTest(
  "the lens shows the forecast as a page that follows the manifest",
  { file: "web.yaml" },
  async (workbench) => {
    const { page } = workbench;
    await codeLenses(workbench).filter({ hasText: "Forecast" }).click();
    const shown = page
      .locator("iframe.webview.ready:visible")
      .contentFrame()
      .locator("iframe#active-frame")
      .contentFrame();
    await shown.locator("body").getByText("crashes 3 times").first().waitFor();
    await keepPicture(workbench, "forecast");
    await putCursorBehind(workbench, "1m x3");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("4");
    await shown.locator("body").getByText("crashes 4 times").first().waitFor();
  },
);
