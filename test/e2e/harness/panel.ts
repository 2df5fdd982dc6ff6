import type { FrameLocator, Locator } from "playwright-core";
import { eventually } from "../../patience.ts";
import { appears } from "./appears.ts";
import { codeLenses } from "./editor.ts";
import type { Workbench } from "./workbench.ts";

const answerPatienceMs = 8_000;

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
      const names = await outer.evaluateAll((frames) => frames.map((frame) => frame.getAttribute("name")));
      for (const name of names) {
        const found = inside(page.locator(`iframe.webview[name="${name}"]`));
        const [own] = await found
          .locator("head > title")
          .allTextContents()
          .catch(() => []);
        titles.push(own ?? "(loading)");
        if (own !== undefined && (typeof title === "string" ? own === title : title.test(own))) return found;
      }
      return undefined;
    },
  );
}

/** The panel of the pod whose code lens stands in the editor. */
export async function openByLens(workbench: Workbench): Promise<FrameLocator> {
  await codeLenses(workbench).filter({ hasText: "Simulate pod" }).click();
  // The frame may be replaced while it loads.
  return await eventually("the panel has no answer", async () => {
    const panel = await panelWithTitle(workbench, /^Simulate/);
    return (await appears(panel.locator(".answer"), answerPatienceMs)) && panel;
  });
}

/** Opens a part of the panel that is closed at first. */
export async function openPart(panel: FrameLocator, name: "scenario" | "alerts" | "status"): Promise<void> {
  await panel.locator(`.part-${name}:not([open]) > summary`).click();
}

/** A text of the panel, as soon as it matches. */
export async function textLike(panel: FrameLocator, selector: string, pattern: RegExp): Promise<string> {
  const found = panel.locator(selector);
  const text = async (): Promise<string> => (await found.allInnerTexts()).join("\n").replace(/\s+/g, " ").trim();
  return await eventually(
    async () => `${selector} of the panel does not match ${pattern}: ${await text()}`,
    async () => {
      const now = await text();
      return pattern.test(now) ? now : undefined;
    },
  );
}
