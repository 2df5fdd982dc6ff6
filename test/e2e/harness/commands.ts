import path from "node:path";
import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { appears } from "./appears.ts";
import type { Workbench } from "./workbench.ts";

/** So often the focus must be seen on an entry before Enter goes to it. */
const steadyLooks = 10;
const searchPatienceMs = 2_000;
const openPatienceMs = 8_000;

/**
 * Runs a command by its full title ("Category: Title") through the command palette; the picks are then chosen, in turn, in
 * the lists that the command shows.
 */
export async function runCommand(workbench: Workbench, title: string, ...picks: readonly string[]): Promise<void> {
  await search(workbench, "F1", `>${title}`, entry(workbench, title));
  for (const label of [title, ...picks]) await pick(workbench, label);
}

/** The titles that the command palette offers for a text. */
export async function offeredCommands(workbench: Workbench, text: string): Promise<string[]> {
  const rows = quickRows(workbench);
  await search(workbench, "F1", `>${text}`, rows.filter({ hasText: text }));
  const titles = await rows.allInnerTexts();
  await workbench.page.keyboard.press("Escape");
  return titles.map((title) => title.replace(/\s+/g, " ").trim()).filter((title) => title.includes(text));
}

/** Opens a file of the workspace through "Go to File". Again if it does not come: a window that is still loading closes the list. */
export async function openFile(workbench: Workbench, file: string): Promise<void> {
  const name = path.basename(file);
  await eventually(`${file} does not open`, async () => {
    await search(workbench, "ControlOrMeta+P", file, entry(workbench, name));
    await pick(workbench, name);
    return await appears(tab(workbench, name), openPatienceMs);
  });
}

export function tab({ page }: Workbench, name: string): Locator {
  return page.locator(".part.editor .tab").filter({ hasText: name });
}

/**
 * Chooses the entry with exactly this label in the open list. The best match, which has the focus, may be another one, and
 * the list is sorted again while results come in, so that a click may hit a neighbor: walks to the entry, and presses Enter
 * only when the focus has stayed there.
 */
export async function pick(workbench: Workbench, label: string): Promise<void> {
  const { page } = workbench;
  const wanted = entry(workbench, label);
  const focused = wanted.and(page.locator(".focused"));
  const shown = async (): Promise<string> => (await quickRows(workbench).allInnerTexts()).join(" | ");
  let steady = 0;
  await eventually(
    async () => `no entry "${label}" in the list: ${(await shown()).replace(/\s+/g, " ")}`,
    async () => {
      if ((await focused.count()) > 0) {
        steady += 1;
        return steady >= steadyLooks ? true : undefined;
      }
      steady = 0;
      if ((await wanted.count()) > 0) await page.keyboard.press("ArrowDown");
      return undefined;
    },
  );
  await page.keyboard.press("Enter");
  await focused.waitFor({ state: "hidden" });
}

/**
 * A search that starts too early, before files or commands are known, finds nothing and is not repeated by the workbench; and what
 * takes the keyboard meanwhile closes it.
 */
async function search(workbench: Workbench, key: string, text: string, wanted: Locator): Promise<void> {
  await workbench.page.keyboard.press(key);
  await eventually(`the quick input does not find ${text}`, async () => {
    if (!(await quickInput(workbench).isVisible())) await workbench.page.keyboard.press(key);
    if (!(await appears(quickInput(workbench), searchPatienceMs))) return undefined;
    await quickInput(workbench).fill("");
    await quickInput(workbench).fill(text);
    return await appears(wanted.first(), searchPatienceMs);
  });
}

function quickInput({ page }: Workbench): Locator {
  return page.locator('.quick-input-widget:visible input[type="text"]');
}

function quickRows({ page }: Workbench): Locator {
  return page.locator(".quick-input-widget:visible .monaco-list-row");
}

function entry(workbench: Workbench, label: string): Locator {
  return quickRows(workbench).filter({ has: workbench.page.getByText(label, { exact: true }) });
}
