import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { runCommand } from "./commands.ts";
import type { Workbench } from "./workbench.ts";

/** The rows of the Problems view, as soon as there are some. */
export async function problemRows(workbench: Workbench): Promise<string[]> {
  await runCommand(workbench, "View: Focus Problems (Errors, Warnings, Infos)");
  const rows = rowsOf(workbench);
  await rows.first().waitFor();
  return await textsOf(rows);
}

/** The first row of the Problems view that matches, as soon as there is one. */
export async function problemLike(workbench: Workbench, pattern: RegExp): Promise<string> {
  let rows = await problemRows(workbench);
  return await eventually(
    () => `no problem like ${pattern}:\n${rows.join("\n")}`,
    async () => {
      rows = await textsOf(rowsOf(workbench));
      return rows.find((row) => pattern.test(row));
    },
  );
}

/** Waits until the Problems view, which must be in sight, lists exactly these files, each with how many problems it has: `a.yaml 2`. */
export async function waitForProblems(workbench: Workbench, expected: readonly string[]): Promise<void> {
  const files = rowsOf(workbench).and(workbench.page.locator('[aria-level="1"]'));
  let shown = "nothing";
  await eventually(
    () => `the Problems view lists ${shown}, not ${expected.join(", ")}`,
    async () => {
      const found = await files.evaluateAll((rows) =>
        rows.map((row) => ["a.label-name", ".monaco-count-badge"].map((part) => row.querySelector(part)?.textContent)),
      );
      shown = found.map((parts) => parts.join(" ")).join(", ");
      return shown === expected.join(", ") ? true : undefined;
    },
  );
}

function rowsOf({ page }: Workbench): Locator {
  return page.locator(".markers-panel .monaco-list-row");
}

async function textsOf(rows: Locator): Promise<string[]> {
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}
