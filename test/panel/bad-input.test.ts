import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, longNames, manyContainers, otherScripts, payloadOf, wrongScenario } from "./payloads.ts";

// Whatever comes, the page says in words what is the matter, and is never empty.

const driver = panelDriver();
const { open, openEmpty, press, textOf, tabTo, focused, clock } = driver;

// A name that is too long for its column is cut in the middle, which an inner text has as a new line.
const labels = () => driver.page.locator(".label-text").allTextContents();
const fits = () =>
  driver.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

describe("a pod", () => {
  it("of fifty containers with probes draws few elements, and each can be reached", async () => {
    const page = await open(manyContainers);
    await expect.poll(() => page.locator(".label").count()).toBe(29);
    await expect.poll(elements).toBeLessThan(8000);
    await page.locator(".label", { hasText: "app-48" }).scrollIntoViewIfNeeded();
    await page.locator('.track[aria-label="app-48"] .running').first().waitFor();
    await press("i");
    await page.getByLabel("in", { exact: true }).selectOption("app-49");
    await page.getByRole("button", { name: "OOM kill" }).click();
    await expect.poll(() => textOf(".answer")).not.toBe("");
    const line = page.getByRole("combobox", { name: "pod", exact: true }).first();
    await expect.poll(() => line.inputValue()).toMatch(/^at \S+ app-49: oom$/);
  });

  it.each([400, 1200])("with names of 63 characters fits into %i px, and the names can be read", async (widthPx) => {
    const page = await open(longNames, { widthPx });
    await expect.poll(fits).toBe(true);
    const [name = ""] = (await labels()).filter((label) => label.length === 63);
    await expect.poll(() => page.getByTitle(name, { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Inject" }).click();
    await expect.poll(fits).toBe(true);
    await press("Escape", "t");
    await expect.poll(fits).toBe(true);
    await expect.poll(() => page.locator(".twin").innerText()).toContain(name);
  });

  it("with names and comments in other scripts shows them as they are", async () => {
    const page = await open(otherScripts);
    await page.getByRole("button", { name: "Expand: 3 keep running" }).click();
    await expect.poll(labels).toEqual(expect.arrayContaining(["تطبيق", "🚀-app"]));
    await expect.poll(() => textOf(".notice")).toContain("مرحبا");
    await expect.poll(() => textOf(".answer")).not.toBe("");
    await tabTo("🚀-app");
    await press("Control+a");
    await page.keyboard.type("exits 1 after 5s");
    await expect.poll(() => page.locator(".track-container .exit-failed").count()).toBeGreaterThan(0);
    await expect.poll(fits).toBe(true);
  });

  it.each([
    ["no containers", { containers: [] }],
    ["no list of containers", {}],
    ["nothing", null],
    ["a text", "containers"],
  ])("of %s says so", async (_, spec) => {
    const page = await openEmpty();
    await driver.send({ type: "pod", payload: payloadOf(spec), horizonMs: 60_000 });
    await expect.poll(() => textOf(".empty-page")).toMatch(/^This pod has no containers\.$/);
    // And goes on with a better one.
    await driver.send({ type: "pod", payload: crashing, horizonMs: 60_000 });
    await page.locator(".track svg").first().waitFor();
  });

  it("that loses its containers keeps the last run and says why", async () => {
    await open(crashing);
    await driver.send({ type: "pod", payload: payloadOf({ containers: [] }), horizonMs: 600_000 });
    await expect.poll(() => textOf(".notice")).toContain("This pod has no containers.");
    await expect.poll(() => textOf(".answer")).toBe(crashing.answer?.headline);
  });

  it("that admission refuses is played as far as it can be understood", async () => {
    const refused = payloadOf({
      containers: [{ name: "app", livenessProbe: { periodSeconds: -5, failureThreshold: "three" } }, { image: 7 }, "x"],
      restartPolicy: "Sometimes",
    });
    const message = "The API server (1.37) rejects the object: a period must not be negative.";
    await open({ ...refused, answer: undefined, refused: message });
    await expect.poll(() => textOf(".answer")).toBe(message);
    await expect.poll(() => textOf(".notice")).toContain("The lanes show what the pod would do if it were accepted.");
    await expect.poll(labels).toContain("app");
    await expect.poll(() => driver.received()).toEqual([{ type: "ready", hasFirst: false }]);
  });
});

describe("a horizon", () => {
  it("of 1s shows that second", async () => {
    const page = await open(crashing, { horizonMs: 1000 });
    await page.getByRole("button", { name: "1s·1.37" }).waitFor();
    await expect.poll(() => page.locator(".track svg").count()).toBeGreaterThan(0);
    await press("End", "+", "+", "0", "z", "n");
    await expect.poll(() => textOf(".kubectl")).toContain("web");
    await expect.poll(() => textOf(".answer")).not.toBe("");
  });

  it("of 7 days of a quick crash loop says where the run was cut off, and stays usable", async () => {
    const quick = payloadOf(
      { containers: [{ name: "app" }] },
      { app: "crashes after 1s" },
      { maxContainerRestartPeriodMs: 1000 },
    );
    const page = await open(quick, { horizonMs: 168 * 3_600_000 });
    await expect
      .poll(() => textOf(".notice"))
      .toMatch(/The run was cut off after 20000\d entries, at \d+h.*\. Choose a shorter horizon\./);
    await expect.poll(elements).toBeLessThan(8000);
    await driver.openTable();
    await expect.poll(() => textOf(".pages")).toMatch(/ of 20000\d entries/);
    await page.getByRole("button", { name: "until", exact: true }).focus();
    await press("t", "End");
    await page.locator('[data-menu="setup"]').click();
    await tabTo("Horizon");
    await press("Home");
    await expect.poll(() => page.locator(".notice").count()).toBe(0);
    await expect.poll(focused).toBe("Horizon");
  });

  it("with 20,000 entries is scrolled, zoomed and stepped through, with close ones drawn as one", async () => {
    const long = payloadOf(
      { containers: [{ name: "app", livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 } }] },
      { app: "exits 1 after 20s" },
      { maxContainerRestartPeriodMs: 10_000 },
    );
    const page = await open(long, { horizonMs: 8 * 3_600_000 });
    await driver.openTable();
    await expect.poll(async () => Number(/of (\d+)/.exec(await textOf(".pages"))?.[1])).toBeGreaterThan(20_000);
    await page.getByRole("button", { name: "until", exact: true }).focus();
    await press("t");
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await expect.poll(elements).toBeLessThan(2500);
    const counted = page.locator('.track [role="option"][aria-label*="×"]');
    await expect.poll(() => counted.count()).toBeGreaterThan(10);
    await press("End", "ArrowLeft", "z");
    await expect.poll(elements).toBeLessThan(2500);
    await expect.poll(clock).toMatch(/^[78]h/);
    await press("Home", "0");
    await expect.poll(clock).toBe("0s");
  });
});

describe("a scenario with mistakes", () => {
  it("is told, with their number, and the rest of it counts", async () => {
    const page = await open(wrongScenario);
    await expect.poll(() => textOf(".notice")).toMatch(/The scenario is not used as written: .+ \(and 1 more\)/);
    await expect.poll(() => page.locator(".row-problem").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator(".track-container .exit-failed").count()).toBeGreaterThan(0);
  });
});

describe("a message", () => {
  const good = { type: "pod", payload: crashing, horizonMs: 60_000 };
  const { assumptions: _, ...withoutAssumptions } = crashing;

  const wrong: readonly (readonly [string, unknown])[] = [
    ["an unknown type", { type: "cluster", pods: [] }],
    ["no type", { payload: crashing }],
    ["a missing field", { ...good, payload: withoutAssumptions }],
    ["a wrong field", { ...good, horizonMs: "10m" }],
    ["a time that is none", { ...good, horizonMs: -1 }],
    ["an unknown version of Kubernetes", withVersion("1.12")],
    ["nothing", null],
    ["a text", "pod"],
    ["a list", [good]],
  ];
  const isExplicit = {
    type: "ignored",
    problem: expect.stringMatching(/^message to the panel is not what was agreed/),
  };

  it("of another version is told and ignored, before there is a run and after", async () => {
    const page = await openEmpty();
    const told: unknown[] = [{ type: "ready", hasFirst: false }];
    const expectTold = async (name: string, message: unknown): Promise<void> => {
      await post(message);
      told.push(isExplicit);
      await expect.poll(driver.received, { message: name }).toEqual(told);
    };
    for (const [name, message] of wrong) await expectTold(name, message);
    await expect.poll(() => textOf(".empty-page")).toBe("Reading the pod …");
    await post(good);
    await page.locator(".part-status").waitFor();
    for (const [name, message] of wrong) await expectTold(name, message);
    await expect.poll(() => textOf(".answer")).toMatch(/restarts/);
  });

  it("in the page's HTML, of another version, is told, and asked for", async () => {
    const page = await openEmpty({ first: { type: "pod", pods: [] } });
    await expect.poll(() => driver.received()).toEqual([isExplicit, { type: "ready", hasFirst: false }]);
    await post(good);
    await page.locator(".part-status").waitFor();
  });

  it("with more fields than this version knows is read", async () => {
    const page = await openEmpty();
    await post({ ...good, since: 2, payload: { ...crashing, observed: [] } });
    await page.locator(".track svg").first().waitFor();
    await expect.poll(() => driver.received()).toEqual([{ type: "ready", hasFirst: false }]);
  });
});

describe("a state", () => {
  const { reference } = crashing;
  const kept = { reference, tMs: 26_000, fromMs: 0, toMs: 60_000, horizonMs: 120_000, view: "table" };

  it("kept by an older page is restored as far as it goes", async () => {
    const page = await open(crashing, { state: kept });
    await page.locator(".twin").waitFor();
    await expect.poll(clock).toBe("26s");
    await page.getByRole("button", { name: "2m·1.37" }).waitFor();
  });

  it.each<readonly [string, unknown]>([
    ["with fields missing", { reference, tMs: 5 }],
    ["with another view", { ...kept, view: "carpet" }],
    ["with a node of the future", { ...kept, setup: { node: { kubernetes: "1.99" }, seed: 1 } }],
    ["that is a text", "lanes"],
  ])("%s is as none", async (_name, state) => {
    const page = await open(crashing, { state });
    await expect.poll(() => page.locator(".track svg").count()).toBeGreaterThan(0);
    await expect.poll(() => textOf(".details h2")).toBe("app exits with 1 after 25s.");
  });

  it("that shows a time behind the end of the run shows its end", async () => {
    const page = await open(crashing, { state: { ...kept, view: "lanes", tMs: 9e9, fromMs: 8e9, toMs: 9e9 } });
    await expect.poll(clock).toBe("2m");
    await expect.poll(() => page.locator(".tick-label").count()).toBeGreaterThan(0);
  });
});

function withVersion(kubernetes: string): unknown {
  const { node } = crashing.assumptions;
  const assumptions = { ...crashing.assumptions, node: { ...node, kubernetes } };
  return { type: "pod", payload: { ...crashing, assumptions }, horizonMs: 60_000 };
}

function post(message: unknown): Promise<void> {
  return driver.page.evaluate((data) => window.postMessage(data, "*"), message);
}

function elements(): Promise<number> {
  return driver.page.evaluate(() => document.querySelectorAll("*").length);
}
