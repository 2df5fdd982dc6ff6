import type { Locator } from "playwright-core";
import { appears, eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

const patienceMs = 5_000;

/**
 * The line of the menu of code actions at the cursor, with the menu open.
 * Asked for again if it does not come: the menu closes when diagnostics change while it opens.
 */
export async function codeAction({ page }: Workbench, title: string): Promise<Locator> {
  const line = page.locator(".action-widget .monaco-list-row.action").filter({ hasText: title }).first();
  return await eventually(`no code action with "${title}"`, async () => {
    await page.keyboard.press("Control+.");
    if (await appears(line, patienceMs)) return line;
    await page.keyboard.press("Escape");
    return undefined;
  });
}
