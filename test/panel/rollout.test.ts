import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing } from "./payloads.ts";
import { rolloutOf } from "./rollout-payloads.ts";
import type { ThemeName } from "./themes.ts";

const driver = panelDriver();
const { press, violations } = driver;

async function openRollout(
  payload = rolloutOf(),
  options: { readonly theme?: ThemeName; readonly widthPx?: number } = {},
) {
  const page = await driver.openEmpty({ kind: "rollout", ...options });
  await driver.send({ type: "rollout", payload });
  await page.locator(".tile").first().waitFor();
  return page;
}

const button = (name: string | RegExp) => driver.page.getByRole("button", { name, exact: typeof name === "string" });
const labels = () => driver.page.locator(".label .label-text").allInnerTexts();
const status = () => driver.textOf(".status-line code");
const barsOf = (lane: string) => driver.page.locator(`[data-lane="${lane}"] .bar`).count();

describe("the page of a rollout", () => {
  it("shows the answer, a chart, conditions, and a lane for each pod by revision", async () => {
    const page = await openRollout(rolloutOf({ minAvailable: 3 }));
    await expect
      .poll(() => page.locator(".tile dt").allInnerTexts())
      .toEqual(["Serving", "Deadline", "Helm 3 --timeout"]);
    await expect.poll(() => page.locator(".tile dd").first().innerText()).toBe("≥ 4 of 4");
    await expect.poll(() => driver.textOf(".answer"), { message: "said once" }).toMatch(/^in 1m59s–2m5s /);
    await expect.poll(() => page.locator(".side").innerText()).not.toContain("progressDeadlineSeconds");
    await expect
      .poll(labels)
      .toEqual([
        "Progressing",
        "Steps",
        "new version",
        ...["…-new-5", "…-new-6", "…-new-7", "…-new-8"],
        "old version",
        ...["…-old-1", "…-old-2", "…-old-3", "…-old-4"],
      ]);
    await expect.poll(() => page.locator(".serving-name").innerHTML()).toContain("keep");
    await expect.poll(() => barsOf("pod:5"), { message: "starting, ready, available" }).toBe(3);
  });

  it.each([640, 900, 1400])("has a toolbar of one line, and its chart near the top, at %i px", async (widthPx) => {
    const page = await openRollout(rolloutOf({ name: "search-index-data-nodes" }), { widthPx });
    await expect.poll(async () => (await page.locator(".toolbar").boundingBox())?.height).toBeLessThanOrEqual(32);
    await expect.poll(async () => (await page.locator(".serving").boundingBox())?.y).toBeLessThanOrEqual(150);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
  });

  it("has each lane beside its name, and its numbers in lines, at 450 px", async () => {
    const page = await openRollout(rolloutOf(), { widthPx: 450 });
    await page.locator(".label-collapsed").first().waitFor();
    const middles = (rows: string) =>
      page.locator(rows).evaluateAll((found) => found.map((row) => row.getBoundingClientRect().top));
    await expect.poll(() => middles(".rollout .label")).toEqual(await middles(".rollout .track"));
    const edges = await page
      .locator(".rollout .label")
      .evaluateAll((found) => found.map((row) => row.getBoundingClientRect().right));
    const tracks = await page.locator(".rollout .track").first().boundingBox();
    expect(Math.max(...edges)).toBeLessThanOrEqual((tracks?.x ?? 0) + 1);
    await expect.poll(async () => (await page.locator(".tiles").boundingBox())?.height).toBeLessThanOrEqual(50);
    await expect
      .poll(async () => (await page.locator(".serving").boundingBox())?.y, {
        message: "the head leaves the height to the lanes",
      })
      .toBeLessThanOrEqual(215);
    await expect
      .poll(async () => (await page.locator(".toolbar").boundingBox())?.height, { message: "one line" })
      .toBeLessThanOrEqual(40);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(450);
  });

  it("says at the cursor what kubectl rollout status prints", async () => {
    await openRollout();
    await expect.poll(status).toBe("Waiting for deployment spec update to be observed...");
    const time = driver.page.getByLabel("Time at the cursor");
    await time.fill("40s");
    await time.press("Enter");
    await expect
      .poll(status)
      .toBe('Waiting for deployment "web" rollout to finish: 2 out of 4 new replicas have been updated...');
    await press("Escape");
    await driver.page.locator("body").click({ position: { x: 5, y: 700 } });
    await press("End");
    await expect.poll(status).toBe('deployment "web" successfully rolled out');
  });

  it("tells why a pod was created, step by step", async () => {
    const page = await openRollout();
    await page.locator('[data-lane="pod:6"] .bar').first().click();
    await expect.poll(() => driver.textOf(".details h2")).toBe("Pod web-new-6 is created.");
    await expect
      .poll(async () =>
        (await page.locator(".why .chain button").allInnerTexts()).map((text) => text.replace(/^\S+\s+/, "")),
      )
      .toEqual(expect.arrayContaining(["Pod web-new-5 is ready.", "The pod template of web changes."]));
    await expect.poll(() => page.locator('[aria-selected="true"]').count()).toBe(1);
  });

  it("lets things happen, each of which can be undone", async () => {
    const page = await openRollout();
    await press("i");
    await page.getByRole("spinbutton", { name: "Replicas" }).fill("6");
    await button("Scale to").click();
    await page.locator(".edit").waitFor();
    await expect.poll(() => driver.textOf(".edit")).toBe("0s: scale to 6");
    await press("i");
    await button("Node node-1 drains").click();
    await press("i");
    await button("New version crashes after").click();
    await page.locator(".answer-block.outlook-crash-loop").waitFor();
    await expect.poll(() => page.locator(".edit").count()).toBe(3);
    await press("u", "u", "u");
    await page.locator(".answer-block.outlook-healthy").waitFor();
    await expect.poll(() => page.locator(".edit").count()).toBe(0);
  });

  it("says whether a shutdown cuts requests off that still come", async () => {
    const page = await openRollout();
    await press("i");
    await page.getByRole("spinbutton", { name: "Seconds after a pod is deleted" }).fill("15");
    await button("Requests still come for").click();
    await page.getByText("add a preStop sleep of 15s or more").waitFor();
    await expect.poll(() => driver.textOf(".edit")).toBe("requests still come for 15s after a pod is deleted");
    await button("Remove: requests still come for 15s after a pod is deleted").click();
    await page.getByText("add a preStop sleep").waitFor({ state: "hidden" });
  });

  it("rolls back and pauses at the cursor", async () => {
    const page = await openRollout();
    const time = page.getByLabel("Time at the cursor");
    await time.fill("40s");
    await time.press("Enter");
    await button("Inject").click();
    await button("Roll back").click();
    await page.locator(".edit").waitFor();
    await page.locator("body").click({ position: { x: 5, y: 700 } });
    await press("t");
    await expect.poll(() => page.locator(".twin").innerText()).toContain("web is rolled back to the old version.");
    await press("u", "i");
    await button("Pause").click();
    await page.locator(".answer-block.outlook-crash-loop").waitFor();
    await expect.poll(() => driver.textOf(".edit")).toBe("40s: pause");
  });

  it("compares two strategies, lane by lane and in numbers", async () => {
    const page = await openRollout();
    await press("c");
    await button("type: Recreate").click();
    await page.locator(".tiles").nth(1).locator(".tile").first().waitFor();
    await expect.poll(() => page.locator(".tiles").nth(1).locator("dd").nth(1).innerText()).toBe("≥ 0 of 4");
    await expect.poll(() => driver.textOf(".compared")).toContain("· Rollout interrupts service");
    await expect.poll(() => page.locator(".tiles.outlook-healthy").count()).toBe(1);
    await expect.poll(() => page.locator(".tiles.outlook-restarts").count()).toBe(1);
    await expect.poll(() => page.locator(".serving-second").count()).toBe(1);
    await expect.poll(() => page.locator(".status-line").count()).toBe(2);
    await button("Stop comparing").click();
    await expect.poll(() => page.locator(".tiles").count()).toBe(1);
  });

  it("says what 100 runs come to", async () => {
    const page = await openRollout();
    await button("Variation (100 runs)").click();
    await page.locator(".serving-band").waitFor();
    await expect
      .poll(() => driver.textOf(".outcomes"))
      .toMatch(/^100 runs: all complete · 1m\S+ to 2m\S+, median \S+ · at least 4 serving$/);
  });

  it("asks the extension for exports and for the panel of one pod", async () => {
    await openRollout();
    await press("x");
    await button("Table (Markdown)").click();
    await button("Simulate pod").click();
    await expect
      .poll(() => driver.received())
      .toEqual([
        { type: "ready", hasFirst: false },
        { type: "export", format: "markdown", setup: { seed: 1, edits: [] } },
        { type: "simulate-pod" },
      ]);
  });

  it("writes what was let happen into the manifest, and takes them out when it has them", async () => {
    const page = await openRollout();
    await press("i");
    await button("Node node-1 drains").click();
    await page.locator(".edit").waitFor();
    const answers = () => page.locator(".tiles").first().innerText();
    await expect.poll(answers).toContain("Serving");
    const before = await answers();
    await button("Write into manifest").click();
    const lines = [{ container: "app", text: "starts in 20s, stops in 5s" }, { text: "at 0s node node-1 drains" }];
    await expect.poll(() => driver.received()).toContainEqual({ type: "write", lines });
    await driver.send({ type: "rollout", payload: rolloutOf({ lines: ["at 0s node node-1 drains"] }) });
    await expect.poll(() => page.locator(".edit").count()).toBe(0);
    await expect.poll(answers).toBe(before);
    await expect.poll(() => page.locator('[data-lane="steps"] .mark').count()).toBeGreaterThan(0);
  });

  it("reveals the field that decides about what is selected", async () => {
    const { pod, workload } = rolloutOf();
    const range = { start: { line: 5, character: 2 }, end: { line: 5, character: 10 } };
    const page = await openRollout({ pod, workload: { ...workload, fields: [{ path: ["spec", "strategy"], range }] } });
    await page.locator('[data-lane="revision:new"] .bar').first().click();
    await press("Enter");
    await expect
      .poll(() => driver.received())
      .toContainEqual({ type: "reveal", path: ["spec", "strategy"], focus: true });
  });

  it("keeps what was let happen through a window reload", async () => {
    await openRollout();
    await press("i");
    await button("Node node-2 drains").click();
    await driver.page.locator(".edit").waitFor();
    await expect.poll(() => driver.kept()).toMatchObject({ setup: { edits: [{ kind: "drain" }] } });
    const state = await driver.kept();
    await driver.close();
    const page = await driver.openEmpty({ kind: "rollout", state });
    await driver.send({ type: "rollout", payload: rolloutOf() });
    await page.locator(".edit").waitFor();
    await expect.poll(() => driver.textOf(".edit")).toBe("0s: node node-2 drains");
  });

  it("draws of 200 replicas only the lanes in sight, also after scrolling", async () => {
    const page = await openRollout(rolloutOf({ replicas: 200, surge: "25%", unavailable: "25%" }));
    const elements = () => page.locator("*").count();
    await expect.poll(elements).toBeLessThan(900);
    await page.locator(".lanes-scroll").evaluate((lanes) => {
      lanes.scrollTop = 5000;
    });
    await page.locator('[data-lane="pod:8"]').waitFor();
    await expect.poll(elements).toBeLessThan(900);
    await expect.poll(() => page.locator(".track").count()).toBeLessThan(60);
  });

  it("shows of a long name the end, which tells its pods apart", async () => {
    await openRollout(rolloutOf({ name: "a-deployment-with-a-long-name" }));
    await expect.poll(async () => (await labels()).filter((label) => label.startsWith("…"))).toContain("…-new-5");
  });

  it("takes no markup from a manifest", async () => {
    const name = '<img src=x onerror="globalThis.hacked=1">';
    const page = await openRollout(rolloutOf({ name }));
    await expect.poll(() => page.locator("img").count()).toBe(0);
    await expect.poll(() => driver.textOf("h1")).toBe(`Deployment/${name}`);
  });

  it("is used by keyboard alone", async () => {
    await openRollout();
    await press("ArrowRight", "ArrowRight");
    await expect.poll(() => driver.textOf(".live")).toMatch(/^0s: /);
    await driver.tabTo(/^0s( to |: )/);
    await press("ArrowRight");
    await expect.poll(() => driver.focused()).toMatch(/^\d/);
    await press("?");
    await driver.page.locator("dialog.help").waitFor();
    await press("Escape");
    await expect.poll(() => driver.page.locator("dialog.help").count()).toBe(0);
  });
});

it("the panel of a pod leads to the rollout of its workload", async () => {
  await driver.open(crashing);
  await button("Rollout").click();
  await expect.poll(() => driver.received()).toContainEqual({ type: "simulate-rollout" });
});

describe.each<ThemeName>(["light-modern", "dark-modern", "high-contrast", "high-contrast-light"])("in %s", (theme) => {
  it("axe finds nothing wrong with lanes, menus, comparison, table and help", async () => {
    const page = await openRollout(rolloutOf({ minAvailable: 3 }), { theme });
    await page.locator('[data-lane="pod:6"] .bar').first().click();
    await expect.poll(() => violations()).toEqual([]);
    for (const menu of ["Inject", "Compare", "Export"]) {
      await button(menu).click();
      await expect.poll(() => violations(".menu"), { message: menu }).toEqual([]);
      await press("Escape");
    }
    await press("c");
    await button("type: Recreate").click();
    await page.locator(".serving-second").waitFor();
    await expect.poll(() => violations(), { message: "compared" }).toEqual([]);
    await press("t");
    await expect.poll(() => violations(".story"), { message: "table" }).toEqual([]);
    await press("?");
    await expect.poll(() => violations("dialog"), { message: "help" }).toEqual([]);
  });
});
