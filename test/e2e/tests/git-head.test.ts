import assert from "node:assert/strict";
import { eventually } from "../../patience.ts";
import { windowTests } from "../harness/cases.ts";
import { runCommand, tab } from "../harness/commands.ts";
import { lineLike, putCursorBehind, saved } from "../harness/editor.ts";
import { previewLike } from "../harness/preview.ts";
import { commitAll, git } from "../harness/repository.ts";
import { keepPictures } from "../harness/themes.ts";
import type { Workbench } from "../harness/workbench.ts";

// What uncommitted changes do to forecasts, by the Git extension that comes with VS Code, in a real repository.

const windowTest = windowTests("tasks", [], {
  prepare: async (folder) => {
    git(folder, "init", "--quiet");
    commitAll(folder, "First");
  },
});
const compare = "Pod Cadence: Compare Forecast with Git HEAD";
const withGit = { "git.enabled": true, "git.autofetch": false };

windowTest(
  "a page has what changed since the commit, and follows commits",
  { file: "slow.yaml", settings: withGit },
  async (workbench) => {
    const { workspace } = workbench;
    await lineLike(workbench, /livenessProbe:.*SIGTERM/);
    await openComparison(workbench, "slow.yaml compared with HEAD");
    await previewLike(workbench, /The change affects no forecast and no finding\./);

    await changePeriod(workbench);
    await previewLike(workbench, /later.*hang to SIGTERM/); // not yet with the first digit

    await saved(workbench, "slow.yaml");
    commitAll(workspace, "Second");
    await previewLike(workbench, /The change affects no forecast and no finding\./);
    git(workspace, "checkout", "--quiet", "HEAD~1", "--", "slow.yaml");
    await previewLike(workbench, /sooner.*hang to SIGTERM/);
    await keepPictures(workbench, "git-head");
  },
);

/** Git looks for repositories when it is asked first, and says so until it has found them. */
async function openComparison(workbench: Workbench, title: string): Promise<void> {
  await eventually(`no page ${title}`, async () => {
    await runCommand(workbench, compare);
    const toast = workbench.page.locator(".notification-toast");
    const shown = tab(workbench, title);
    await shown.or(toast).first().waitFor();
    if ((await shown.count()) > 0) return true;
    assert.match(await toast.innerText(), /Git is still looking for repositories|is not in an open Git repository/);
    await toast.hover();
    await toast.getByRole("button", { name: /^Clear Notification/ }).click();
    await toast.waitFor({ state: "hidden" });
    return undefined;
  });
}

async function changePeriod(workbench: Workbench): Promise<void> {
  await putCursorBehind(workbench, "periodSeconds: 30");
  await workbench.page.keyboard.press("Backspace");
  await workbench.page.keyboard.press("Backspace");
  await workbench.page.keyboard.type("60");
}
