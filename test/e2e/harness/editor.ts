import path from "node:path";
import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { appears } from "./appears.ts";
import { readWorkspaceFile, type Workbench } from "./workbench.ts";

const hoverPatienceMs = 1_500;
const focusPatienceMs = 1_000;

/** The text editor; where several are open side by side, the first. */
export function editorOf({ page }: Workbench): Locator {
  return page.locator(".part.editor .editor-instance .monaco-editor").first();
}

/** The editor that was opened beside. */
export function editorBeside({ page }: Workbench): Locator {
  return page.locator(".part.editor .editor-group-container").nth(1).locator(".editor-instance .monaco-editor").first();
}

/** The lines in sight, in no order. */
export function viewLines(workbench: Workbench): Locator {
  return editorOf(workbench).locator(".view-line");
}

export function codeLenses(workbench: Workbench): Locator {
  return editorOf(workbench).locator(".codelens-decoration a");
}

/** What the editor shows, from top to bottom, inlay hints included, with ordinary spaces. */
export async function shownLines(workbench: Workbench): Promise<string[]> {
  return await linesOf(editorOf(workbench));
}

/** The same of another editor. */
export async function linesOf(editor: Locator): Promise<string[]> {
  return await editor.locator(".view-line").evaluateAll((lines) =>
    lines
      .map((line) => ({ line, topPx: line instanceof HTMLElement ? Number.parseFloat(line.style.top) : 0 }))
      .sort((left, right) => left.topPx - right.topPx)
      .map(({ line }) => (line.textContent ?? "").replaceAll("\u00a0", " ")),
  );
}

/** The first shown line that matches, as soon as there is one. */
export async function lineLike(workbench: Workbench, pattern: RegExp): Promise<string> {
  return await eventually(
    async () => `no line like ${pattern} in the editor:\n${(await shownLines(workbench)).join("\n")}`,
    async () => (await shownLines(workbench)).find((line) => pattern.test(line)),
  );
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a text of one line is on the screen. The editor has no element for a word: a range is measured. */
export async function boxOf(workbench: Workbench, text: string): Promise<Box> {
  const box = await editorOf(workbench).evaluate(measure, text);
  if (box === undefined) throw new Error(`"${text}" is not visible in the editor`);
  return box;
}

/** Runs in the page, so that it may use nothing from outside. */
function measure(root: Element, wanted: string): Box | undefined {
  const textNodes = (line: Element): Text[] => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
    return nodes;
  };
  const placeAt = (nodes: readonly Text[], at: number): readonly [Text, number] | undefined => {
    let left = at;
    for (const node of nodes) {
      if (left <= node.length) return [node, left];
      left -= node.length;
    }
    return undefined;
  };
  for (const line of root.querySelectorAll(".view-line")) {
    const nodes = textNodes(line);
    const at = nodes
      .map(({ data }) => data.replaceAll("\u00a0", " "))
      .join("")
      .indexOf(wanted);
    const start = placeAt(nodes, at);
    const end = placeAt(nodes, at + wanted.length);
    if (at < 0 || start === undefined || end === undefined) continue;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
  return undefined;
}

/** Puts the editor's cursor behind a text, by its place: lines may still be moving, and its end may be out of sight. */
export async function putCursorBehind(workbench: Workbench, text: string): Promise<void> {
  const place = await eventually(`"${text}" is not in the editor`, () =>
    editorOf(workbench).evaluate(placeBehind, text),
  );
  await goTo(workbench, place);
}

/** As "Go to Line" takes it: `line` or `line:column`, from 1. The line comes to the middle. */
export async function goTo(workbench: Workbench, place: string): Promise<void> {
  const { keyboard } = workbench.page;
  const focused = editorOf(workbench).and(workbench.page.locator(".focused"));
  // The panel may have the focus; it hands keys on to the workbench, which takes its time.
  await eventually("the editor does not take the focus", async () => {
    await keyboard.press("Control+1");
    return await appears(focused, focusPatienceMs);
  });
  await keyboard.press("Control+G");
  const input = workbench.page.locator('.quick-input-widget:visible input[type="text"]');
  await input.fill(`:${place}`);
  await input.press("Enter");
  await input.waitFor({ state: "hidden" });
  await focused.waitFor(); // or the next key is lost
  const [line] = place.split(":");
  await workbench.page.locator('[id="status.editor.selection"]', { hasText: `Ln ${line},` }).waitFor();
}

/** Where the next line of a saved file would begin. */
export async function goToEnd(workbench: Workbench, file: string): Promise<void> {
  const lines = (await readWorkspaceFile(workbench, file)).split("\n");
  await goTo(workbench, String(lines.length));
}

/** Runs in the page. A line and its number have the same distance from the top. */
function placeBehind(root: Element, wanted: string): string | undefined {
  const margins = [...root.querySelectorAll<HTMLElement>(".margin-view-overlays > div")];
  for (const line of root.querySelectorAll<HTMLElement>(".view-line")) {
    const at = (line.textContent ?? "").replaceAll("\u00a0", " ").indexOf(wanted);
    const margin = margins.find(({ style }) => style.top === line.style.top);
    const number = margin?.querySelector(".line-numbers")?.textContent;
    if (at >= 0 && number != null) return `${number}:${at + wanted.length + 1}`;
  }
  return undefined;
}

/** Points at a text and gives the hover that appears, the one with `expected`. */
export async function hover(workbench: Workbench, text: string, expected: string | RegExp = /\S/): Promise<Locator> {
  const { page } = workbench;
  const shown = page.locator(".monaco-hover:visible").filter({ hasText: expected }).first();
  // Again, because code lenses and inlay hints that come late move the text away from under the mouse.
  return await eventually(`no hover with ${expected} at "${text}"`, async () => {
    const { x, y, width, height } = await boxOf(workbench, text);
    // Two moves: a hover starts on a move inside the editor, not on the first jump into it.
    await page.mouse.move(x + width / 2 + 2, y + height / 2);
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    const appeared = await appears(shown, hoverPatienceMs);
    const after = await boxOf(workbench, text);
    if (appeared === true && after.x === x && after.y === y) return shown;
    await page.mouse.move(1, 1);
    return undefined;
  });
}

/** The text of a hover, with ordinary spaces and single line ends. */
export async function textOf(shown: Locator): Promise<string> {
  return (await shown.innerText())
    .replaceAll("\u00a0", " ")
    .replace(/\n\s*\n/g, "\n")
    .trim();
}

/** Saves the active editor, and gives what is then on the disk. */
export async function saved(workbench: Workbench, file: string): Promise<string> {
  await workbench.page.keyboard.press("Control+S");
  // The active tab of another group is not dirty anyway.
  await workbench.page
    .locator(`.tab[data-resource-name="${path.basename(file)}"]:not(.dirty)`)
    .first()
    .waitFor();
  return await readWorkspaceFile(workbench, file);
}
