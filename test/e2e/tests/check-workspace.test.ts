import { cp, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright-core";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { openFile, runCommand, tab } from "../harness/commands.ts";
import { lineLike, putCursorBehind } from "../harness/editor.ts";
import { waitForProblems } from "../harness/problems.ts";
import { readWorkspaceFile, type Workbench } from "../harness/workbench.ts";

// The problems of all manifests are listed, open or not, and follow what is written elsewhere.

const windowTest = windowTests("checked");
const checkWorkspace = "Pod Cadence: Check Workspace";
const progress = /Checking workspace: [\d,]+ files/;

windowTest("the problems of files that are not open are listed", {}, async (workbench) => {
  const { page, workspace } = workbench;
  await runCommand(workbench, checkWorkspace);
  await toast(workbench, "2 warnings, 1 note in 2 files. Checked 3 files in").waitFor();
  await waitForProblems(workbench, ["mistakes.yaml 2", "worker.yaml 1"]);
  await keepPicture(workbench, "check-workspace");

  // Others write a file and rename one.
  const mistakes = await readWorkspaceFile(workbench, "mistakes.yaml");
  await writeFile(path.join(workspace, "mistakes.yaml"), mistakes.replace("crahses", "crashes"));
  await rename(path.join(workspace, "team/worker.yaml"), path.join(workspace, "renamed.yaml"));
  await waitForProblems(workbench, ["mistakes.yaml 1", "renamed.yaml 1"]);

  // What is open is listed once, as it is typed; what is closed, as it was saved.
  await openFile(workbench, "mistakes.yaml");
  await lineLike(workbench, /crashes after 5m.*restarts/);
  await waitForProblems(workbench, ["mistakes.yaml 1", "renamed.yaml 1"]);
  await putCursorBehind(workbench, "timeoutSeconds: 15");
  await page.keyboard.press("Backspace");
  await waitForProblems(workbench, ["renamed.yaml 1"]);
  await runCommand(workbench, "File: Revert File");
  await runCommand(workbench, "View: Close All Editors");
  await tab(workbench, "mistakes.yaml").waitFor({ state: "detached" });
  await waitForProblems(workbench, ["mistakes.yaml 1", "renamed.yaml 1"]);

  // Once more, from the list: it stays open.
  await runCommand(workbench, "View: Focus Problems (Errors, Warnings, Infos)");
  await runCommand(workbench, checkWorkspace);
  await toast(workbench, "1 warning, 1 note in 2 files. Checked 3 files in").waitFor();
  await waitForProblems(workbench, ["mistakes.yaml 1", "renamed.yaml 1"]);
  await toast(workbench, progress).waitFor({ state: "detached" });
  await runCommand(workbench, "Notifications: Clear All Notifications");
});

windowTest("a check of many files can be canceled", {}, async (workbench) => {
  const { workspace } = workbench;
  const copies = Array.from({ length: 1000 }, (_, index) => path.join(workspace, `copies/${index}.yaml`));
  await Promise.all(copies.map((copy) => cp(path.join(workspace, "mistakes.yaml"), copy)));
  await runCommand(workbench, checkWorkspace);
  const running = toast(workbench, progress);
  await running.waitFor();
  await keepPicture(workbench, "check-workspace-progress");
  await running.getByRole("button", { name: "Cancel" }).click();
  await running.waitFor({ state: "detached" });
});

function toast({ page }: Workbench, text: string | RegExp): Locator {
  return page.locator(".notification-toast").filter({ hasText: text });
}
