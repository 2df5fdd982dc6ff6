import type { FrameLocator, Locator } from "playwright-core";
import { eventually } from "./eventually.ts";
import type { Workbench } from "./workbench.ts";

/**
 * The page inside the simulator's webview, which the workbench nests in two frames outside of its editor part.
 * @param title of the page's HTML
 */
export async function panelWithTitle({ page }: Workbench, title: string | RegExp): Promise<FrameLocator> {
  const outer = page.locator("iframe.webview.ready:visible");
  const inside = (frame: Locator): FrameLocator => frame.contentFrame().locator("iframe#active-frame").contentFrame();
  let titles: string[] = [];
  return await eventually(
    () => `no panel with the title ${title}; visible: ${titles.join(", ") || "none"}`,
    async () => {
      titles = [];
      for (const frame of await outer.all()) {
        const name = await frame.getAttribute("name", { timeout: 1_000 }).catch(() => undefined);
        const found = inside(page.locator(`iframe.webview[name="${name}"]`));
        const own = await found
          .locator("head > title")
          .textContent({ timeout: 1_000 })
          .catch(() => undefined);
        titles.push(own ?? "(loading)");
        if (own != null && (typeof title === "string" ? own === title : title.test(own))) return found;
      }
      return undefined;
    },
  );
}
