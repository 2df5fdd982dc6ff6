import { windowTests } from "../harness/cases.ts";
import { lineLike, putCursorBehind, saved } from "../harness/editor.ts";
import { previewLike } from "../harness/preview.ts";
import { commitAll, git, openComparison, withGit } from "../harness/repository.ts";
import { keepPictures } from "../harness/themes.ts";
import type { Workbench } from "../harness/workbench.ts";

// What uncommitted changes do to forecasts, by the Git extension that comes with VS Code, in a real repository.

const windowTest = windowTests("tasks", [], {
  prepare: async (folder) => {
    git(folder, "init", "--quiet");
    commitAll(folder, "First");
  },
});

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

async function changePeriod(workbench: Workbench): Promise<void> {
  await putCursorBehind(workbench, "periodSeconds: 30");
  await workbench.page.keyboard.press("Backspace");
  await workbench.page.keyboard.press("Backspace");
  await workbench.page.keyboard.type("60");
}
