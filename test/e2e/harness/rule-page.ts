import { tab } from "./commands.ts";
import { editorOf, hover } from "./editor.ts";
import type { Workbench } from "./workbench.ts";

/** Follows the link of a problem of mistakes.yaml to the page of its rule, which opens as a preview. */
export async function followRuleLink(workbench: Workbench): Promise<void> {
  await editorOf(workbench).locator(".squiggly-warning").nth(1).waitFor();
  const shown = await hover(workbench, "15", "timeout-exceeds-period");
  await shown.getByRole("link", { name: "timeout-exceeds-period" }).click();
  await tab(workbench, "timeout-exceeds-period").waitFor();
  const page = workbench.page.locator("iframe.webview.ready:visible").contentFrame().locator("iframe").contentFrame();
  await page.getByRole("heading", { name: "timeout-exceeds-period" }).waitFor();
}
