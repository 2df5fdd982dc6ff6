import type { FrameLocator } from "playwright-core";
import { eventually } from "../../patience.ts";
import type { Workbench } from "./workbench.ts";

/** The page of VS Code's own preview of Markdown, which stands beside the editor. */
export function previewOf({ page }: Workbench): FrameLocator {
  return page.locator("iframe.webview.ready:visible").contentFrame().locator("iframe#active-frame").contentFrame();
}

/** Its text, as soon as it matches. */
export async function previewLike(workbench: Workbench, pattern: RegExp): Promise<string> {
  const text = async (): Promise<string> =>
    (await previewOf(workbench).locator("body").allInnerTexts()).join("\n").replaceAll("\u00a0", " ").trim();
  return await eventually(
    async () => `the preview does not match ${pattern}:\n${await text()}`,
    async () => {
      const now = await text();
      return pattern.test(now) ? now : undefined;
    },
  );
}
