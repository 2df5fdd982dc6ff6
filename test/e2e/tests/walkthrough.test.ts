import assert from "node:assert/strict";
import { eventually } from "../../patience.ts";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { openFile, runCommand, tab } from "../harness/commands.ts";
import { hover, lineLike, putCursorBehind } from "../harness/editor.ts";
import { openByLens } from "../harness/panel.ts";
import type { Workbench } from "../harness/workbench.ts";

// Each step of the walkthrough is done by doing it, on a manifest of one's own.

const windowTest = windowTests();

/** Ids of the steps that have their tick, in order. */
async function done({ page }: Workbench): Promise<readonly string[]> {
  return await page.locator(".gettingStartedContainer [data-step-id]").evaluateAll((steps) =>
    steps.flatMap((step) => {
      const id = step.getAttribute("data-step-id")?.split("#").at(-1) ?? "";
      return step.querySelector(".codicon-getting-started-step-checked") === null ? [] : [id];
    }),
  );
}

async function waitForDone(workbench: Workbench, expected: readonly string[]): Promise<void> {
  await tab(workbench, "Welcome").click();
  let last: readonly string[] = [];
  await eventually(
    () => `done are ${last.join(", ") || "none"}, not ${expected.join(", ")}`,
    async () => {
      last = await done(workbench);
      return expected.join() === last.join() || undefined;
    },
  );
}

windowTest("the steps of the walkthrough complete by doing them", {}, async (workbench) => {
  const { page } = workbench;
  await runCommand(workbench, "Welcome: Open Walkthrough...", "Get Started with Pod Cadence");
  await page.locator(".gettingStartedContainer").getByText("Read a hint").first().waitFor();
  assert.deepEqual(await done(workbench), []);

  await openFile(workbench, "mistakes.yaml");
  await lineLike(workbench, /livenessProbe:.*SIGTERM/);
  await waitForDone(workbench, ["hint"]);

  await tab(workbench, "mistakes.yaml").click();
  await hover(workbench, "livenessProbe", "SIGTERM");
  await waitForDone(workbench, ["hint", "hover"]);

  await tab(workbench, "mistakes.yaml").click();
  await openByLens(workbench);
  await tab(workbench, "Simulate mistakes").click({ button: "middle" });
  await waitForDone(workbench, ["hint", "hover", "simulate"]);

  await tab(workbench, "mistakes.yaml").click();
  await putCursorBehind(workbench, "timeoutSeconds: 15");
  await codeAction(workbench, "Set periodSeconds to 15");
  await page.keyboard.press("Enter");
  await lineLike(workbench, /periodSeconds: 15$/);
  await waitForDone(workbench, ["hint", "hover", "simulate", "repair"]);

  await tab(workbench, "mistakes.yaml").click();
  await putCursorBehind(workbench, "crahses after 5m");
  await page.keyboard.type(", then runs");
  await waitForDone(workbench, ["hint", "hover", "simulate", "repair", "describe"]);
  await keepPicture(workbench, "walkthrough");
});
