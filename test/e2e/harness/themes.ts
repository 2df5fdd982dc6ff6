import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { eventually } from "../../patience.ts";
import { keepPicture } from "./cases.ts";
import type { Workbench } from "./workbench.ts";

/** The classes that VS Code gives to its window and to the pages in it. */
const classes = {
  "Light Modern": { window: "vs", page: "vscode-light" },
  "Dark Modern": { window: "vs-dark", page: "vscode-dark" },
  "Default High Contrast": { window: "hc-black", page: "vscode-high-contrast" },
  "Default High Contrast Light": { window: "hc-light", page: "vscode-high-contrast-light" },
} as const;

export type Theme = keyof typeof classes;

export const allThemes: readonly Theme[] = [
  "Light Modern",
  "Dark Modern",
  "Default High Contrast",
  "Default High Contrast Light",
];
export const threeThemes = allThemes.slice(0, 3);

/**
 * Keeps what the window shows in each of the themes as `output/<subject>-<theme>.png`. A window that people have open follows
 * their theme, and so does each page in it.
 * @param show what goes away when the theme changes, as a hover does
 */
export async function keepPictures(
  workbench: Workbench,
  subject: string,
  themes: readonly Theme[] = threeThemes,
  show: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (const theme of themes) {
    await changeTheme(workbench, theme);
    await show();
    await keepPicture(workbench, `${subject}-${theme.toLowerCase().replaceAll(" ", "-")}`);
  }
}

/** As a setting of the workspace, which counts more than the user's. */
async function changeTheme({ page, workspace }: Workbench, theme: Theme): Promise<void> {
  const file = path.join(workspace, ".vscode/settings.json");
  const before: object = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...before, "workbench.colorTheme": theme }));
  await page.locator(`.monaco-workbench.${classes[theme].window}`).waitFor();
  await eventually(`a page does not follow ${theme}`, async () => {
    const kinds = await Promise.all(page.frames().map(kindOfPage));
    return kinds.every((kind) => kind === undefined || kind === classes[theme].page);
  });
}

/** Undefined: a frame that has no page of an extension, or none yet. */
async function kindOfPage(frame: Frame): Promise<string | undefined> {
  // A frame may be replaced while it loads.
  return await frame.evaluate(() => document.body?.dataset["vscodeThemeKind"]).catch(() => undefined);
}
