import assert from "node:assert/strict";
import { eventually } from "../../patience.ts";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { pick } from "../harness/commands.ts";
import { editorOf, hover, lineLike, putCursorBehind, textOf } from "../harness/editor.ts";
import type { Workbench } from "../harness/workbench.ts";

// What people want is turned into what they have to write, and what a number does is told where it stands.

const windowTest = windowTests();

windowTest("a goal becomes a threshold", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  assert.match(await lineLike(workbench, /startupProbe:.*within/), /must start within 55s$/);
  await putCursorBehind(workbench, "failureThreshold: 12");
  await (await codeAction(workbench, "Allow 2m to start…")).click();
  const input = page.locator('.quick-input-widget:visible input[type="text"]');
  await input.waitFor();
  assert.equal(await input.inputValue(), "2m");
  await saysOfAmount(workbench, /failureThreshold: 25 — must start within 2m \(now 55s\)/);
  await input.fill("3 minutes");
  await saysOfAmount(workbench, /Write a number with its unit/);
  await input.fill("3m");
  await saysOfAmount(workbench, /failureThreshold: 40 — must start within 3m15s \(now 55s\)/);
  await keepPicture(workbench, "solve-amount");
  await input.press("Enter");

  const ways = page.locator(".quick-input-widget:visible .monaco-list-row");
  await ways.filter({ hasText: "periodSeconds: 2, failureThreshold: 100" }).waitFor();
  await keepPicture(workbench, "solve-ways");
  await pick(workbench, "periodSeconds: 2, failureThreshold: 100");
  await lineLike(workbench, /^ +failureThreshold: 100$/);
  await lineLike(workbench, /^ +periodSeconds: 2$/);
  assert.match(await lineLike(workbench, /startupProbe:.*within (?!55s)/), /must start within 3m15s$/);
});

windowTest("a number says what one more of it does", { file: "web.yaml" }, async (workbench) => {
  const shown = await hover(workbench, "failureThreshold: 12", "12 → 13");
  const rows = shown.locator("table").last().locator("tbody tr");
  assert.deepEqual(
    (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim()),
    ["12 → 13 End of startup budget 55s–1m → 1m–1m5s", "12 → 11 End of startup budget 55s–1m → 50–55s"],
  );
  assert.match(await textOf(shown), /^It must start within 55s, or the startup probe kills it/);
  await editorOf(workbench).click();
});

async function saysOfAmount({ page }: Workbench, expected: RegExp): Promise<void> {
  const message = page.locator(".quick-input-widget:visible .quick-input-message");
  await eventually(
    async () => `the input box does not say ${expected}, but: ${await message.innerText()}`,
    async () => (expected.test((await message.innerText()).replaceAll("\u00a0", " ")) ? true : undefined),
  );
}
