import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type PanelState, panelStateSchema } from "../../shared/protocol/panel.ts";
import type { PodPayload } from "../../shared/protocol/pod.ts";
import { type OpenOptions, type Panel, type PanelHost, startPanelHost } from "./harness.ts";
import { agent, crashing, hanging, manyContainers, quiet } from "./payloads.ts";
import type { ThemeName } from "./themes.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tenMinutesMs = 600_000;
const themeNames: readonly ThemeName[] = ["light-modern", "dark-modern", "high-contrast"];

let host: PanelHost;
let panel: Panel;

beforeAll(async () => {
  host = await startPanelHost();
});
afterAll(() => host.close());

afterEach(async () => {
  expect(panel.errors, "errors on the console, breaches of the policy").toEqual([]);
  await panel.page.context().close();
});

async function open(payload: PodPayload, options?: OpenOptions): Promise<Panel> {
  panel = await host.open(options);
  await panel.send({ type: "pod", payload, horizonMs: tenMinutesMs });
  await panel.page.locator(".track svg").first().waitFor();
  return panel;
}

/** The accessible name of what has the focus. */
function focused(): Promise<string | null | undefined> {
  return panel.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}

function textOf(selector: string): Promise<string> {
  return panel.page.locator(selector).innerText();
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

describe("the first look", () => {
  it("shows the answer, what is assumed, kubectl's line and every lane", async () => {
    await open(crashing);
    expect(await textOf(".answer")).toMatch(/app.*restarts/);
    const strip = panel.page.getByRole("group", { name: "Node" });
    expect(await strip.getByLabel("Kubernetes").inputValue()).toBe("1.37");
    expect(await strip.getByRole("button").allInnerTexts()).toEqual(["gates default", "kubelet defaults", ""]);
    expect(await textOf(".kubectl tbody")).toMatch(/^web-…\s+1\/2\s+Error\s+0\s+27s$/);
    expect(await panel.page.locator(".label-text").allInnerTexts()).toEqual([
      "pod",
      "Ready",
      "conditions",
      "db",
      "log",
      "app",
      "startup",
      "liveness",
      "readiness",
      "events",
    ]);
    expect(await panel.page.locator(".curve-words").innerText()).toContain("0s 10s 20s 40s 1m20s 2m40s 5m");
    expect(await textOf(".details h2")).toBe("app exits with 1 after running for 25s.");
  });

  it("ends soon after the last thing that happens, and a click shows the whole horizon", async () => {
    await open(quiet);
    const ticks = () => panel.page.locator(".tick-label").allTextContents();
    expect((await ticks()).at(-1)).toBe("1m");
    await panel.page.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(async () => (await ticks()).at(-1)).toBe("10m");
  });

  it("shows what happens at the first moment whole", async () => {
    await open(crashing);
    const tracks = await panel.page.locator(".tracks").boundingBox();
    const signs = await panel.page
      .locator(".item.mark .sign")
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().left));
    expect(Math.min(...signs)).toBeGreaterThanOrEqual(tracks?.x ?? Number.POSITIVE_INFINITY);
  });

  it("tells how to make something happen when no scenario does", async () => {
    await open(quiet);
    expect(await textOf(".hint")).toContain("# cadence: exits 1 after 5s");
  });

  it("draws few elements for fifty containers", async () => {
    await open(manyContainers);
    expect(await panel.page.locator(".label").count()).toBe(154);
    expect(await panel.page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(8000);
    await panel.page.locator(".label", { hasText: "app-49" }).scrollIntoViewIfNeeded();
    await panel.page.locator('.track[aria-label="app-49"] .running').waitFor();
  });
});

describe("the keyboard", () => {
  it("steps through the story with the focus on what is selected", async () => {
    await open(crashing);
    await panel.page.locator('[aria-selected="true"]').focus();
    const exit = /^26\.\ds: app exits with 1 after running for 25s\.$/;
    expect(await focused()).toMatch(exit);
    await press("ArrowLeft");
    const before = await focused();
    expect(before).not.toMatch(exit);
    await press("ArrowRight");
    expect(await focused()).toMatch(exit);
    await press("Home");
    expect(await textOf(".details h2")).toBe("The kubelet sees the pod.");
    await press("End", "Shift+ArrowLeft", "ArrowUp", "ArrowDown");
    expect(await panel.page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("option");
  });

  it("has one stop for the lanes and one for the time", async () => {
    await open(crashing);
    expect(await panel.page.locator('.tracks [tabindex="0"]').count()).toBe(1);
    await panel.page.locator(".cursor-handle").focus();
    const time = () => panel.page.locator(".cursor-handle").getAttribute("aria-valuetext");
    await press("Home", "PageUp", "ArrowRight");
    expect(await time()).toBe("1m1s");
    expect(await textOf(".clock .now")).toBe("1m1s");
  });

  it("plays and pauses with the space bar", async () => {
    await open(crashing);
    await press("Home", " ");
    await panel.page.getByRole("button", { name: "Pause" }).waitFor();
    await expect.poll(() => textOf(".clock .now")).not.toBe("0s");
    await press(" ");
    await panel.page.getByRole("button", { name: "Play" }).waitFor();
    expect(await textOf(".live")).toMatch(/^0s: /);
  });

  it("shows the place in the manifest, the table and the help", async () => {
    await open(crashing);
    await press("Enter");
    await expect.poll(() => panel.received()).toContainEqual({ type: "reveal", path: ["containers", 0], focus: true });
    await press("t");
    expect(await panel.page.locator(".twin tbody tr.selected").innerText()).toContain("app exits with 1");
    await press("t", "?");
    await panel.page.getByRole("dialog", { name: "Keys and signs" }).waitFor();
    await press("Escape");
    await panel.page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("the pointer", () => {
  it("selects what is nearest in a lane, and moves the cursor on the axis", async () => {
    await open(hanging);
    const box = await panel.page.locator(".stopping .bar-fill").first().boundingBox();
    if (box === null) throw new Error("the stop is drawn");
    await panel.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    expect(await textOf(".details h2")).toMatch(/^app gets SIGTERM because its liveness probe failed/);
    const axis = await panel.page.locator(".axis-track").boundingBox();
    if (axis === null) throw new Error("the axis is drawn");
    await panel.page.mouse.move(axis.x + axis.width / 4, axis.y + 5);
    await panel.page.mouse.down();
    await panel.page.mouse.move(axis.x + axis.width / 2, axis.y + 5);
    await panel.page.mouse.up();
    expect(await textOf(".clock .now")).toBe("5m");
    await panel.page.locator(".tooltip").waitFor();
  });

  it("follows a cause to its entry", async () => {
    await open(hanging);
    await panel.page.locator(".chain button", { hasText: "SIGTERM" }).first().click();
    expect(await textOf(".details h2")).toMatch(/SIGTERM/);
  });
});

describe("what comes from the extension", () => {
  it("that makes no sense is told and ignored", async () => {
    await open(crashing);
    await panel.page.evaluate(() => window.postMessage({ type: "nonsense" }, "*"));
    await expect.poll(async () => (await panel.received()).at(-1)?.type).toBe("ignored");
    expect(await textOf(".answer")).toMatch(/restarts/);
  });

  it("that breaks the manifest keeps the last run and says why", async () => {
    await open(crashing);
    await panel.send({ type: "stale", reason: "Line 3: a colon is missing." });
    await panel.page.locator(".notice", { hasText: "Line 3: a colon is missing." }).waitFor();
    expect(await textOf(".details h2")).toBe("app exits with 1 after running for 25s.");
  });

  it("marks the lane of the editor's cursor", async () => {
    await open(crashing);
    await panel.send({ type: "select", path: ["containers", 0, "livenessProbe"] });
    expect(await panel.page.locator(".label.marked").innerText()).toBe("liveness");
  });
});

it("comes back after a window reload as it was", async () => {
  await open(crashing);
  await press("ArrowRight", "ArrowRight", "l", "+");
  const seen = async () => [
    await textOf(".details h2"),
    await textOf(".clock .now"),
    await panel.page.locator(".ticks").textContent(),
  ];
  const before = await seen();
  // The page keeps its state a moment after the last key: before that, what it kept is older than what is seen.
  const isZoomed = ({ scale, fromMs }: PanelState) => scale === "log" && fromMs > 0;
  await expect.poll(async () => isZoomed(panelStateSchema.parse(await panel.kept()))).toBe(true);
  const state = await panel.kept();
  await panel.page.context().close();
  await open(crashing, { state });
  expect(await seen()).toEqual(before);
});

describe.each(themeNames)("in %s", (theme) => {
  it.each([
    ["lanes", []],
    ["a table", ["t"]],
    ["help", ["?"]],
  ])("axe finds nothing wrong with %s", async (_, keys) => {
    await open(crashing, { theme });
    await press(...keys);
    expect(await violations()).toEqual([]);
  });
});

describe.each([400, 760, 1200])("at %i px", (widthPx) => {
  it("everything is there, nothing hangs over, and targets are large enough", async () => {
    await open(crashing, { widthPx });
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
    const boxes = await panel.page
      .locator("button:visible, select:visible, .cursor-handle")
      .evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
      );
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(24);
  });
});

it("keeps the toolbar in sight where the panel is narrow, and long names readable", async () => {
  await open(agent, { widthPx: 480, heightPx: 400 });
  const name = panel.page.locator(".label-text", { hasText: "in-place-restart-agent" });
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await panel.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => panel.page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect((await panel.page.locator(".toolbar").boundingBox())?.y).toBe(0);
});

it("gives cause and entry the same width in the table", async () => {
  await open(crashing, { widthPx: 520 });
  await press("t");
  const widths = await panel.page
    .locator(".twin th")
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
  expect(widths[3]).toBeCloseTo(widths[2] ?? 0, 1);
  expect(widths[3]).toBeGreaterThan(150);
});

/** Axe runs in the page's own world, where the policy does not hold it back. */
async function violations(): Promise<string[]> {
  await panel.page.evaluate(axe);
  const results = await panel.page.evaluate((): Promise<AxeResults> => Reflect.get(globalThis, "axe").run());
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${any[0]?.message} ${html.slice(0, 200)}`),
  );
}
