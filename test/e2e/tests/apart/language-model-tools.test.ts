import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fixtures, keepPicture, windowTests } from "../../harness/cases.ts";
import { runCommand } from "../../harness/commands.ts";
import { lineLike } from "../../harness/editor.ts";
import { packed } from "../../harness/packed.ts";

// The tools for language models, called by another extension as a chat calls them.

const scratch = mkdtempSync(path.join(os.tmpdir(), "tool-caller-"));
after(() => rmSync(scratch, { recursive: true, force: true }));
const caller = packed(path.join(fixtures, "tool-caller"), scratch, "tool-caller");
const windowTest = windowTests("workspace", [caller]);
const settings = { "chat.disableAIFeatures": false };

windowTest("language models can call each tool", { file: "web.yaml", settings }, async (workbench) => {
  await lineLike(workbench, /name: app.*crashes 3×/);
  await runCommand(workbench, "Stand-in: Call Tools");
  await lineLike(workbench, /^podCadence_observe: rejected: .*No cluster is connected/);
  await keepPicture(workbench, "language-model-tools");
  for (const line of [
    /^tools: podCadence_check podCadence_diff podCadence_explain podCadence_explainRule podCadence_forecast podCadence_observe podCadence_simulate$/,
    /^podCadence_check: \{"errors":0,/,
    /^podCadence_forecast: \{"pods":\[\{"pod":"Pod\/web in default"/,
    /^podCadence_simulate: \{"pod":"Pod\/web","seed":1,"until":"1m","happened":\[/,
    /^podCadence_diff: \{"worst":"changed","changes":\[\{"object":"Pod\/web","is":"added"/,
    /^podCadence_explain: \{"pods":\[\{"pod":"Pod\/web in default"/,
    /^podCadence_explainRule: # port-refused/,
  ])
    await lineLike(workbench, line);
});
