import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { openFile, runCommand, tab } from "../harness/commands.ts";
import { editorBeside, editorOf, lineLike, linesOf, shownLines } from "../harness/editor.ts";
import { openByLens, openPart, panelWithTitle, textLike } from "../harness/panel.ts";

// What people change in the panel: faults, the node, the scenario, and how that comes into the manifest.

const windowTest = windowTests();
const web = { file: "web.yaml" };

/** The field of the scenario's editor for a container. */
function scenarioLine(panel: FrameLocator, container: string): Locator {
  return panel.locator(".part-scenario").getByLabel(container, { exact: true });
}

/** Puts the cursor of time to a share of the shown time. */
async function moveTo(panel: FrameLocator, share: number): Promise<void> {
  const track = panel.locator(".axis-track");
  const { width = 0 } = (await track.boundingBox()) ?? {};
  await track.click({ position: { x: width * share, y: 6 } });
}

async function inject(panel: FrameLocator, container: string, fault: string): Promise<void> {
  await panel.getByRole("button", { name: "Inject" }).click();
  const menu = panel.getByRole("dialog", { name: /Inject a fault/ });
  await menu.getByLabel("in", { exact: true }).selectOption(container);
  await menu.getByRole("button", { name: fault }).click();
  await menu.waitFor({ state: "detached" });
}

windowTest("it plays, and pauses", web, async (workbench) => {
  const panel = await openByLens(workbench);
  const now = panel.locator(".cursor-time");
  const before = await now.innerText();
  await panel.getByRole("button", { name: "Play", exact: true }).click();
  await eventually(
    () => "the time stands still",
    async () => ((await now.innerText()) === before ? undefined : true),
  );
  await panel.getByRole("button", { name: "Pause" }).click();
  await panel.getByRole("button", { name: "Play", exact: true }).waitFor();
  const stopped = await now.innerText();
  // Entries of one moment stand beside each other.
  await eventually(
    () => "no entry before it has another time",
    async () => {
      await panel.getByRole("button", { name: "Previous entry" }).click();
      return (await now.innerText()) === stopped ? undefined : true;
    },
  );
});

windowTest("a fault at the cursor leaves a ghost, and Undo takes it back", web, async (workbench) => {
  const panel = await openByLens(workbench);
  assert.equal(await panel.locator(".ghost").count(), 0);
  await moveTo(panel, 0.5);
  await inject(panel, "logs", "OOM kill");
  await textLike(panel, ".ghost-note", /^Hide previous run/);
  assert.ok((await panel.locator('.track[aria-label="logs"] .ghost').count()) > 0);
  await openPart(panel, "scenario");
  assert.match(await scenarioLine(panel, "pod").first().inputValue(), /^at \d+m?\d*s? logs: oom$/);
  await panel
    .locator('.track[aria-label="logs"]')
    .getByRole("option", { name: /logs is OOM-killed/ })
    .waitFor();
  await keepPicture(workbench, "panel-ghost");
  await panel.getByRole("button", { name: "Undo" }).click();
  await panel.locator(".ghost-note").waitFor({ state: "detached" });
  assert.equal(await scenarioLine(panel, "pod").first().inputValue(), "");
});

windowTest("two versions are compared in lanes and in words", web, async (workbench) => {
  const panel = await openByLens(workbench);
  await panel.getByRole("button", { name: "Compare", exact: true }).click();
  await panel.getByRole("button", { name: "Back-off capped at 30s" }).click();
  await textLike(panel, ".compared", /^B: Back-off capped at 30s/);
  await panel.getByLabel("Kubernetes, node B").selectOption("1.34");
  await textLike(panel, ".compared", /^B: Kubernetes 1\.34, Back-off capped at 30s/);
  const labels = await panel.locator(".label-container").allInnerTexts();
  assert.deepEqual(
    labels.map((label) => label.replaceAll(/\s+/g, " ").trim()),
    ["app A", "B"],
  );
  assert.equal(await panel.locator(".label-quiet .label-text").innerText(), "1 alike");
  assert.equal(await panel.locator(".kubectl-line").count(), 2);
  await workbench.page.keyboard.press("Escape");
  await keepPicture(workbench, "panel-compare");
});

windowTest("what was changed is written into the manifest as one edit", web, async (workbench) => {
  const { page } = workbench;
  const panel = await openByLens(workbench);
  const before = await shownLines(workbench);
  await moveTo(panel, 0.5);
  await inject(panel, "logs", "Exit with code");
  await panel.getByRole("button", { name: "Write to manifest" }).click();
  const written = await lineLike(workbench, /# cadence: at \S+ logs: crashes/);
  assert.match(written, /^\s*# cadence: at \d+m?\d*s? logs: crashes$/);
  await openPart(panel, "scenario");
  // The manifest says now what the panel played, so that there is nothing left to write.
  await panel.locator(".part-scenario button.main:disabled").waitFor();
  await textLike(panel, ".answer", /logs restarts once/);
  await editorOf(workbench).click();
  await page.keyboard.press("Control+Z");
  await eventually(
    async () => `not as it was:\n${(await shownLines(workbench)).join("\n")}`,
    async () => ((await shownLines(workbench)).join("\n") === before.join("\n") ? true : undefined),
  );
});

windowTest("a line of the scenario is completed and explained", web, async (workbench) => {
  const { keyboard } = workbench.page;
  const panel = await openByLens(workbench);
  await openPart(panel, "scenario");
  const line = scenarioLine(panel, "logs");
  await line.click();
  await keyboard.type("exi");
  await panel.getByRole("option", { name: "exits", exact: true }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  assert.equal(await line.inputValue(), "exits 1");
  await keyboard.type(" afer 20s");
  await textLike(panel, ".row-problem", /afer/);
  await keepPicture(workbench, "panel-scenario");
});

windowTest("a lane shows its place in the manifest", web, async (workbench) => {
  const panel = await openByLens(workbench);
  await panel.locator(".label-text", { hasText: "logs" }).click();
  // The focus stays in the panel, and the status bar speaks of the editor when that has it.
  await panel.locator(".label.marked", { hasText: "logs" }).waitFor();
  await runCommand(workbench, "View: Focus First Editor Group");
  const status = workbench.page.locator(".statusbar-item");
  await status.filter({ hasText: /Ln 18, Col/ }).waitFor();
});

windowTest("a run is exported as a table and as a command line", web, async (workbench) => {
  const panel = await openByLens(workbench);
  const exportAs = async (name: string): Promise<void> => {
    await panel.getByRole("button", { name: "More" }).click();
    await panel.getByRole("button", { name }).click();
  };
  await exportAs("Copy command line");
  await workbench.page.locator(".statusbar-item").filter({ hasText: "Copied the command to the clipboard." }).waitFor();
  await exportAs("Table (Markdown)");
  const table = await eventually(
    async () => "no table came up",
    async () => (await linesOf(editorBeside(workbench))).find((line) => /^# /.test(line)),
  );
  assert.match(table, /^# Pod\/web/);
});

windowTest("the project file and the kubelet's configuration are followed", web, async (workbench) => {
  const panel = await openByLens(workbench);
  const setup = '[data-menu="setup"]';
  await textLike(panel, setup, /^30m·1\.37/);
  // Where the longest back-off of the kubelet is 20s, so are the waits.
  const waits = () => panel.locator(".track-container .back-off .bar-label").allTextContents();
  const longest = (wanted: string) =>
    eventually(
      async () => `the waits are ${(await waits()).join(" ")}`,
      async () => ((await waits()).every((wait) => [wanted, "10s", "0s"].includes(wait)) ? true : undefined),
    );
  const before = await panel.locator(".cursor-time").innerText();
  await writeFile(path.join(workbench.workspace, "node.yaml"), kubeletWith("20s"));
  await writeFile(
    path.join(workbench.workspace, ".pod-cadence.yaml"),
    'kubernetes: "1.36"\nkubeletConfiguration: node.yaml\n',
  );
  await textLike(panel, setup, /^30m·1\.36/);
  await longest("20s");
  await writeFile(path.join(workbench.workspace, "node.yaml"), kubeletWith("15s"));
  await longest("15s");
  assert.equal(await panel.locator(".cursor-time").innerText(), before);
});

function kubeletWith(maximum: string): string {
  return `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff:
  maxContainerRestartPeriod: ${maximum}
`;
}

windowTest("a reload of the window finds the changes again", {}, async (workbench) => {
  const { page } = workbench;
  await openFile(workbench, "web.yaml");
  const panel = await openByLens(workbench);
  await panel.getByRole("button", { name: "30m·1.37" }).click();
  await panel.getByLabel("Behavior", { exact: true }).selectOption("kep");
  await page.keyboard.press("Escape");
  await moveTo(panel, 0.5);
  await inject(panel, "logs", "OOM kill");
  await openPart(panel, "scenario");
  const scenario = await scenarioLine(panel, "pod").first().inputValue();
  // The page shows other words while it plays the runs.
  const answer = await textLike(panel, ".answer", /logs restarts once/);
  const loaded = page.waitForEvent("load");
  await runCommand(workbench, "Developer: Reload Window");
  await loaded;
  await tab(workbench, "Simulate web").waitFor();
  const restored = await panelWithTitle(workbench, /^Simulate/);
  assert.equal(await textLike(restored, ".answer", /logs restarts once/), answer);
  await restored.getByRole("button", { name: "30m·1.37" }).click();
  assert.equal(await restored.getByLabel("Behavior", { exact: true }).inputValue(), "kep");
  await page.keyboard.press("Escape");
  assert.equal(await scenarioLine(restored, "pod").first().inputValue(), scenario);
});
