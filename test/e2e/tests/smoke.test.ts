import { test } from "node:test";
import { startDesktop } from "/work/main/test/e2e/harness/desktop.ts";
import { openWebWorkbench } from "/work/main/test/e2e/harness/web.ts";
import { shownLines, lineLike } from "/work/main/test/e2e/harness/editor.ts";
import { runCommand, openFile } from "/work/main/test/e2e/harness/commands.ts";
test("desk", async () => {
  await using d = await startDesktop({ vsix: [], workspace: "/work/main/test/e2e/fixtures/workspace" });
  for (const theme of ["Light Modern", "Default High Contrast"]) {
    const t = performance.now();
    await using w = await d.open({ file: "web.yaml", settings: { "workbench.colorTheme": theme } });
    console.log((await shownLines(w)).slice(0, 3), performance.now() - t);
    await openFile(w, "worker.yaml");
    console.log((await lineLike(w, /kind: Pod/)), w.misdeeds, w.console.slice(0,5), performance.now() - t);
    await w.page.screenshot({ path: "/tmp/smoke.png" });
  }
});
test("web", async () => {
  await using w = await openWebWorkbench({ extension: "/work/main", workspace: "/work/main/test/e2e/fixtures/workspace", file: "web.yaml" });
  console.log((await shownLines(w)).slice(0, 3), w.misdeeds, w.console);
  await w.page.screenshot({ path: "/tmp/smoke-web.png" });
});
