import assert from "node:assert/strict";
import { test } from "node:test";
import { areBuilt, folder as programs } from "../../../render/tools.ts";
import { keepPicture, windowTests } from "../../harness/cases.ts";
import { offeredCommands, openFile, runCommand, tab } from "../../harness/commands.ts";
import { lineLike, putCursorBehind, saved } from "../../harness/editor.ts";
import { panelWithTitle, textLike } from "../../harness/panel.ts";
import { previewLike } from "../../harness/preview.ts";
import { commitAll, git, openComparison, withGit } from "../../harness/repository.ts";
import { keepPictures } from "../../harness/themes.ts";

// What Helm and Kustomize make of the files that people edit, in the simulator; the programs are the real ones.

const simulateRendered = "Pod Cadence: Simulate Rendered Output";
const missing = "Helm and Kustomize are not built: `node test/render/tools.ts --required` builds them.";

if (areBuilt()) {
  const windowTest = windowTests("rendered", [], { programs });

  const template = "shop/templates/deployment.yaml";
  windowTest("a template of a chart, which follows its values", { file: template }, async (workbench) => {
    await runCommand(workbench, simulateRendered);
    await tab(workbench, "shop.rendered.yaml").waitFor();
    const panel = await panelWithTitle(workbench, /^Simulate release-name-web/);
    await textLike(panel, ".answer", /crash/);
    await lineLike(workbench, /name: release-name-web/);
    await lineLike(workbench, /terminationGracePeriodSeconds: 20/);
    await keepPicture(workbench, "rendered-chart");
    // Another file would take the place of a preview.
    await tab(workbench, "shop.rendered.yaml").dblclick();
    await openFile(workbench, "shop/values.yaml");
    await putCursorBehind(workbench, "grace: 20");
    await workbench.page.keyboard.type("0");
    await saved(workbench, "shop/values.yaml");
    await tab(workbench, "shop.rendered.yaml").click();
    await lineLike(workbench, /terminationGracePeriodSeconds: 200/);
  });

  windowTest("an overlay", { file: "overlay/grace.yaml" }, async (workbench) => {
    await runCommand(workbench, simulateRendered);
    await tab(workbench, "overlay.rendered.yaml").waitFor();
    await textLike(await panelWithTitle(workbench, /^Simulate prod-api/), ".answer", /\S/);
    await lineLike(workbench, /name: prod-api/);
    await keepPictures(workbench, "rendered-overlay");
  });

  const inGit = windowTests("rendered", [], {
    programs,
    prepare: async (folder) => {
      git(folder, "init", "--quiet");
      commitAll(folder, "First");
    },
  });

  inGit(
    "what a chart makes is compared with Git HEAD, as it is saved",
    { file: "shop/values.yaml", settings: withGit },
    async (workbench) => {
      await openComparison(workbench, "shop.rendered.yaml compared with HEAD");
      await previewLike(workbench, /The change affects no forecast and no finding\./);
      await putCursorBehind(workbench, "periodSeconds: 10");
      await workbench.page.keyboard.press("Backspace");
      await workbench.page.keyboard.press("Backspace");
      await workbench.page.keyboard.type("60");
      await saved(workbench, "shop/values.yaml");
      await previewLike(workbench, /later.*hang to SIGTERM/);
      await keepPictures(workbench, "rendered-head");
    },
  );
} else test("Helm and Kustomize", () => assert.fail(missing));

const restrictedTest = windowTests("rendered", [], { isRestricted: true });

restrictedTest("Restricted Mode: no program runs", { file: "overlay/deployment.yaml" }, async (workbench) => {
  await lineLike(workbench, /livenessProbe:.*SIGTERM/);
  const offered = await offeredCommands(workbench, "Pod Cadence: S");
  assert.ok(
    offered.some((title) => title.includes("Simulate Pod")),
    offered.join("\n"),
  );
  assert.ok(!offered.some((title) => title.includes("Simulate Rendered Output")), offered.join("\n"));
});
