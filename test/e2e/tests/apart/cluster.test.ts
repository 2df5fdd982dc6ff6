import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import type { Locator } from "playwright-core";
import { parse } from "yaml";
import { startCluster } from "../../../cluster/harness/cluster.ts";
import { build, obstacle } from "../../../cluster/harness/program.ts";
import { eventually } from "../../../patience.ts";
import { appears } from "../../harness/appears.ts";
import { fixtures, keepPicture, windowTests } from "../../harness/cases.ts";
import { pick, runCommand, tab } from "../../harness/commands.ts";
import { codeLenses, hover, lineLike, textOf } from "../../harness/editor.ts";
import { packed } from "../../harness/packed.ts";
import { panelWithTitle, textLike } from "../../harness/panel.ts";
import { languageStatus } from "../../harness/status.ts";
import { keepPictures } from "../../harness/themes.ts";
import { openWebWorkbench } from "../../harness/web.ts";
import type { Workbench } from "../../harness/workbench.ts";

// A real API server and a real kubelet beside a manifest that they run.

const reason = obstacle();
const folder = path.join(fixtures, "cluster");

if (reason === undefined) {
  build();
  const cluster = startCluster({});
  after(() => cluster.end());
  cluster.startNode("default");
  await cluster.admin.create(parse(readFileSync(path.join(folder, "crash.yaml"), "utf8")));
  const workspaceSettings = { "podCadence.cluster.kubeconfig": path.join(cluster.directory, "kubeconfig") };
  const windowTest = windowTests("cluster");

  windowTest("a cluster beside its manifest", { file: "crash.yaml", workspaceSettings }, async (workbench) => {
    await lineLike(workbench, /name: app.*on crash/);
    await runCommand(workbench, "Pod Cadence: Connect to Cluster", "test");
    await pick(workbench, "default");
    await treeRow(workbench, /crashing.*(?:↻|ready|starting)/);
    assert.match(await languageStatus(workbench, /test/, "read-only"), /test 1 pod, read-only Disconnect/);
    await lens(workbench, /^\d+ restarts? · next try (in|any)/);
    await lineLike(workbench, /name: app.*observed \d+ ↻/);
    await keepPicture(workbench, "cluster");
    assert.match(await textOf(await hover(workbench, "app", /Observed/)), /pod crashing of context test/);
    await lens(workbench, /^Compare with Live Pod$/).then((found) => found.click());
    const panel = await panelWithTitle(workbench, /Simulate crashing/);
    await textLike(panel, "body", /crashing of context test/);
    await keepPicture(workbench, "cluster-compare");
    const hide = panel.getByRole("button", { name: "Hide observation" });
    await hide.click();
    await hide.waitFor({ state: "hidden" });
    await runCommand(workbench, "Pod Cadence: Disconnect from Cluster");
    await eventually("the lens stays", async () =>
      (await codeLenses(workbench).allInnerTexts()).some((text) => /restart/.test(text)) ? undefined : true,
    );
  });

  const asSet = {
    ...workspaceSettings,
    "podCadence.cluster.context": "test",
    "podCadence.cluster.namespaces": ["default"],
  };
  windowTest("the tree of pods", { file: "crash.yaml", workspaceSettings: asSet }, async (workbench) => {
    const { page } = workbench;
    await lineLike(workbench, /name: app.*on crash/);
    await runCommand(workbench, "Pod Cadence: Connect to Cluster");
    await treeRow(workbench, /crashing.*(?:↻|ready|starting)/);
    // The room that the files had.
    await page.locator(".part.sidebar .pane-header", { hasText: "cluster" }).first().click();
    await runCommand(workbench, "Pod Cadence: Show Only Pods with Restarts");
    await expand(workbench, /^crashing/);
    await treeRow(workbench, /^conditions\s*.*Ready/);
    await treeRow(workbench, /^forecast for\s*Kubernetes 1\.37/);
    await expand(workbench, /^app/);
    await treeRow(workbench, /^restarts\s*\d+/);
    await treeRow(workbench, /^run \d+\s*exit 3 · \d+s ago · ran 2s/);
    await keepPictures(workbench, "cluster-tree");
    const row = treeRows(workbench).filter({ hasText: "crashing" }).first();
    // A menu that has just opened takes no click.
    await eventually("the document does not open", async () => {
      await row.click({ button: "right" });
      const entry = page.locator(".monaco-menu").getByText("Show Pod as YAML");
      await entry.hover();
      await entry.click();
      return await appears(tab(workbench, "crashing.yaml"), 3_000);
    });
    await lineLike(workbench, /uid: /);
    await row.hover();
    await row.getByLabel("Compare with Live Pod").click();
    await textLike(await panelWithTitle(workbench, /Simulate crashing/), "body", /crashing of context test/);
    await keepPictures(workbench, "cluster-live");
  });

  const temporary = mkdtempSync(path.join(os.tmpdir(), "pce-"));
  after(() => rmSync(temporary, { recursive: true }));
  const standIn = packed(path.join(fixtures, "kubernetes-tools"), temporary, "kubernetes-tools");
  const chosenThere = {
    "standIn.kubeconfig": path.join(cluster.directory, "kubeconfig"),
    "podCadence.cluster.namespaces": ["default"],
  };
  windowTests("cluster", [standIn])(
    "beside the Kubernetes extension: its kubeconfig, and its pods",
    { file: "crash.yaml", workspaceSettings: chosenThere },
    async (workbench) => {
      await lineLike(workbench, /name: app.*on crash/);
      await runCommand(workbench, "Pod Cadence: Connect to Cluster", "test");
      await treeRow(workbench, /crashing.*(?:↻|ready|starting)/);
      await runCommand(workbench, "Stand-in: Show Below Pod");
      await lineLike(workbench, /^(waiting after crash|ready).*: \d+ restarts?$/);
      await lineLike(workbench, /^conditions: .*Ready/);
      await keepPicture(workbench, "cluster-kubernetes-tools");
      await runCommand(workbench, "Stand-in: Simulate Pod");
      await textLike(await panelWithTitle(workbench, /Simulate crashing/), "body", /crashing of context test/);
    },
  );

  test("web worker: a browser reaches no cluster, and says so", async () => {
    await using workbench = await openWebWorkbench({ build: "oldest", workspace: folder, file: "crash.yaml" });
    await lineLike(workbench, /name: app.*on crash/);
    await runCommand(workbench, "Pod Cadence: Connect to Cluster");
    const toast = workbench.page
      .locator(".notification-toast")
      .filter({ hasText: "Can't connect to a cluster from the browser." });
    await toast.waitFor();
  });
} else {
  test("a live cluster", { skip: reason }, () => undefined);
}

function treeRows({ page }: Workbench): Locator {
  return page.locator(".part.sidebar .pane", { hasText: "Pods" }).locator(".monaco-list-row");
}

async function expand(workbench: Workbench, pattern: RegExp): Promise<void> {
  const closed = treeRows(workbench)
    .filter({ hasText: pattern })
    .and(workbench.page.locator('[aria-expanded="false"]'));
  await closed.first().click();
}

async function treeRow(workbench: Workbench, pattern: RegExp): Promise<string> {
  const rows = treeRows(workbench);
  return await eventually(
    async () => `no row like ${pattern}: ${(await rows.allInnerTexts()).join(" | ")}`,
    async () =>
      (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")).find((text) => pattern.test(text)),
  );
}

async function lens(workbench: Workbench, pattern: RegExp) {
  const lenses = codeLenses(workbench);
  const index = await eventually(
    async () => `no lens like ${pattern}: ${(await lenses.allInnerTexts()).join(" | ")}`,
    async () => {
      const found = (await lenses.allInnerTexts()).findIndex((text) => pattern.test(text));
      return found < 0 ? undefined : found;
    },
  );
  return lenses.nth(index);
}
