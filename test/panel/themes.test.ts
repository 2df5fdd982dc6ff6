import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, quiet, restartingAll } from "./payloads.ts";
import { type ThemeName, themes } from "./themes.ts";

const driver = panelDriver();
const { open, press, violations } = driver;
const themeNames: readonly ThemeName[] = ["light-modern", "dark-modern", "high-contrast", "high-contrast-light"];

describe.each(themeNames)("in %s", (theme) => {
  it("every variable that the style sheets use has a value or another one to fall back on", () => {
    const has = new Set(Object.keys(themes[theme].variables).map((name) => `--vscode-${name}`));
    const used = styleSheets().flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--vscode-[\w-]+)(,?)/g)].map(([, name = "", comma]) => ({ file, name, comma })),
    );
    expect(used.length).toBeGreaterThan(50);
    const isGiven = (name: string): boolean => has.has(name) || /-font-(size|family|weight)$/.test(name);
    expect(used.filter(({ name, comma }) => comma === "" && !isGiven(name))).toEqual([]);
  });

  it("axe finds nothing wrong with lanes, table and help", async () => {
    await open(crashing, { theme });
    await expect.poll(() => violations()).toEqual([]);
    await press("t");
    await expect.poll(() => violations(".story"), { message: "the table" }).toEqual([]);
    await press("t", "?");
    await expect.poll(() => violations("dialog"), { message: "help" }).toEqual([]);
  });

  it("axe finds nothing wrong with the menus", async () => {
    const page = await open(crashing, { theme });
    for (const button of ["10m·1.37", "Inject", "Compare", "More", "until"]) {
      await page.getByRole("button", { name: button }).first().click();
      await page.locator(".menu").waitFor();
      await expect.poll(() => violations(".menu"), { message: String(button) }).toEqual([]);
      await press("Escape");
    }
  });

  it("axe finds nothing wrong with a former run and a second node", async () => {
    const page = await open(quiet, { theme });
    await press("i");
    await page.getByRole("button", { name: "OOM kill" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("button", { name: "Kubernetes 1.34" }).click();
    await page.locator(".compared").waitFor();
    await expect.poll(() => violations(".menu"), { message: "the menu with a second node" }).toEqual([]);
    await press("Escape");
    await expect.poll(() => page.locator(".ghost-note").count()).toBe(1);
    await expect.poll(() => violations()).toEqual([]);
  });

  it("axe finds nothing wrong with a line that is edited, and with a mistake in it", async () => {
    const page = await open(crashing, { theme });
    await page.getByRole("combobox", { name: "app", exact: true }).focus();
    await press("End");
    await page.keyboard.type(", then ");
    await page.locator(".chip").first().waitFor();
    await press("ArrowDown");
    await page.locator('.chip[aria-selected="true"]').waitFor();
    await expect.poll(() => violations(".side"), { message: "suggestions" }).toEqual([]);
    await page.keyboard.type("exist");
    await page.locator(".row-problem").waitFor();
    await expect.poll(() => violations(), { message: "a mistake" }).toEqual([]);
  });

  it("axe finds nothing wrong with a restart of all containers", async () => {
    const page = await open(restartingAll, { theme });
    await page.locator(".part-restart-all").waitFor();
    await expect.poll(() => violations(".side")).toEqual([]);
  });
});

function styleSheets(): readonly { readonly file: string; readonly text: string }[] {
  const folder = new URL("../../client/simulator/webview/styles/", import.meta.url);
  return readdirSync(folder).map((file) => ({ file, text: readFileSync(new URL(file, folder), "utf8") }));
}
