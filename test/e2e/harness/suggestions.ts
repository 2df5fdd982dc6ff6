import type { Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import type { Workbench } from "./workbench.ts";

/** As VS Code has it by default: the list comes while one types. */
export const suggestWhileTyping = {
  // A word without a colon is a text in YAML, as soon as its line is colored, which may be before the list comes.
  "[yaml]": { "editor.quickSuggestions": { other: "on", comments: "off", strings: "on" } },
  "editor.suggestOnTriggerCharacters": true,
} as const;

/** Something that a person does at the keyboard. */
export type Keystroke =
  | { readonly type: string }
  | { readonly press: string }
  /** Enter on a suggestion, which must have come by itself and have the focus. */
  | { readonly take: string };

export async function atKeyboard(workbench: Workbench, strokes: readonly Keystroke[]): Promise<void> {
  const { keyboard } = workbench.page;
  for (const stroke of strokes) {
    if ("type" in stroke) await keyboard.type(stroke.type);
    else if ("press" in stroke) await keyboard.press(stroke.press);
    else await take(workbench, stroke.take);
  }
}

/** The labels in the list of suggestions, as soon as it has the focus on `first`. */
export async function suggestions(workbench: Workbench, first: string): Promise<string[]> {
  const list = listOf(workbench);
  const focused = list.locator(".monaco-list-row.focused .label-name");
  await eventually(
    async () => `"${first}" is not suggested, but ${(await labelsIn(list)).join(", ") || "nothing"}`,
    async () => ((await focused.allInnerTexts()).join() === first ? true : undefined),
  );
  return await labelsIn(list);
}

/** What the box beside the list says of the suggestion that has the focus; the box opens if it is closed. */
export async function documentation(workbench: Workbench): Promise<string> {
  const box = workbench.page.locator(".suggest-details:visible");
  if ((await box.count()) === 0) await workbench.page.keyboard.press("Control+Space");
  await box.locator(".docs").waitFor();
  return await eventually("the box beside the suggestions says nothing", async () => {
    const text = (await box.innerText()).replaceAll("\u00a0", " ").replace(/\n+/g, "\n").trim();
    return text === "" || text === "Loading..." ? undefined : text;
  });
}

async function take(workbench: Workbench, label: string): Promise<void> {
  await suggestions(workbench, label);
  const row = listOf(workbench).locator(".monaco-list-row.focused .label-name");
  await workbench.page.keyboard.press("Enter");
  await eventually(`"${label}" is not taken`, async () =>
    (await row.allInnerTexts()).join() === label ? undefined : true,
  );
}

function listOf({ page }: Workbench): Locator {
  return page.locator(".suggest-widget.visible");
}

async function labelsIn(list: Locator): Promise<string[]> {
  return await list.locator(".monaco-list-row .label-name").allInnerTexts();
}
