import { describe, expect, it } from "vitest";
import { type PanelState, panelStateSchema } from "../../shared/protocol/panel/panel.ts";
import { panelDriver } from "./driver.ts";
import { crashing, hanging, manyContainers, quiet, retriedJob } from "./payloads.ts";

const driver = panelDriver();
const { open, press, textOf, clock } = driver;

describe("the first look", () => {
  it("shows the answer, what is assumed, kubectl's line and every lane", async () => {
    await open(crashing);
    await expect.poll(() => textOf(".answer")).toBe(crashing.answer?.headline);
    await expect.poll(() => driver.page.getByRole("button", { name: "10m·1.37" }).count()).toBe(1);
    await expect.poll(() => textOf(".kubectl")).toMatch(/^web-…\s+2\/2\s+Running\s+0\s+2[67]s$/);
    await expect
      .poll(() => driver.page.locator(".label-text").allInnerTexts())
      .toEqual(["Ready", "kubectl", "db", "log", "app", "events"]);
    await expect.poll(() => textOf(".details h2")).toBe("app exits with 1 after 25s.");
  });

  it("works the answer out where it came without one, as for a pod of another node than the server's", async () => {
    await open({ ...crashing, answer: undefined });
    await expect.poll(() => textOf(".answer")).toBe(crashing.answer?.headline);
  });

  it("plays on over the pods of a Job, to its end", async () => {
    const page = await open(retriedJob);
    await expect.poll(() => textOf(".answer")).toBe("after 1m30s–1m32s, after 1 failed pod.");
    await expect.poll(() => page.locator(".label-text").allInnerTexts()).toContain("job");
    const job = page.locator('.track-job [role="option"]');
    await expect
      .poll(() => job.evaluateAll((items) => items.map((item) => item.getAttribute("aria-label"))))
      .toMatchInlineSnapshot(`
      [
        "21.6s to 30s: job waits: Pod 1 failed: the Job creates no pod for 10s after its end.",
        "0s to 21.6s: job Running: Pod 1 of the Job is created. Its sign says active.",
        "30s to 1m31.9s: job Running: Pod 2 of the Job is created. Its sign says active.",
        "0s: Pod 1 of the Job is created.",
        "30s: Pod 2 of the Job is created.",
        "1m31.9s: The Job is complete. Its sign says Complete.",
      ]
    `);
  });

  it("ends soon after the last thing that happens, and a click shows the whole horizon", async () => {
    await open(quiet);
    const ticks = () => driver.page.locator(".tick-label").allTextContents();
    await expect.poll(() => textOf(".end-cap")).toBe("Running, to 10m");
    await driver.page.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(async () => (await ticks()).at(-1)).toBe("10m");
  });

  it("shows what happens at the first moment whole", async () => {
    await open(crashing);
    const tracks = await driver.page.locator(".tracks").boundingBox();
    const signs = await driver.page
      .locator(".item.mark .sign")
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().left));
    expect(Math.min(...signs)).toBeGreaterThanOrEqual(tracks?.x ?? Number.POSITIVE_INFINITY);
  });

  it("has a shape for each icon, also in the table, the menus and the help", async () => {
    await open(manyContainers);
    const named = /codicon-([\w-]+)/;
    const icons = () =>
      driver.page
        .locator(".codicon")
        .evaluateAll((all) => all.map((icon) => [icon.className, getComputedStyle(icon).clipPath]));
    const shown = [...(await icons())];
    for (const keys of [["t"], ["i"], ["Escape", "x"], ["Escape", "?"]]) {
      await press(...keys);
      shown.push(...(await icons()));
    }
    const shapes = new Map(shown.map(([classes = "", shape]) => [named.exec(classes)?.[1] ?? classes, shape]));
    expect(shapes.size).toBeGreaterThan(15);
    expect([...shapes].filter(([, shape]) => !shape?.startsWith("path("))).toEqual([]);
  });

  it("draws few elements for fifty containers", async () => {
    await open(manyContainers);
    await expect.poll(() => driver.page.locator(".label").count()).toBe(29);
    await expect.poll(() => driver.page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(8000);
    await driver.page.locator(".label", { hasText: "app-48" }).scrollIntoViewIfNeeded();
    await driver.page.locator('.track[aria-label="app-48"] .running').first().waitFor();
  });
});

async function boxOf(selector: string) {
  const box = await driver.page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is drawn`);
  return box;
}

describe("the pointer", () => {
  it("selects what is nearest in a lane, and moves the cursor on the axis", async () => {
    await open(hanging);
    const box = await boxOf(".stopping .bar-fill");
    await driver.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => textOf(".details h2")).toMatch(/^app gets SIGTERM because its liveness probe failed/);
    const [axis, handle] = await Promise.all([boxOf(".axis-track"), boxOf(".cursor-handle")]);
    await driver.page.mouse.move(handle.x + 12, handle.y + 8);
    await driver.page.mouse.down();
    await driver.page.mouse.move(axis.x + axis.width / 2, handle.y + 8, { steps: 4 });
    await driver.page.mouse.up();
    await expect.poll(clock).toMatch(/^(4m5[89]|5m)/);
    await driver.page.mouse.click(axis.x + axis.width / 4, axis.y + 5);
    await expect.poll(clock).toMatch(/^2m2[4-9]/);
    await driver.page.locator(".tooltip").waitFor();
  });

  it("follows a cause to its entry", async () => {
    await open(hanging);
    await driver.page.locator(".details .why > summary").click();
    await driver.page.locator(".why > .chain button", { hasText: "SIGTERM" }).first().click();
    await expect.poll(() => textOf(".details h2")).toMatch(/SIGTERM/);
  });
});

describe("what comes from the extension", () => {
  it("that makes no sense is told and ignored", async () => {
    await open(crashing);
    await driver.page.evaluate(() => window.postMessage({ type: "nonsense" }, "*"));
    await expect.poll(async () => (await driver.received()).at(-1)?.type).toBe("ignored");
    await expect.poll(() => textOf(".answer")).toBe(crashing.answer?.headline);
  });

  it("that breaks the manifest keeps the last run and says why", async () => {
    await open(crashing);
    await driver.send({ type: "stale", reason: "Line 3: a colon is missing." });
    await driver.page.locator(".notice", { hasText: "Line 3: a colon is missing." }).waitFor();
    await expect.poll(() => textOf(".details h2")).toBe("app exits with 1 after 25s.");
  });

  it("marks the lane of the editor's cursor", async () => {
    await open(crashing);
    await press("h");
    await driver.send({ type: "select", path: ["containers", 0, "livenessProbe"] });
    await expect.poll(() => driver.page.locator(".label.marked").innerText()).toBe("liveness");
  });
});

it("comes back after a window reload as it was", async () => {
  await open(crashing);
  await press("ArrowRight", "ArrowRight", "+");
  const seen = async () => [
    await textOf(".details h2"),
    await clock(),
    await driver.page.locator(".ticks").textContent(),
  ];
  const before = await seen();
  // The page keeps its state a moment after the last key: before that, what it kept is older than what is seen.
  const isZoomed = ({ fromMs }: PanelState) => fromMs > 0;
  await expect.poll(async () => isZoomed(panelStateSchema.parse(await driver.kept()))).toBe(true);
  const state = await driver.kept();
  await driver.close();
  await open(crashing, { state });
  await expect.poll(seen).toEqual(before);
});
