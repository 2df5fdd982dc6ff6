import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../../patience.ts";
import type { Workbench } from "./workbench.ts";

/** No person uses this key. */
const key = "Control+Alt+Shift+F11";

/** The user's keybindings: one key closes what a test has opened, an editor with each press, and saves nothing. */
export const clearingKeybindings = JSON.stringify([
  {
    key: key.toLowerCase().replace("control", "ctrl"),
    command: "runCommands",
    args: {
      commands: [
        "workbench.action.closeQuickOpen",
        "notifications.clearAll",
        "workbench.action.closePanel",
        "workbench.view.explorer",
        "workbench.action.focusActiveEditorGroup",
        "workbench.action.revertAndCloseActiveEditor",
      ],
    },
  },
]);

/** Closes the editors, the panel below, and what lies over them. */
export async function clearWindow({ page }: Workbench): Promise<void> {
  const tabs = page.locator(".part.editor .tab");
  const open = page.locator(
    ".part.panel:visible, .quick-input-widget:visible, .notification-toast, .context-view:visible",
  );
  let left = -1;
  await eventually(
    () => `${left} editors stay open`,
    async () => {
      left = await tabs.count();
      if (left === 0 && (await open.count()) === 0) return true;
      await page.evaluate(() => {
        window.focus();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.press(key);
      await eventually("", async () => ((await tabs.count()) < left ? true : undefined), pressPatienceMs).catch(
        () => undefined,
      );
      return undefined;
    },
  );
}

const pressPatienceMs = 1_000;

/**
 * Writes the manifests of a folder as those of another one. False when the folders have other files, or differ in one whose name
 * begins with a dot: settings and project files count for a while after they have changed.
 */
export async function restoreFiles(folder: string, from: string): Promise<boolean> {
  const [now, wanted] = await Promise.all([filesIn(folder), filesIn(from)]);
  if (now.size !== wanted.size || [...now.keys()].some((file) => !wanted.has(file))) return false;
  const changed = [...wanted].filter(([file, bytes]) => now.get(file)?.equals(bytes) !== true);
  if (changed.some(([file]) => path.basename(file).startsWith("."))) return false;
  for (const [file, bytes] of changed) await writeFile(path.join(folder, file), bytes);
  return true;
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(
    await Promise.all(files.map(async (file) => [path.relative(folder, file), await readFile(file)] as const)),
  );
}
