import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing } from "./payloads.ts";

// What the panel is to people who do not see it, or not its colors, or who do not want things to move.

const driver = panelDriver();
const { open, press } = driver;

/** Role and name of each control in sight outside of the lanes: `button Export`. */
async function controlNames(): Promise<readonly string[]> {
  const snapshot = await driver.page.locator("body").ariaSnapshot();
  const controls = /^\s*- '?((?:button|combobox|checkbox|textbox|radio|slider|spinbutton)\b(?: "(?:[^"\\]|\\.)*")?)/gm;
  return [...snapshot.matchAll(controls)].map(([, name = ""]) => name);
}

/** Those that are there more than once, but for links to the same place of the manifest. */
function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index && !/^button "containers\[\d+\]/.test(name));
}

describe("the names of controls", () => {
  it("are there, and differ, in each menu", async () => {
    const page = await open(crashing);
    for (const menu of [undefined, "10m·1.37", "Inject", "Compare", "More", "until"]) {
      if (menu !== undefined) await page.getByRole("button", { name: menu }).first().click();
      const names = await controlNames();
      expect(names.length).toBeGreaterThan(10);
      expect(
        names.filter((name) => !/"[^"]+"/.test(name)),
        `without a name (${menu})`,
      ).toEqual([]);
      expect(repeated(names), `alike (${menu})`).toEqual([]);
      if (menu !== undefined) await press("Escape");
    }
  });

  it("say which node they are of, where there are two", async () => {
    const page = await open(crashing);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("button", { name: "Kubernetes 1.34" }).click();
    await page.locator(".compared").waitFor();
    const names = await controlNames();
    expect(names).toContain('combobox "Kubernetes, node A"');
    expect(names).toContain('combobox "Kubernetes, node B"');
    // It does the same in the menu and beside the result.
    expect(repeated(names)).toEqual(['button "Stop comparing"']);
  });
});

describe("the legend, without its colors", () => {
  it("has a look of its own for each state and each sign", async () => {
    const page = await open(crashing);
    await press("?");
    await page.locator("dialog.help").waitFor();
    const bars = await page.locator("dialog.help .bar-fill").evaluateAll((fills) =>
      fills.map((fill) => {
        const { fill: paint, strokeDasharray, strokeWidth } = getComputedStyle(fill);
        const pattern = /url\("?[^#]*#([\w-]+)/.exec(paint)?.[1] ?? "plain";
        return `${pattern}, line ${strokeWidth} ${strokeDasharray}`;
      }),
    );
    expect(bars.length).toBeGreaterThan(8);
    expect(repeated(bars)).toEqual([]);
    const signs = await page
      .locator("dialog.help .sign")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d") ?? ""));
    expect(signs.length).toBeGreaterThan(12);
    expect(repeated(signs)).toEqual([]);
  });
});

describe("with reduced motion", () => {
  it.each([
    ["nothing moves", true, []],
    ["else something does", false, ["BUTTON"]],
  ])("%s", async (_, reducedMotion, expected) => {
    const page = await open(crashing, { reducedMotion });
    const moving = await page.locator("body *").evaluateAll((all) => [
      ...new Set(
        all.flatMap((element) => {
          const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
          const isStill =
            /^0s(, 0s)*$/.test(transitionDuration) && animationName === "none" && scrollBehavior === "auto";
          return isStill ? [] : [element.tagName];
        }),
      ),
    ]);
    expect(moving).toEqual(expected);
  });
});
