import assert from "node:assert/strict";
import { eventually } from "../../patience.ts";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { lineLike, putCursorBehind, shownLines } from "../harness/editor.ts";
import type { Workbench } from "../harness/workbench.ts";

// Today's forecast becomes lines that fail when it changes.

const windowTest = windowTests();
const pinForecast = "Pod Cadence: Pin Forecast";

windowTest("a forecast is pinned, kept and brought up to date", { file: "web.yaml" }, async (workbench) => {
  const { page } = workbench;
  await lineLike(workbench, /name: app.*crashes \d×/);
  const before = await shownLines(workbench);
  await putCursorBehind(workbench, "periodSeconds: 5");
  await runCommand(workbench, pinForecast);
  await isExplicit(workbench, "Forecast pinned: 5 expect lines added.");
  const pinned = [
    "  # cadence: expect ready within 27s",
    "  # cadence: app: expect restarts <= 3 within 30m",
    "  # cadence: logs: expect restarts <= 0 within 30m",
    "  # cadence: expect no probe kill within 30m",
    "  # cadence: expect down at most 2m10s within 30m",
  ];
  assert.deepEqual((await shownLines(workbench)).slice(5, 12), ["spec:", ...pinned, "  containers:"]);
  await keepPicture(workbench, "pin");

  await runCommand(workbench, pinForecast);
  await isExplicit(workbench, "The forecast is already pinned.");
  await putCursorBehind(workbench, "1m x3");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("4");
  await lineLike(workbench, /name: app.*crashes 4×/);
  await (await codeAction(workbench, "Pin forecast as expect lines")).click();
  await isExplicit(workbench, "Forecast pinned: 2 expect lines updated.");
  await lineLike(workbench, /app: expect restarts <= 4 within 30m/);

  // One step for each pin, two for what was typed.
  for (const _ of ["update", "4", "Backspace", "pin"]) await page.keyboard.press("Control+Z");
  await eventually(
    async () => `not as it was:\n${(await shownLines(workbench)).join("\n")}`,
    async () => ((await shownLines(workbench)).join("\n") === before.join("\n") ? true : undefined),
  );
});

async function isExplicit(workbench: Workbench, message: string): Promise<void> {
  const toast = workbench.page.locator(".notification-toast").filter({ hasText: message });
  await toast.waitFor();
  await runCommand(workbench, "Notifications: Clear All Notifications");
  await toast.waitFor({ state: "detached" });
}
