import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, expecting, hanging, manyContainers, payloadOf, quiet } from "./payloads.ts";

// Moving the cursor, running until something happens, zooming and selecting a range: with keys and with the pointer.

const driver = panelDriver();
const { open, press, textOf, tabTo, focused, clock } = driver;

const field = () => driver.page.getByRole("textbox", { name: "Time at the cursor" });
const message = () =>
  field().evaluate((input) => (input instanceof HTMLInputElement ? input.validationMessage : "no field"));
const heading = () => textOf(".details h2");

async function boxOf(selector: string) {
  const box = await driver.page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is drawn`);
  return box;
}

async function drag(selector: string, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(selector);
  const { mouse } = driver.page;
  await mouse.move(x + width * from, y + height / 2);
  await mouse.down();
  await mouse.move(x + width * to, y + height / 2, { steps: 5 });
  await mouse.up();
}

describe("the time of the cursor", () => {
  it.each([
    ["2m40s", "2m40s"],
    ["2:40", "2m40s"],
    ["160", "2m40s"],
    ["99h", "10m"],
  ])("is typed as %s", async (typed, shown) => {
    await open(crashing);
    await press("g");
    await expect.poll(focused).toBe("Time at the cursor");
    await driver.page.keyboard.type(typed);
    await press("Enter");
    await expect.poll(clock).toBe(shown);
    await expect.poll(() => textOf(".cursor-time")).toBe(shown);
    await expect.poll(() => textOf(".kubectl")).toContain(shown);
    await expect.poll(focused).not.toBe("body");
  });

  it("stays half typed while the page goes on with its own work", async () => {
    const page = await open(crashing);
    await tabTo("Time at the cursor");
    await press("Control+a");
    await page.keyboard.type("2:");
    await driver.send({ type: "findings", findings: [] });
    await expect.poll(() => textOf(".answer")).toMatch(/restarts/);
    await page.keyboard.type("40");
    await press("Enter");
    await expect.poll(clock).toBe("2m40s");
  });

  it("that cannot be read is told, and forgotten when the field is left", async () => {
    await open(crashing);
    const before = await clock();
    await tabTo("Time at the cursor");
    await press("Control+a");
    await driver.page.keyboard.type("soon");
    await press("Enter");
    await expect.poll(message).toBe("Type a time such as 12m40s, 12:40 or 760.");
    await press("Tab");
    await expect.poll(clock).toBe(before);
  });

  it("goes along with the selected entry when the run changes", async () => {
    const page = await open(crashing);
    await press("n", "n");
    const [before, text] = [await clock(), await heading()];
    await page.getByRole("combobox", { name: "app", exact: true }).fill("starts in 3s, exits 1 after 40s");
    await expect.poll(heading).toBe(text.replace("25s", "40s"));
    await expect.poll(clock).not.toBe(before);
    await expect.poll(() => textOf(".details .when")).toContain(await clock());
  });
});

describe("an injected fault", () => {
  it.each([
    ["OOM kill", /^app .*(OOM|memory)/],
    [/^Hang/, /probe .*(time|no answer|out)/],
    ["Kubelet restarts", /kubelet (stops|is stopped|restarts)/i],
  ])("is selected and explained: %s", async (label, expected) => {
    const page = await open(hanging);
    await press("Home");
    await field().fill("20.4s");
    await press("Enter", "Tab", "i");
    const container = page.getByLabel("in", { exact: true });
    if (label !== "Kubelet restarts") await container.selectOption("app");
    await page.getByRole("button", { name: label }).click();
    await expect.poll(heading).toMatch(expected);
    await expect.poll(() => textOf(".details .when")).toContain(await clock());
    await expect.poll(() => textOf(".live")).toContain(await heading());
    const lines = await page
      .locator("input.line")
      .evaluateAll((fields) => fields.flatMap((line) => (line instanceof HTMLInputElement ? [line.value] : [])));
    expect(lines.join(" ")).not.toMatch(/\d\.\d|\dms/);
  });

  it("lasts as long as the range that is selected, or as somebody types", async () => {
    const page = await open(hanging);
    const line = page.getByRole("combobox", { name: "pod", exact: true }).first();
    await press("Home");
    await field().fill("20s");
    await press("Enter", "Tab", "[");
    await page.getByLabel("Time at the cursor").fill("1m");
    await press("Enter", "Tab", "]", "i");
    await page.getByLabel("in", { exact: true }).selectOption("app");
    const long = page.getByLabel("Length of the hang");
    await expect.poll(() => long.inputValue()).toBe("40s");
    await long.fill("soon");
    await page.getByRole("button", { name: /^Hang/ }).click();
    await expect.poll(() => line.inputValue()).not.toContain("for");
    await long.fill("1m30s");
    await long.press("Enter");
    await expect.poll(() => line.inputValue()).toBe("at 20s app: hangs for 1m30s");
  });

  it("that changes nothing says so", async () => {
    const page = await open(quiet);
    await field().fill("5m");
    await press("Enter", "Tab", "i");
    await page.getByRole("button", { name: "Image pull fails 3 times" }).click();
    await expect.poll(() => textOf(".remark")).toBe("It changes nothing before 10m.");
  });
});

describe("run until", () => {
  it("the next kill, and the one after it", async () => {
    const page = await open(hanging);
    await press("Home", "k");
    await expect.poll(heading).toMatch(/SIGTERM/);
    const first = await clock();
    await page.getByRole("button", { name: "until", exact: true }).click();
    await page.getByRole("button", { name: /^Next kill (\d|No)/ }).click();
    await expect.poll(heading).toMatch(/SIGTERM/);
    await expect.poll(clock).not.toBe(first);
    await expect.poll(focused).toBe("until");
  });

  it("Ready changes", async () => {
    await open(crashing);
    await press("Home", "r");
    await expect.poll(heading).toMatch(/^Ready is True/);
    await press("r");
    await expect.poll(heading).toMatch(/^Ready is False/);
  });

  it("an expectation breaks", async () => {
    await open(expecting);
    await press("Home", "b");
    await expect.poll(clock).toBe("1m30s");
    await expect.poll(() => textOf(".live")).toMatch(/expect ready within 90s fails in this run\.$/);
  });

  it("says where there is none", async () => {
    const page = await open(quiet);
    await press("End", "k");
    await expect.poll(() => textOf(".remark")).toBe("No kill from here to 10m.");
    await page.getByRole("button", { name: "until", exact: true }).click();
    await expect.poll(() => page.getByRole("button", { name: /^Next kill (\d|No)/ }).isDisabled()).toBe(true);
  });
});

describe("the overview", () => {
  it("zooms by its handles with the keys", async () => {
    await open(crashing);
    await press("+");
    const end = driver.page.getByRole("slider", { name: "Shown to" });
    await end.focus();
    await press("End", "PageDown", "PageDown");
    await expect.poll(() => end.getAttribute("aria-valuetext")).toBe("9m");
    await tabTo(/^Time at|Shown/);
    const handle = driver.page.getByRole("slider", { name: "Shown from" });
    await handle.focus();
    await press("Home", "PageUp", "PageUp", "ArrowRight");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toBe("1m3s");
  });

  it("is there while something is hidden, zooms to what is dragged, and moves what is shown", async () => {
    await open(crashing);
    await press("0");
    await expect.poll(() => driver.page.locator(".overview-track").count()).toBe(0);
    await press("z");
    await driver.page.locator(".overview-track").waitFor();
    await drag(".overview-track", 0.5, 0.75);
    const shownTo = driver.page.getByRole("slider", { name: "Shown to" });
    await expect.poll(() => shownTo.getAttribute("aria-valuetext")).toMatch(/^7m[23]/);
    await drag(".overview-track", 0.6, 0.7);
    await expect.poll(() => shownTo.getAttribute("aria-valuetext")).toMatch(/^8m[23]/);
  });
});

describe("a range", () => {
  it("is dragged over the lanes, summed up, zoomed to and cleared", async () => {
    const page = await open(crashing);
    await press("0");
    await drag(".tracks", 0.2, 0.8);
    await expect.poll(() => textOf(".range-sum")).toMatch(/down \d+m.*\d restarts.*\d+ API requests/s);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("");
    await press("z");
    await expect
      .poll(() => page.getByRole("slider", { name: "Shown from" }).getAttribute("aria-valuetext"))
      .not.toBe("0s");
    await press("Escape");
    await expect.poll(() => page.locator(".range-sum").count()).toBe(0);
    await expect.poll(() => textOf(".live")).toBe("The range is cleared.");
  });

  it("is made with the keys, over the axis, and is read out", async () => {
    const page = await open(payloadOf({ containers: [{ name: "app" }] }, { app: "crashes after 5s" }));
    await field().fill("1m");
    await press("Enter");
    await page.getByRole("button", { name: "until", exact: true }).focus();
    await press("[");
    await field().fill("3m");
    await press("Enter");
    await page.getByRole("button", { name: "until", exact: true }).focus();
    await press("]");
    await expect.poll(() => textOf(".live")).toMatch(/^1m–3m \(2m\): down 1m\d+s, 1 restart, \d+ API requests\.$/);
    await press("Escape");
    await drag(".axis-track", 0.5, 0.7);
    await page.locator(".range-sum").waitFor();
  });
});

describe("the lanes of fifty containers", () => {
  it("fold where nothing happens, show their probes and are pinned with the keys, and kept through a reload", async () => {
    const page = await open(manyContainers, { heightPx: 700 });
    const lanes = () => page.locator(".label .label-text").allInnerTexts();
    await expect
      .poll(async () => (await lanes()).slice(0, 5))
      .toEqual(["Ready", "kubectl", "app-0", "25 keep running", "app-2"]);
    await page.locator(".label", { hasText: "app-30" }).click();
    await press("f", "h");
    await expect
      .poll(async () => (await lanes()).slice(0, 5))
      .toEqual(["Ready", "app-30", "liveness", "readiness", "kubectl"]);
    await expect.poll(() => textOf(".live")).toBe("The probes of app-30 are shown.");
    await page.locator(".lanes-scroll").evaluate((scroller) => {
      scroller.scrollTop = 900;
    });
    const [pinned, scroller] = [await boxOf('.track[aria-label="app-30"]'), await boxOf(".lanes-scroll")];
    expect(pinned.y - scroller.y).toBeLessThan(60);
    await expect.poll(() => driver.kept()).toMatchObject({ pinned: ["app-30"], expanded: ["app-30"] });
    const state = await driver.kept();
    await driver.close();
    await open(manyContainers, { heightPx: 700, state });
    const again = driver.page.locator(".label .label-text");
    await expect.poll(async () => (await again.allInnerTexts()).slice(0, 3)).toEqual(["Ready", "app-30", "liveness"]);
  });

  it("have buttons for both, that say whose they are", async () => {
    const page = await open(crashing);
    await page.locator(".label", { hasText: "app" }).first().hover();
    await page.getByRole("button", { name: "Expand: app" }).click();
    await expect.poll(() => page.locator(".label .label-text").allInnerTexts()).toContain("readiness");
    await page.getByRole("button", { name: "Collapse: app" }).click();
    await expect.poll(() => page.locator(".label .label-text").allInnerTexts()).not.toContain("readiness");
  });
});

it("the tooltip is at the pointer", async () => {
  const page = await open(crashing);
  const { x, y, width, height } = await boxOf(".tracks");
  for (const [across, down] of [
    [0.2, 0.3],
    [0.9, 0.8],
  ] as const) {
    const [atX, atY] = [x + width * across, y + height * down];
    await page.mouse.move(atX, atY);
    const box = await boxOf(".tooltip");
    const farPx = Math.min(Math.abs(box.x - atX), Math.abs(box.x + box.width - atX));
    expect(farPx).toBeLessThan(30);
    expect(Math.min(Math.abs(box.y - atY), Math.abs(box.y + box.height - atY))).toBeLessThan(30);
  }
});
