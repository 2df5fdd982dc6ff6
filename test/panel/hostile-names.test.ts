import { expect, it } from "vitest";
import { hostileTexts } from "../hostile-texts.ts";
import { panelDriver } from "./driver.ts";
import { payloadOf } from "./payloads.ts";

// Names of a manifest are text in the page, whatever stands in them. The driver fails a test in which a script was held back,
// something was fetched, or an error was told.

const driver = panelDriver();
const { open, press, textOf } = driver;

/** Of elements that a name could bring in. */
function foreignElements(): Promise<number> {
  return driver.page.evaluate(
    () => document.querySelectorAll("img, image, iframe, object, a[href], [onerror], [onload]").length,
  );
}

it("names of containers, images, pods and their fields are text", async () => {
  const names = Object.values(hostileTexts);
  const containers = names.map((name) => ({ name, image: name }));
  const comments = Object.fromEntries(names.slice(0, 2).map((name) => [name, "crashes after 5s, then runs"]));
  await open(payloadOf({ containers }, comments, { name: names.join(" ") }));
  await driver.page.locator(".label-quiet .lane-button").click();
  const labels = await driver.page.locator(".label-text").allTextContents();
  for (const name of names) expect(labels.some((label) => label.includes(name.trim().slice(0, 20)))).toBe(true);
  await expect.poll(foreignElements).toBe(0);
  for (const key of ["Home", "ArrowRight", "ArrowRight", "End", "t"]) {
    await press(key);
    await expect.poll(foreignElements).toBe(0);
  }
  await expect.poll(() => textOf("body")).toContain("![i](https://evil.example/x.png)");
});
