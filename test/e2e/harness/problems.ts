import { runCommand } from "./commands.ts";
import type { Workbench } from "./workbench.ts";

/** The rows of the Problems view, as soon as there are some. */
export async function problemRows(workbench: Workbench): Promise<string[]> {
  await runCommand(workbench, "View: Focus Problems (Errors, Warnings, Infos)");
  const rows = workbench.page.locator(".markers-panel .monaco-list-row");
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}
