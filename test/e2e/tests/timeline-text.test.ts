import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { eventually } from "../../patience.ts";
import { checked, fixtures, keepPicture, windowTests } from "../harness/cases.ts";
import { offeredCommands, runCommand, tab } from "../harness/commands.ts";
import { editorBeside, lineLike, linesOf, putCursorBehind } from "../harness/editor.ts";
import { keepPictures } from "../harness/themes.ts";
import { openWebWorkbench } from "../harness/web.ts";
import type { Workbench } from "../harness/workbench.ts";

// The timeline as a document beside the manifest, which follows it through edits, mistakes and its end.

const windowTest = windowTests();
const showTimeline = "Pod Cadence: Show Timeline as Text";

windowTest("the timeline as text follows its manifest", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  await lineLike(workbench, /name: app.*crashes \d×/);
  await runCommand(workbench, showTimeline);
  await tab(workbench, "Timeline of Pod web.txt").waitFor();
  const opening = await besideWhen(workbench, /crashes 3 times/);
  assert.deepEqual(opening.slice(0, 2), [
    "Pod/web",
    "Kubernetes 1.37 · gates default · kubelet configuration: default",
  ]);
  assert.ok(opening.some((line) => /^TIME +CONTAINER +WHAT +WHY$/.test(line)));
  assert.ok(opening.some((line) => /^\S+ +app +app starts\./.test(line)));
  await keepPictures(workbench, "timeline-text");

  await putCursorBehind(workbench, "1m x3");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("4");
  await besideWhen(workbench, /crashes 4 times/);

  await putCursorBehind(workbench, "web:1.4.2");
  await page.keyboard.type(" : x");
  const broken = await besideWhen(workbench, /^The manifest is not valid: Line 9: .* The following is from before\.$/);
  assert.ok(
    broken.some((line) => /crashes 4 times/.test(line)),
    broken.join("\n"),
  );
  await keepPicture(workbench, "timeline-text-broken");
  for (const _ of " : x") await page.keyboard.press("Backspace");
  const repaired = await besideWhen(workbench, /crashes 4 times/, /^Pod\/web$/);
  assert.equal(repaired[0], "Pod/web");

  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  assert.deepEqual(await besideWhen(workbench, /no longer contains/), [
    "The manifest no longer contains this pod.",
    "",
  ]);
});

windowTest("the command is offered only where a manifest has a pod", {}, async (workbench) => {
  const offered = await offeredCommands(workbench, "Pod Cadence: Show");
  assert.ok(offered.some((title) => title.includes("Show Log")));
  assert.ok(!offered.some((title) => title.includes("Show Timeline as Text")), offered.join("\n"));
});

test("web worker: the timeline as text", async () => {
  const workspace = path.join(fixtures, "workspace");
  await using workbench = await openWebWorkbench({ build: "oldest", workspace, file: "web.yaml" });
  await checked(workbench, "web-timeline-text", async () => {
    await lineLike(workbench, /name: app.*crashes \d×/);
    await runCommand(workbench, showTimeline);
    await besideWhen(workbench, /crashes 3 times/, /^Pod\/web$/);
  });
});

/** The lines of the document beside, as soon as one matches, and the first one `first`. */
async function besideWhen(workbench: Workbench, pattern: RegExp, first = /./): Promise<string[]> {
  const shown = () => linesOf(editorBeside(workbench));
  return await eventually(
    async () => `no line like ${pattern} beside:\n${(await shown()).join("\n")}`,
    async () => {
      const lines = await shown();
      return first.test(lines[0] ?? "") && lines.some((line) => pattern.test(line)) ? lines : undefined;
    },
  );
}
