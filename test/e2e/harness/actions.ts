import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { appears } from "./appears.ts";
import { runCommand } from "./commands.ts";
import type { Workbench } from "./workbench.ts";

const patienceMs = 5_000;

/** The line of the menu of code actions at the cursor, with the menu open. */
export async function codeAction(workbench: Workbench, title: string): Promise<Locator> {
  return await lineOfMenu(workbench, title, () => workbench.page.keyboard.press("Control+."));
}

/** The same of the actions on the file as a whole. */
export async function sourceAction(workbench: Workbench, title: string): Promise<Locator> {
  return await lineOfMenu(workbench, title, () => runCommand(workbench, "Source Action..."));
}

/** Asked for again if it does not come: the menu closes when diagnostics change while it opens. */
async function lineOfMenu({ page }: Workbench, title: string, open: () => Promise<void>): Promise<Locator> {
  const line = page.locator(".action-widget .monaco-list-row.action").filter({ hasText: title }).first();
  return await eventually(`no code action with "${title}"`, async () => {
    await open();
    if (await appears(line, patienceMs)) return line;
    await page.keyboard.press("Escape");
    return undefined;
  });
}
