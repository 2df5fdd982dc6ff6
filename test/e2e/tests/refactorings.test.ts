import assert from "node:assert/strict";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { lineLike, putCursorBehind, saved } from "../harness/editor.ts";
import { readWorkspaceFile } from "../harness/workbench.ts";

// Other ways to write what is there: comments stay, and the cursor goes to what a person has to decide.

const windowTest = windowTests();

windowTest(
  "a delay becomes a startup probe, and one question becomes two",
  { file: "shop.yaml" },
  async (workbench) => {
    const { keyboard } = workbench.page;
    await lineLike(workbench, /livenessProbe:.*hang/);
    await putCursorBehind(workbench, "initialDelaySeconds: 90");
    const startup = await codeAction(workbench, "Add startup probe from liveness delay");
    await keepPicture(workbench, "refactorings");
    await startup.click();
    await lineLike(workbench, /failureThreshold: 12 #/);
    await keyboard.type("20"); // over the threshold
    await lineLike(workbench, /startupProbe:.*must start within 3m10s/);
    await keyboard.press("Escape");

    await putCursorBehind(workbench, "readinessProbe:");
    await (await codeAction(workbench, "Split liveness and readiness")).click();
    await lineLike(workbench, /path: \/readyz/);
    await keepPicture(workbench, "refactorings-split");
    await keyboard.type("/ready"); // over the path
    assert.equal(
      await saved(workbench, "shop.yaml"),
      `apiVersion: v1
kind: Pod
metadata:
  name: shop
spec:
  containers:
  - name: app
    image: registry.example/shop:2.3.0
    livenessProbe:
      httpGet: {path: /healthz, port: 8080} # answers while it is busy, too
      periodSeconds: 10
    startupProbe:
      httpGet: {path: /healthz, port: 8080}
      periodSeconds: 10
      # The cache is filled first.
      failureThreshold: 20 # measured in March
    readinessProbe:
      httpGet: {path: /ready, port: 8080} # the same question
      periodSeconds: 5
`,
    );
  },
);

windowTest("a shell loop becomes restarts", { file: "import.yaml" }, async (workbench) => {
  const before = await readWorkspaceFile(workbench, "import.yaml");
  await lineLike(workbench, /name: load/);
  await putCursorBehind(workbench, "command:");
  await (await codeAction(workbench, "Convert restart loop to restartPolicyRules")).click();
  await lineLike(workbench, /name: load.*on crash ↻/);
  await keepPicture(workbench, "refactorings-loop");
  const loop = "      until load --all; do\n        sleep 5\n      done\n";
  const expected = before
    .replace(loop, "      load --all\n")
    .replace("    command:\n", "    restartPolicy: OnFailure\n    command:\n");
  assert.equal(await saved(workbench, "import.yaml"), expected);
});
