import { describe, expect, it } from "vitest";
import { type PayloadOptions, panelDriver, targetSizesPx } from "./driver.ts";
import { agent, crashing, reconciliation, restartingBothWays } from "./payloads.ts";

const driver = panelDriver();
const { open, press, clock } = driver;

const targets = "button:visible, select:visible, input:visible, summary:visible, .chip:visible, .cursor-handle:visible";
const menuButtons = ["10m·1.37", "Inject", "Compare", "More", "until"];

/** A page of 640 px whose screen has twice as many is what 1280 px show at a zoom of 200 %. */
const screens: readonly (readonly [string, PayloadOptions])[] = [
  ["400 px", { widthPx: 400 }],
  ["450 px", { widthPx: 450 }],
  ["760 px", { widthPx: 760 }],
  ["1200 px", { widthPx: 1200 }],
  ["a zoom of 200 %", { widthPx: 640, heightPx: 400, deviceScaleFactor: 2 }],
];

describe.each(screens)("at %s", (_, size) => {
  const { widthPx = 0 } = size;

  async function expectNothingHangsOver(what: string): Promise<void> {
    await expect
      .poll(() => driver.page.evaluate(() => document.documentElement.scrollWidth), { message: what })
      .toBe(widthPx);
    await expect.poll(cutOff, { message: what }).toEqual([]);
    await expect
      .poll(async () => Math.min(...(await targetSizesPx(driver.page.locator(targets)))), { message: what })
      .toBeGreaterThanOrEqual(24);
  }

  it("everything is there, nothing hangs over, and targets are large enough", async () => {
    await open(crashing, size);
    await expectNothingHangsOver("lanes");
    await press("t");
    await expectNothingHangsOver("the table");
    await press("t", "?");
    await driver.page.locator("dialog[open]").waitFor();
    await expectNothingHangsOver("help");
  });

  it("also with each menu open, in which everything can be reached", async () => {
    const page = await open(crashing, size);
    for (const name of menuButtons) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await page.locator(".menu").waitFor();
      await expectNothingHangsOver(String(name));
      const controls = page.locator(".menu :is(button, input, select):not(:disabled)");
      for (const control of await controls.all()) {
        await control.focus();
        await expect.poll(() => isOnTop(control), { message: `${name}: ${await control.innerText()}` }).toBe(true);
      }
      await press("Escape");
    }
  });

  it("also with long names, of which both ends can be read, and with a long fix", async () => {
    const page = await open(reconciliation, size);
    const message = "This command has the default timeout of 1s. Set timeoutSeconds to what it needs on a busy node.";
    const fixes = ["Make the default timeoutSeconds: 1 explicit in all containers of the pod"];
    const finding = { rule: "exec-timeout", severity: "info" as const, message, line: 34, fixes };
    await driver.send({ type: "findings", findings: { id: 1, findings: [finding] } });
    await page.locator(".small-action").waitFor();
    await expectNothingHangsOver("long names");
    const fix = await page.locator(".small-action").boundingBox();
    expect((fix?.x ?? 0) + (fix?.width ?? Infinity)).toBeLessThanOrEqual(widthPx);
    const ends = await page
      .locator(".label-end")
      .evaluateAll((all) => all.map((end) => [end.textContent, end.scrollWidth - end.clientWidth]));
    expect(ends).toEqual([
      ["-vault", 0],
      ["-api", 0],
      ["-worker", 0],
    ]);
  });

  it("also with a former run, a second node and a line that is edited", async () => {
    const page = await open(restartingBothWays, size);
    await press("i");
    await page.getByRole("button", { name: "OOM kill" }).click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("button", { name: "Kubernetes 1.34" }).click();
    await press("Escape");
    if (widthPx < 1100) await page.locator(".part-scenario > summary").click();
    await page.getByRole("combobox", { name: "worker" }).focus();
    await page.locator(".chip").first().waitFor();
    await expectNothingHangsOver("all at once");
  });
});

/** Controls that reach beyond the page at its sides, where nothing scrolls to them. */
function cutOff(): Promise<string[]> {
  return driver.page.locator(targets).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const scrolls = element.closest(".table-scroll, .chart-scroll, .yaml-scroll") !== null;
        return !scrolls && (left < 0 || right > document.documentElement.clientWidth);
      })
      .map((element) => element.getAttribute("aria-label") ?? element.textContent),
  );
}

/** Whether a click on its middle meets it. */
function isOnTop(control: ReturnType<typeof driver.page.locator>): Promise<boolean> {
  return control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && (element.contains(met) || met.closest("label")?.contains(element) === true);
  });
}

describe("at 3840 px", () => {
  it("the lanes use the room", async () => {
    const page = await open(crashing, { widthPx: 3840, heightPx: 1600 });
    const widthOf = async (selector: string): Promise<number> =>
      (await page.locator(selector).first().boundingBox())?.width ?? 0;
    await expect.poll(() => widthOf(".track")).toBeGreaterThan(3000);
    await expect.poll(() => widthOf(".track svg")).toBeGreaterThan(3000);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(3840);
    await expect.poll(() => page.locator(".tick-label").count()).toBeGreaterThan(20);
  });
});

it.each([420, 450])("keeps the numbers of a comparison short at %s px: the lanes are in sight", async (widthPx) => {
  const page = await open(crashing, { widthPx, heightPx: 843 });
  await press("c");
  await page.getByRole("button", { name: "Back-off capped at 30s" }).click();
  await press("Escape");
  await page.locator(".numbers").waitFor();
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Infinity;
  await expect.poll(() => topOf(".track")).toBeLessThanOrEqual(240);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
});

it("keeps the toolbar in sight where the panel is narrow, and long names readable", async () => {
  const page = await open(agent, { widthPx: 480, heightPx: 400 });
  const name = page.locator(".label-text", { hasText: "in-place-restart-agent" });
  await expect.poll(() => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect.poll(async () => (await page.locator(".toolbar").boundingBox())?.y).toBe(0);
});

it("gives cause and entry the same width in the table", async () => {
  const page = await open(crashing, { widthPx: 520 });
  await driver.openTable();
  const widths = await page
    .locator(".twin th")
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  expect(widths[3]).toBeCloseTo(widths[2] ?? 0, 1);
  expect(widths[3]).toBeGreaterThan(150);
});

describe("with reduced motion", () => {
  it("playing goes from entry to entry, and nothing moves in between", async () => {
    const page = await open(crashing, { reducedMotion: true });
    await press("Home");
    const seen: string[] = [await clock()];
    await page.exposeFunction("seeTime", (time: string) => seen.push(time));
    await page.evaluate(() => {
      const now = document.querySelector(".cursor-time");
      if (now === null) throw new Error("there is a clock");
      const observer = new MutationObserver(() => Reflect.get(globalThis, "seeTime")(now.textContent));
      observer.observe(now, { childList: true, characterData: true, subtree: true });
    });
    await press(" ");
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2);
    await press(" ");
    await driver.openTable();
    const unlisted = async () => {
      const times = await page.locator(".twin .number").allInnerTexts();
      return seen.filter((time) => !times.includes(time));
    };
    await expect.poll(unlisted).toEqual([]);
  });

  it("nothing is animated", async () => {
    const page = await open(crashing, { reducedMotion: true });
    const durations = await page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration === "0s" && animationName === "none" ? [] : [element.className.toString()];
      }),
    );
    expect(durations).toEqual([]);
  });
});
