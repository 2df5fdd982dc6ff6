import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { checked, extension, fixtures, keepPicture } from "../harness/cases.ts";
import { codeLenses, lineLike } from "../harness/editor.ts";
import { panelWithTitle } from "../harness/panel.ts";
import { openWebWorkbench } from "../harness/web.ts";

// The extension's browser entry, with the language server in a worker, in the oldest VS Code that it supports.

test("web worker: hints, lens and panel", async () => {
  const workspace = path.join(fixtures, "workspace");
  await using workbench = await openWebWorkbench({ extension, workspace, file: "web.yaml" });
  await checked(workbench, "web-worker", async () => {
    assert.match(await lineLike(workbench, /name: app.*crashes \d×/), /crashes 3×, ready at ~4m5s$/);
    await codeLenses(workbench).filter({ hasText: "Simulate pod" }).click();
    const panel = await panelWithTitle(workbench, /^Simulate/);
    await panel.locator(".answer").filter({ hasText: "crashes 3 times" }).waitFor();
    await keepPicture(workbench, "web-worker");
  });
});
