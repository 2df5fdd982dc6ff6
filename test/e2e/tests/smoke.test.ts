import { test } from "node:test";
import { startDesktop } from "../harness/desktop.ts";
import { openWebWorkbench } from "../harness/web.ts";
import { shownLines, lineLike, codeLenses, hover, textOf } from "../harness/editor.ts";
import { runCommand, openFile } from "../harness/commands.ts";
import { problemRows } from "../harness/problems.ts";
test("desk", async () => {
  await using d = await startDesktop({ vsix: ["/work/main/dist/pod-cadence-0.1.0.vsix"], workspace: "/work/main/test/e2e/fixtures/workspace" });
  for (const file of ["web.yaml", "prometheusAdapter-deployment.yaml", "jobset-sidecar-container-mode.yaml", "kubeletconf.yaml", "pinned/worker.yaml"]) {
    const t = performance.now();
    await using w = await d.open({ file });
    console.log("=====", file, performance.now() - t);
    if (!file.includes("kubelet")) await codeLenses(w).first().waitFor();
    await new Promise(r => setTimeout(r, 2500));
    console.log((await shownLines(w)).join("\n"), await codeLenses(w).allInnerTexts(), performance.now() - t);
    console.log(await w.page.locator(".statusbar-item").allInnerTexts());
    await w.page.screenshot({ path: `/tmp/smoke-${file.replace(/\W/g, "-")}.png` });
    if (file === "web.yaml") {
    	console.log(await problemRows(w));
    for (const word of ["name: app", "startupProbe", "livenessProbe", "rusn", "name: logs"]) console.log("--- hover", word, "\n", await hover(w, word).then(textOf, String));
    await w.page.screenshot({ path: `/tmp/smoke-hover.png` });
    }
    console.log(w.misdeeds, w.console);
  }
});
test("web", async () => {
  await using w = await openWebWorkbench({ extension: "/work/main", workspace: "/work/main/test/e2e/fixtures/workspace", file: "web.yaml" });
  await codeLenses(w).first().waitFor();
  console.log((await shownLines(w)), w.misdeeds, w.console);
  await w.page.screenshot({ path: "/tmp/smoke-web.png" });
});
