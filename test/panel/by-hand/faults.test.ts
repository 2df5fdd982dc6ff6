import { describe, expect, it } from "vitest";
import { panelDriver, targetSizesPx } from "../driver.ts";
import { crashing, hanging, payloadOf } from "../payloads.ts";

// Faults as bars over their containers: drawn, moved, resized and deleted with the pointer and with the keys.

const driver = panelDriver();
const { open, press, textOf } = driver;

const probed = payloadOf({
  containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 } } }, { name: "log" }],
});

const bars = () => driver.page.locator(".fault-bar");
const words = async () =>
  await bars().evaluateAll((all) => all.map((bar) => `${bar.ariaLabel} ${bar.ariaValueText?.split(",", 2).join(",")}`));

async function boxOf(selector: string) {
  const box = await driver.page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is drawn`);
  return box;
}

/** From one share of the width of the tracks to another, in steps. */
async function dragBy(selector: string, at: "left" | "middle" | "right", shares: number): Promise<void> {
  const { x, y, width, height } = await boxOf(selector);
  const tracks = await boxOf(".tracks");
  const startX = { left: x + 1, middle: x + width / 2, right: x + width - 1 }[at];
  const { mouse } = driver.page;
  await mouse.move(startX, y + height / 2);
  await mouse.down();
  await mouse.move(startX + tracks.width * shares, y + height / 2, { steps: 6 });
  await mouse.up();
}

/** Over the lane of a container, from one share of its width to another. */
async function drawOver(lane: string, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(`.track[aria-label="${lane}"]`);
  const { mouse, keyboard } = driver.page;
  await keyboard.down("Alt");
  await mouse.move(x + width * from, y + height / 2);
  await mouse.down();
  await mouse.move(x + width * to, y + height / 2, { steps: 4 });
  await mouse.up();
  await keyboard.up("Alt");
}

async function hangAt5m(): Promise<void> {
  await press("g");
  await driver.page.keyboard.type("5m");
  await press("Enter");
  // The focus goes to the lanes with the next frame.
  await expect.poll(() => driver.focused()).not.toBe("Time at the cursor");
  await press("i");
  const long = driver.page.getByLabel("Length of the hang");
  await long.fill("40s");
  await long.press("Enter");
  await bars().waitFor();
}

const undo = () => driver.page.getByRole("button", { name: "Undo", exact: true });

describe("a fault", () => {
  it("is injected at the time of the pod, as it is written in a scenario, and is a bar over its container", async () => {
    await open(probed);
    await hangAt5m();
    await expect.poll(words).toEqual(["app: hangs for 40s from 5m, 40s"]);
    await expect.poll(() => textOf(".fix-text")).toBe("Changed: at 5m app: hangs for 40s");
    await expect.poll(() => bars().getAttribute("aria-valuetext")).toMatch(/SIGTERM after 2\d/);
    await expect.poll(async () => Math.min(...(await targetSizesPx(bars())))).toBeGreaterThanOrEqual(24);
    await expect.poll(() => driver.violations()).toEqual([]);
  });

  it("says what comes of it in this run: one that is short comes through", async () => {
    const page = await open(probed);
    await press("0");
    await drawOver("app", 0.4, 0.5);
    await bars().waitFor();
    await expect.poll(() => bars().getAttribute("aria-valuetext")).toMatch(/^from 4m, 1m, SIGTERM after 2\d/);
    await page.getByRole("combobox", { name: "pod", exact: true }).first().fill("at 4m app: hangs for 2s");
    await expect.poll(words).toEqual(["app: hangs for 2s from 4m, 2s"]);
    await expect.poll(() => bars().getAttribute("aria-valuetext")).not.toContain("SIGTERM");
  });

  it("is drawn over a container with one drag, and with one more it is moved: one step back each", async () => {
    const page = await open(probed);
    await press("0");
    await drawOver("app", 0.4, 0.5);
    await bars().waitFor();
    await expect.poll(words).toEqual(["app: hangs for 1m from 4m, 1m"]);
    await dragBy(".fault-bar", "middle", 0.25);
    const [moved = ""] = await words();
    expect(moved).toMatch(/^app: hangs for 1m from 6m\d*s?, 1m$/);
    await undo().click();
    await expect.poll(words).toEqual(["app: hangs for 1m from 4m, 1m"]);
    await undo().click();
    await expect.poll(() => bars().count()).toBe(0);
    await expect.poll(() => undo().isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await expect.poll(words).toEqual(["app: hangs for 1m from 4m, 1m"]);
  });

  it("whose runs take long moves as an outline, and is played when it is let go", async () => {
    const page = await open(probed);
    await press("0");
    await drawOver("app", 0.4, 0.5);
    await bars().waitFor();
    await page.evaluate(() => {
      let nowMs = 0;
      performance.now = () => {
        nowMs += 20;
        return nowMs;
      };
    });
    const { x, y, width, height } = await boxOf(".fault-bar");
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    for (const byPx of [20, 40, 60, 80, 120, 160, 200]) await page.mouse.move(x + width / 2 + byPx, y + height / 2);
    await expect.poll(async () => (await boxOf(".fault-bar")).x - x).toBeGreaterThan(150);
    await page.mouse.up();
    await expect.poll(async () => (await words())[0]).toMatch(/^app: hangs for 1m from [567]m\d*s?, 1m$/);
    await undo().click();
    await expect.poll(words).toEqual(["app: hangs for 1m from 4m, 1m"]);
  });

  it("is longer where an end is dragged", async () => {
    await open(probed);
    await press("0");
    await drawOver("app", 0.4, 0.5);
    await bars().waitFor();
    await dragBy(".fault-end.end", "middle", 0.1);
    await expect.poll(async () => (await words())[0]).toMatch(/^app: hangs for (2m|1m[45]\d*s) from 4m, /);
    await dragBy(".fault-end.start", "middle", 0.05);
    await expect.poll(async () => (await words())[0]).toMatch(/from 4m[23]\d*s, 1m/);
  });

  it("is moved, resized and deleted with the keys, and keeps the focus", async () => {
    await open(probed);
    await press("0");
    await drawOver("app", 0.4, 0.5);
    await bars().waitFor();
    await bars().focus();
    await press("ArrowRight", "Alt+ArrowRight", "ArrowRight", "ArrowLeft");
    await expect.poll(async () => (await words())[0]).toMatch(/^app: hangs for 1m from 4m10s, 1m$/);
    await press("Shift+ArrowRight", "Alt+Shift+ArrowRight");
    await expect.poll(async () => (await words())[0]).toMatch(/^app: hangs for 1m10s from 4m10s, 1m10s$/);
    await expect.poll(() => driver.focused()).toBe("app: hangs for 1m10s");
    await press("Delete");
    await expect.poll(() => bars().count()).toBe(0);
    await expect.poll(() => driver.focused()).not.toBe("body");
    await press("u");
    await expect.poll(async () => (await words())[0]).toMatch(/from 4m10s, 1m10s$/);
  });

  it("that nothing runs for is dashed, and one of the comments is there from the start", async () => {
    await open({
      ...crashing,
      scenarioTexts: [
        ...crashing.scenarioTexts,
        { text: "at 6m app: oom", container: undefined, source: "comment" as const },
      ],
    });
    await bars().waitFor();
    await expect.poll(words).toEqual([expect.stringMatching(/^app: oom from 6m, waits for the next start of app$/)]);
    await expect.poll(() => bars().getAttribute("class")).toContain("waits");
  });

  it("belongs to its container: what is drawn over rows of the pod stays a range", async () => {
    const page = await open(hanging);
    await press("0");
    await drawOver("kubectl", 0.4, 0.5);
    await page.locator(".range-sum").waitFor();
    await expect.poll(() => bars().count()).toBe(0);
  });
});
