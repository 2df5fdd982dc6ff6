import assert from "node:assert/strict";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { forecastAnswer } from "../harness/cli.ts";
import { offeredCommands, openFile, runCommand, tab } from "../harness/commands.ts";
import { codeLenses, editorOf, goTo, hover, lineLike, putCursorBehind } from "../harness/editor.ts";
import { openByLens, panelWithTitle, textLike } from "../harness/panel.ts";

// The simulator panel, opened in the four ways that there are, and what happens to it while people work.

const windowTest = windowTests();
const web = { file: "web.yaml" };

windowTest("the code lens opens the answer, the lanes and kubectl's line", web, async (workbench) => {
  const panel = await openByLens(workbench);
  const { headline } = await forecastAnswer(workbench, "web.yaml");
  assert.equal(await panel.locator(".answer").innerText(), headline);
  await panel.getByRole("button", { name: "30m·1.37" }).waitFor();
  const labels = (await panel.locator(".label-text").allInnerTexts()).map((label) => label.trim());
  assert.deepEqual(
    labels.filter((label) => ["kubectl", "app", "logs", "startup", "liveness"].includes(label)),
    ["kubectl", "app", "logs"],
  );
  // The first look stands on the first crash, before kubectl shows it.
  await textLike(panel, ".kubectl", /^(?:web )?2\/2 Running 0 6\ds$/);
  assert.match(await panel.locator(".details h2").innerText(), /^app exits with 1/);
  await tab(workbench, "Simulate web").waitFor();
});

windowTest("RestartAllContainers is one story", { file: "jobset-sidecar-container-mode.yaml" }, async (workbench) => {
  const { page } = workbench;
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).waitFor();
  await goTo(workbench, "54");
  await putCursorBehind(workbench, "name: worker");
  await page.keyboard.type(" # cadence: exits 7 after 2m, then runs");
  await runCommand(workbench, "Pod Cadence: Simulate Pod");
  const panel = await panelWithTitle(workbench, /^Simulate/);
  assert.match(await panel.locator(".details h2").innerText(), /^worker exits with 7 after 2m\.$/);
  const story = panel.locator(".chain button").filter({ hasText: "The exit of worker restarts all containers" });
  await panel.locator(".details .next > summary").click();
  await story.click();
  await textLike(panel, ".details h2", /^The exit of worker restarts all containers/);
  await keepPicture(workbench, "panel-restart-all");
});

windowTest("the keyboard steps from entry to entry", web, async (workbench) => {
  const panel = await openByLens(workbench);
  const { keyboard } = workbench.page;
  await panel.locator('.item[aria-selected="true"]').focus();
  await keyboard.press("Home");
  await textLike(panel, ".details h2", /sees the pod/);
  await keyboard.press("ArrowRight");
  const second = await textLike(panel, ".details h2", /^(?!.*sees the pod)/);
  await keyboard.press("ArrowRight");
  const third = await textLike(panel, ".details h2", new RegExp(`^(?!${second})`));
  assert.match(await textLike(panel, ".live", /\S/), new RegExp(third.replace(/[.()]/g, "\\$&")));
  await keyboard.press("ArrowLeft");
  await textLike(panel, ".details h2", new RegExp(`^${second}`));
  await keyboard.press("End");
  await textLike(panel, ".kubectl", /^(?:web )?2\/2 Running 3 \(/);
  await keyboard.press("?");
  await panel.locator("dialog[open]").waitFor();
  await keyboard.press("Escape");
  await panel.locator("dialog").waitFor({ state: "detached" });
});

windowTest("the table is the twin of the lanes", web, async (workbench) => {
  const panel = await openByLens(workbench);
  await panel.getByRole("button", { name: "More" }).click();
  await panel.getByRole("button", { name: /^Table\s*t$/ }).click();
  await workbench.page.keyboard.press("Escape");
  // One row for each run. The one of the selected entry, the first crash, is open.
  const runs = panel.locator("tr.run");
  await textLike(panel, ".runs .inner tr.selected", /app exits with 1/);
  assert.deepEqual(await runs.locator(".run-toggle").allInnerTexts(), [
    "pod",
    "app 1",
    "logs 1",
    "app 2",
    "app 3",
    "app 4",
  ]);
  const exits = runs.getByRole("button", { name: "exit 1" });
  assert.equal(await exits.count(), 3);
  await exits.nth(1).click();
  await textLike(panel, ".details h2", /^app exits with 1/);
  await textLike(panel, ".details .when", /run 2/);
  await runs.getByRole("button", { name: "app 3" }).click();
  const entries = panel.locator(".runs .inner tr");
  await textLike(panel, ".runs .inner", /app starts again, run 3/);
  await entries.getByRole("button", { name: "app exits with 1" }).click();
  await textLike(panel, ".details .when", /run 3/);
  await keepPicture(workbench, "panel-table");
});

windowTest("the palette and the hover open it, too", web, async (workbench) => {
  await lineLike(workbench, /name: app.*crashes \d×/);
  assert.ok(
    (await offeredCommands(workbench, "Pod Cadence: Simulate")).some((title) => title.includes("Simulate Pod")),
  );
  const link = (await hover(workbench, "name: app", "Simulate pod")).locator("a").filter({ hasText: "Simulate pod" });
  await link.click();
  await (await panelWithTitle(workbench, /^Simulate/)).locator(".answer").waitFor();
  await tab(workbench, "Simulate web").click({ button: "middle" });
  await tab(workbench, "Simulate web").waitFor({ state: "detached" });

  await putCursorBehind(workbench, "name: logs");
  await runCommand(workbench, "Pod Cadence: Simulate Pod");
  await (await panelWithTitle(workbench, /^Simulate/)).locator(".answer").waitFor();
});

windowTest(
  "the editor's title has a button, and commands act on the pod of the panel that has the focus",
  web,
  async (workbench) => {
    await lineLike(workbench, /name: app.*crashes \d×/);
    await workbench.page.locator(".editor-actions").getByLabel("Simulate Pod").first().click();
    const panel = await panelWithTitle(workbench, /^Simulate/);
    await panel.locator(".answer").click();
    await runCommand(workbench, "Pod Cadence: Show Timeline as Text");
    await tab(workbench, "Timeline of Pod web.txt").waitFor();
  },
);

windowTest("it follows the manifest, and keeps the last good run of a broken one", web, async (workbench) => {
  const { page } = workbench;
  const panel = await openByLens(workbench);
  await putCursorBehind(workbench, "crashes after 1m");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("90s");
  await textLike(panel, ".fix-text", /app crashes \(exit 1\) after 1m30s\./);
  await lineLike(workbench, /crashes after 90s.*crashes 3×/);
  const good = await panel.locator(".answer").innerText();
  await panel.getByRole("option", { name: /1m30(\.\d)?s.*: app exits with 1 after 1m30s/ }).waitFor();

  await putCursorBehind(workbench, "containers:");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(" [");
  await textLike(panel, ".notice", /shows the last valid run/);
  assert.equal(await panel.locator(".answer").innerText(), good);
  await keepPicture(workbench, "panel-broken-manifest");

  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(":");
  await panel.locator(".notice").waitFor({ state: "detached" });
});

windowTest("an entry leads to its place in the manifest", web, async (workbench) => {
  const panel = await openByLens(workbench);
  await panel.locator(".details .reveal").click();
  await editorOf(workbench).locator(".current-line").first().waitFor();
  await workbench.page
    .locator(".statusbar-item")
    .filter({ hasText: /Ln (8|9), Col/ })
    .waitFor();
});

windowTest("a reload of the window restores it", {}, async (workbench) => {
  const { page } = workbench;
  await openFile(workbench, "web.yaml");
  const panel = await openByLens(workbench);
  await panel.locator('.item[aria-selected="true"]').focus();
  await page.keyboard.press("End");
  const before = await textLike(panel, ".kubectl", /^(?:web )?2\/2 Running 3 \(/);
  const loaded = page.waitForEvent("load");
  await runCommand(workbench, "Developer: Reload Window");
  await loaded;
  await tab(workbench, "Simulate web").waitFor();
  const restored = await panelWithTitle(workbench, /^Simulate/);
  assert.equal(await textLike(restored, ".kubectl", /^(?:web )?2\/2/), before);
});
