import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, expecting, manyContainers } from "./payloads.ts";

// Looking at a run without a mouse. What changes a run stands in keyboard-changes.test.ts.

const driver = panelDriver();
const { open, press, textOf, tabTo, focused, clock } = driver;

const exit = /^2[67](\.\d)?s.*: app exits with 1 after 25s\./;
const selected = () => textOf(".details h2");
const time = () => clock();

describe("from entry to entry", () => {
  it("steps with the focus on what is selected", async () => {
    const page = await open(crashing);
    await tabTo(exit);
    await press("ArrowLeft");
    await expect.poll(focused).not.toMatch(exit);
    await press("ArrowRight");
    await expect.poll(focused).toMatch(exit);
    await press("Home");
    await expect.poll(selected).toBe("The kubelet sees the pod.");
    await press("End", "Shift+ArrowLeft", "ArrowUp", "ArrowDown");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("option");
  });

  it("jumps to ends and back", async () => {
    await open(crashing);
    const [first, before] = [await selected(), await time()];
    await press("n");
    await expect.poll(time).not.toBe(before);
    await expect.poll(selected).toBe(first);
    await press("n", "Shift+N", "p");
    await expect.poll(time).toBe(before);
    await expect.poll(selected).toBe(first);
  });

  it("jumps to what decides an expect line, and says whether it holds", async () => {
    await open(expecting);
    await press("e");
    await expect.poll(() => textOf(".live")).toBe("5m: expect restarts <= 3 within 5m holds in this run.");
    await press("e");
    await expect.poll(() => textOf(".live")).toBe("1m30s: expect ready within 90s fails in this run.");
  });

  it("says that no line expects anything", async () => {
    await open(crashing);
    await press("e");
    await expect.poll(() => textOf(".live")).toBe("No expect line for this pod.");
  });

  it("brings what is selected into sight among fifty containers", async () => {
    const page = await open(manyContainers, { heightPx: 700 });
    await tabTo(/^\d.*app-0/);
    for (let steps = 0; steps < 40; steps += 1) await press("ArrowDown");
    const item = page.locator('[aria-selected="true"]');
    await item.waitFor();
    await expect.poll(focused).toBe(await item.getAttribute("aria-label"));
    const [box, lanes] = await Promise.all([item.boundingBox(), page.locator(".lanes-scroll").boundingBox()]);
    if (box === null || lanes === null) throw new Error("both are drawn");
    expect(box.y).toBeGreaterThanOrEqual(lanes.y);
    expect(box.y + box.height).toBeLessThanOrEqual(lanes.y + lanes.height);
    await press("End");
    await expect
      .poll(async () => await focused())
      .toBe(await page.locator('[aria-selected="true"]').getAttribute("aria-label"));
  });
});

describe("the time", () => {
  it("has one stop, and the lanes have one", async () => {
    const page = await open(crashing);
    await expect.poll(() => page.locator('.tracks [tabindex="0"]').count()).toBe(1);
    await tabTo("Time");
    await press("Home", "PageUp", "ArrowRight");
    await expect
      .poll(() => page.locator(".cursor-handle").getAttribute("aria-valuetext"))
      .toMatch(/^1m1s, Ready in \d+ of 100 runs$/);
    await expect.poll(time).toBe("1m1s");
  });

  it("is zoomed around what is selected, with the focus there", async () => {
    const page = await open(crashing);
    const ticks = () => page.locator(".tick-label").allTextContents();
    const whole = await ticks();
    await tabTo(exit);
    await press("z");
    const near = await ticks();
    expect(near).not.toEqual(whole);
    await expect.poll(focused).toMatch(exit);
    await press("-");
    await expect.poll(focused).toMatch(exit);
    await press("+", "+", "0");
    await expect.poll(async () => (await ticks()).at(-1)).toBe("10m");
    await expect.poll(focused).toMatch(exit);
  });

  it("plays and pauses with the space bar", async () => {
    const page = await open(crashing);
    await press("Home", " ");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(time).not.toBe("0s");
    await press(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await expect.poll(() => textOf(".live")).toMatch(/^0s: /);
  });

  it("plays up to the end of the horizon that was chosen", async () => {
    const page = await open(crashing);
    await page.getByRole("button", { name: "10m·1.37" }).click();
    await tabTo("Horizon");
    await press("ArrowUp");
    await expect.poll(() => page.locator(".tick-label").last().textContent()).toBe("5m");
    await expect.poll(focused).toBe("Horizon");
    await press("Escape");
    await tabTo("Time");
    await press("End", "PageDown", " ");
    await expect.poll(time).toBe("5m");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await expect.poll(() => textOf(".live")).toBe("");
  });
});

describe("what opens and closes", () => {
  it("shows the place in the manifest, the table and the help", async () => {
    const page = await open(crashing);
    await press("Enter");
    await expect.poll(driver.received).toContainEqual({ type: "reveal", path: ["containers", 0], focus: true });
    await press("t");
    await expect.poll(() => page.locator(".inner tr.selected").innerText()).toContain("app exits with 1");
    await press("t", "?");
    await page.getByRole("dialog", { name: "Shortcuts and legend" }).waitFor();
    await press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("forgets no key that is pressed while the page is still loading", async () => {
    const page = await driver.openEmpty();
    await page.evaluate(
      (message) => {
        window.postMessage(message, "*");
        addEventListener("message", () =>
          queueMicrotask(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }))),
        );
      },
      { type: "pod", payload: crashing, horizonMs: 60_000 },
    );
    await page.locator(".twin").waitFor();
  });

  it("takes the focus back from the help to where it was", async () => {
    const page = await open(crashing);
    await tabTo(exit);
    await press("?");
    await expect.poll(focused).toBe("Close");
    await press("?");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(focused).toMatch(exit);
  });

  it("keeps the focus on what is selected in the table and back in the lanes", async () => {
    await open(crashing);
    await tabTo(exit);
    await press("t");
    await expect.poll(focused).toBe("app exits with 1 after 25s.");
    await press("ArrowRight");
    await expect.poll(focused).toBe(await selected());
    await press("ArrowLeft", "t");
    await expect.poll(focused).toMatch(exit);
  });

  it("closes and opens the parts at the side, which plays and reveals nothing", async () => {
    const page = await open(crashing);
    await tabTo("Scenario");
    await press("Enter");
    await expect.poll(() => page.locator(".part-scenario[open]").count()).toBe(0);
    await press(" ");
    await page.locator(".part-scenario[open] .row").first().waitFor();
    await expect.poll(focused).toBe("Scenario");
    await expect.poll(() => driver.received()).toEqual([{ type: "ready", hasFirst: false }]);
    await expect.poll(() => page.getByRole("button", { name: "Pause" }).count()).toBe(0);
  });

  it("goes through causes and follow-ups", async () => {
    const page = await open(crashing);
    await page.locator(".details .why > summary").focus();
    await press("Enter");
    await page.locator(".chain button").first().focus();
    const cause = (await focused()).replace(/^\S+ /, "");
    await press("Enter");
    await expect.poll(selected).toBe(cause);
    await expect.poll(focused).not.toBe("body");
  });
});

it("scrolls the regions that scroll with their own keys", async () => {
  const page = await open(crashing, { widthPx: 400 });
  const before = await selected();
  await page.locator(".part-status > summary").click();
  const status = page.getByRole("region", { name: "Pod status as YAML" });
  await status.evaluate((element) => element.style.setProperty("width", "120px"));
  await status.focus();
  await press("ArrowRight");
  await expect.poll(() => status.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect.poll(selected).toBe(before);
});
