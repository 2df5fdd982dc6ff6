import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { codeAction } from "../../harness/actions.ts";
import { type Check, checked, fixtures, keepPicture } from "../../harness/cases.ts";
import { runCommand } from "../../harness/commands.ts";
import { editorOf, hover, lineLike, putCursorBehind, textOf } from "../../harness/editor.ts";
import { openByLens } from "../../harness/panel.ts";
import { problemLike } from "../../harness/problems.ts";
import { followRuleLink } from "../../harness/rule-page.ts";
import { atKeyboard, suggestions, suggestWhileTyping } from "../../harness/suggestions.ts";
import { openWebWorkbench } from "../../harness/web.ts";
import type { WebBuild } from "../../harness/web-build.ts";

// The extension's browser entry: language server in a worker, files in memory, no machine behind it. In the oldest VS Code that
// the extension supports, and in the newest one that there is.

const answers: Check = async (workbench) => {
  const { page } = workbench;
  assert.match(await lineLike(workbench, /name: app.*crashes \d×/), /crashes 3×, ready at ~3m55s$/);
  assert.match(await textOf(await hover(workbench, "name: app", "Simulate pod")), /crashes 3 times/);

  const panel = await openByLens(workbench);
  await panel.locator(".answer").filter({ hasText: "crashes 3 times" }).waitFor();
  const exportAs = async (name: string): Promise<void> => {
    await panel.getByRole("button", { name: "More" }).click();
    await panel.getByRole("button", { name }).click();
  };
  await exportAs("Copy command line");
  await page.locator(".statusbar-item").filter({ hasText: "Copied the command to the clipboard." }).waitFor();
  await exportAs("Table (Markdown)");
  await page.locator(".editor-instance .view-line").filter({ hasText: "# Pod/web" }).waitFor();

  await runCommand(workbench, "Pod Cadence: Connect to Cluster");
  const toast = page.locator(".notification-toast").filter({ hasText: "Can't connect to a cluster from the browser." });
  await toast.hover();
  assert.match(await toast.innerText(), /Open this folder in VS Code on your desktop or in a remote workspace\./);
  await toast.getByRole("button", { name: /^Clear Notification/ }).click();
  await toast.waitFor({ state: "hidden" });
};

const repairs: Check = async (workbench) => {
  const underlined = editorOf(workbench).locator(".squiggly-warning");
  await underlined.nth(1).waitFor();
  assert.match(await problemLike(workbench, /timeout-exceeds-period/), /A hang leads to SIGTERM after 45–55s/);
  await putCursorBehind(workbench, "timeoutSeconds: 15");
  await codeAction(workbench, "Set periodSeconds to 15");
  await workbench.page.keyboard.press("Enter"); // the first one has the focus
  await lineLike(workbench, /periodSeconds: 15$/);
  await underlined.nth(1).waitFor({ state: "hidden" });

  await putCursorBehind(workbench, "periodSeconds: 15");
  await atKeyboard(workbench, [{ type: "\nfail" }]);
  await suggestions(workbench, "failureThreshold");
  await atKeyboard(workbench, [{ take: "failureThreshold" }, { type: "1\n" }]);
  await lineLike(workbench, /failureThreshold: 1$/);
  await lineLike(workbench, / livenessProbe:.*SIGTERM in \d/);
};

interface Case {
  readonly name: string;
  readonly file: string;
  readonly check: Check;
  /** The newest one is made of code-server, whose Markdown extension has no code for browsers. */
  readonly only?: WebBuild;
}

const cases: readonly Case[] = [
  { name: "hints, hover, panel, exports, and why there is no cluster", file: "web.yaml", check: answers },
  { name: "problems, a quick fix, and completion", file: "mistakes.yaml", check: repairs },
  {
    name: "the link of a problem opens the page of its rule",
    file: "mistakes.yaml",
    check: followRuleLink,
    only: "oldest",
  },
];

for (const build of ["oldest", "newest"] satisfies readonly WebBuild[])
  for (const [index, { name, file, check }] of cases.filter(({ only = build }) => only === build).entries())
    test(`web worker, ${build} VS Code: ${name}`, async () => {
      const workspace = path.join(fixtures, "workspace");
      await using workbench = await openWebWorkbench({
        build,
        workspace,
        file,
        settings: suggestWhileTyping,
      });
      await checked(workbench, `web-${build}-${index}-${file}`, check);
      await keepPicture(workbench, `web-${build}-${path.parse(file).name}`);
    });
