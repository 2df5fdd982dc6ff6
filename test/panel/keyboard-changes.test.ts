import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, quiet, restartingAll } from "./payloads.ts";

// Everything that changes a run, without a mouse. The focus stays where people can go on.

const driver = panelDriver();
const { open, press, textOf, tabTo, focused } = driver;

const line = (container: string) => driver.page.getByRole("combobox", { name: container, exact: true });
const menus = () => driver.page.locator(".menu").count();
const answer = () => textOf(".answer");

/** Overwrites what stands in the field that has the focus. */
async function write(text: string): Promise<void> {
  await press("Control+a");
  await driver.page.keyboard.type(text);
}

describe("a fault", () => {
  it("is injected with the keys, and the focus is on the menu's button", async () => {
    const page = await open(quiet);
    await tabTo("Time");
    await press("Home", "PageUp", "i");
    await expect.poll(focused).toBe("in");
    await tabTo("Exit code");
    await write("3");
    await press("Enter");
    await expect.poll(() => line("pod").first().inputValue()).toBe("at 1m app: exits 3");
    await expect.poll(menus).toBe(0);
    await expect.poll(focused).toBe("Inject");
    await page.locator(".ghost").first().waitFor({ state: "attached" });
    await press("Escape");
    await expect.poll(() => page.locator(".ghost").count()).toBe(0);
    await expect.poll(focused).toBe("Inject");
  });

  it("goes into the container that is chosen", async () => {
    await open(crashing);
    await press("i", "ArrowUp");
    await expect.poll(() => driver.page.getByLabel("in", { exact: true }).inputValue()).toBe("log");
    await tabTo(/^OOM kill/);
    await press("Enter");
    await expect.poll(() => line("pod").first().inputValue()).toMatch(/^at \S+ log: oom$/);
    await expect.poll(() => line("app").inputValue()).toBe("starts in 3s, crashes after 25s");
  });

  it.each([
    ["Kubelet restarts", "kubelet restarts"],
    ["Node reboots", "node reboots"],
    ["Delete pod web", "pod is deleted"],
  ])("of the node or the pod: %s", async (label, text) => {
    await open(crashing);
    await press("i");
    await tabTo(label);
    await press(" ");
    await expect.poll(() => line("pod").first().inputValue()).toMatch(new RegExp(`^at .* ${text}`));
    await expect.poll(focused).toBe("Inject");
  });

  it("is undone and redone with keys and buttons, outside of fields", async () => {
    const page = await open(quiet);
    const restarts = () => textOf(".kubectl");
    await press("End", "i");
    await tabTo(/^OOM kill/);
    await press("Enter", "u");
    await expect.poll(() => textOf(".live")).toBe("Undone.");
    await expect.poll(() => line("pod").first().inputValue()).toBe("");
    await press("Shift+U");
    await expect.poll(() => textOf(".live")).toBe("Redone.");
    await expect.poll(() => line("pod").first().inputValue()).not.toBe("");
    await press("Control+z");
    await expect.poll(() => line("pod").first().inputValue()).toBe("");
    await press("Control+y");
    await expect.poll(() => line("pod").first().inputValue()).not.toBe("");
    await page.getByRole("button", { name: "Undo" }).focus();
    await press("Enter");
    await expect.poll(() => page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await expect.poll(focused).toBe("Redo");
    await press("Enter");
    await expect.poll(() => page.getByRole("button", { name: "Redo" }).isDisabled()).toBe(true);
    await expect.poll(focused).not.toBe("body");
    await line("app").focus();
    await press("Control+z");
    await expect.poll(restarts).toContain("web");
    await expect.poll(() => textOf(".live")).toBe("Redone.");
  });
});

/** The horizon and the version. */
const nodeLine = () => driver.page.locator('[data-menu="setup"]').innerText();

describe("another node", () => {
  it("has another version, timing and behavior", async () => {
    const page = await open(crashing);
    const setup = page.getByRole("button", { name: "10m·1.37" });
    await setup.focus();
    await press("Enter");
    await expect.poll(focused).toBe("Horizon");
    await press("Tab", "ArrowUp");
    await tabTo("Timing");
    await press("ArrowDown");
    await tabTo("Behavior");
    await press("ArrowDown");
    await expect.poll(focused).toBe("Behavior");
    await expect.poll(nodeLine).toMatch(/^10m·1\.3[68]$/);
    await expect.poll(() => page.getByLabel("Timing", { exact: true }).inputValue()).toBe("ideal");
    await tabTo("Reset");
    await press("Enter");
    await expect.poll(nodeLine).toBe("10m·1.37");
    await expect.poll(() => page.getByLabel("Timing", { exact: true }).inputValue()).toBe("kubelet");
    await expect.poll(focused).not.toBe("body");
    await press("Escape");
    await expect.poll(() => page.locator(".menu").count()).toBe(0);
  });

  it("has another gate", async () => {
    const page = await open(crashing);
    const waits = () => page.locator(".track-container .back-off").count();
    const before = await textOf(".lanes");
    await page.getByRole("button", { name: "10m·1.37" }).click();
    const gate = page.getByRole("checkbox", { name: /ReduceDefaultCrashLoopBackOffDecay/ });
    await tabTo(/^ReduceDefaultCrashLoopBackOffDecay/);
    await press(" ");
    await expect.poll(() => gate.isChecked()).toBe(true);
    await expect.poll(() => textOf(".lanes")).not.toBe(before);
    await expect.poll(waits).toBeGreaterThan(0);
    await expect.poll(focused).toMatch(/^ReduceDefault/);
    await press("Escape");
    await expect.poll(menus).toBe(0);
    await expect.poll(focused).toBe("10m·1.37");
  });

  it("has another maximum and keeps the rest, and says what is wrong with one", async () => {
    const page = await open(crashing);
    await page.getByRole("button", { name: "10m·1.37" }).click();
    await tabTo("syncFrequency");
    await write("10s");
    await press("Enter");
    await tabTo(/^maxContainerRestartPeriod/);
    const field = page.getByLabel("maxContainerRestartPeriod");
    await write("a minute");
    await press("Enter");
    const message = () => field.evaluate((input) => (input instanceof HTMLInputElement ? input.validationMessage : ""));
    await expect.poll(message).toBe("Type a duration from 1s to 5m, such as 30s, or nothing for the default.");
    await write("10s");
    await press("Enter");
    await expect.poll(() => field.inputValue()).toBe("10s");
    await expect.poll(message).toBe("");
    await write("");
    await press("Delete", "Enter");
    await expect.poll(() => field.inputValue()).toBe("");
    await expect.poll(() => page.getByLabel("syncFrequency").inputValue()).toBe("10s");
    await press("Escape");
    await expect.poll(focused).toBe("10m·1.37");
  });

  it("has another seed, and a wrong one is told", async () => {
    const page = await open(crashing);
    await page.locator('[data-menu="run"]').click();
    await tabTo("seed");
    await write("7");
    await press("Enter");
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor();
    await write("0");
    await press("Enter");
    const field = page.getByLabel("seed", { exact: true });
    await expect
      .poll(() => field.evaluate((input) => input instanceof HTMLInputElement && input.validationMessage))
      .not.toBe("");
    await write("8");
    await press("Tab");
    await page.getByRole("button", { name: "Next run" }).click();
    await expect.poll(() => field.inputValue()).toBe("9");
    await press("Escape", "v");
    await expect.poll(() => page.locator('[data-menu="run"]').innerText()).toMatch(/\((typical|best|worst)\)/);
  });
});

describe("a comparison", () => {
  it("is made from what people ask first, refined and ended", async () => {
    const page = await open(crashing);
    await press("c");
    await expect.poll(focused).toBe("Kubernetes 1.34");
    await press("Enter");
    await expect.poll(() => textOf(".compared")).toMatch(/^B: Kubernetes 1\.34/);
    await expect.poll(menus).toBe(1);
    await tabTo("Kubernetes, node B");
    await press("ArrowDown", "ArrowDown");
    await expect.poll(() => textOf(".compared")).not.toMatch(/^B: Kubernetes 1\.34/);
    await tabTo("maxContainerRestartPeriod, node B");
    await write("30s");
    await press("Enter");
    await expect.poll(() => textOf(".compared")).toMatch(/Back-off capped at 30s/);
    await expect.poll(() => page.locator(".label.second").count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator(".parting-line").count()).toBe(1);
    await press("Escape");
    await tabTo(/^The runs diverge at /);
    await press("Enter");
    await expect.poll(() => textOf(".details .when")).toContain(await driver.clock());
    await page.locator(".compared").getByRole("button", { name: "Stop comparing" }).focus();
    await press("Enter");
    await page.locator(".compared").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".parting-line").count()).toBe(0);
    await expect.poll(focused).not.toBe("body");
  });
});

describe("the scenario's editor", () => {
  const suggestions = () => driver.page.getByRole("option").and(driver.page.locator(".chip"));

  it("plays what is typed, and inserts what is chosen", async () => {
    const page = await open(quiet);
    await tabTo("app");
    await page.keyboard.type("cra");
    await expect.poll(() => suggestions().allInnerTexts()).toContain("crashes");
    await press("ArrowDown");
    const chosen = page.locator('.chip[aria-selected="true"]');
    await expect.poll(() => line("app").getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    await press("Enter");
    await expect.poll(() => line("app").inputValue()).toMatch(/^crashes\b/);
    await page.keyboard.type("after 20s");
    await expect.poll(answer).toContain("restarts");
    await expect.poll(focused).toBe("app");
  });

  it("dismisses suggestions first, and nothing else", async () => {
    const page = await open(quiet);
    await press("i");
    await tabTo(/^OOM kill/);
    await press("Enter");
    const ghosts = await page.locator(".ghost").count();
    expect(ghosts).toBeGreaterThan(0);
    await line("pod").last().focus();
    await suggestions().first().waitFor();
    await press("Escape");
    await expect.poll(() => suggestions().count()).toBe(0);
    await expect.poll(() => page.locator(".ghost").count()).toBe(ghosts);
    await press("Escape");
    await expect.poll(() => page.locator(".ghost").count()).toBe(0);
    await expect.poll(focused).toBe("pod");
  });

  it("says what is wrong beside the line, and plays the rest", async () => {
    const page = await open(crashing);
    await line("app").focus();
    await write("exits 1 aftr 5s");
    const problem = page.locator(".row-problem");
    await expect.poll(() => problem.innerText()).toMatch(/aftr/);
    await expect.poll(() => line("app").getAttribute("aria-describedby")).toBe(await problem.getAttribute("id"));
    await expect.poll(() => line("app").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => textOf(".notice")).toMatch(/^\s*The scenario is not used as written/);
    await write("exits 1 after 5s");
    await problem.waitFor({ state: "detached" });
  });

  it("is written into the manifest, or discarded", async () => {
    await open(crashing);
    await tabTo("app");
    await write("exits 2 after 9s");
    await tabTo("Write to manifest");
    await press("Enter");
    await expect
      .poll(driver.received)
      .toContainEqual({ type: "write", lines: [{ container: "app", text: "exits 2 after 9s" }] });
    await tabTo("Discard");
    await press("Enter");
    await expect.poll(() => line("app").inputValue()).toBe("starts in 3s, crashes after 25s");
    await expect.poll(focused).not.toBe("body");
  });
});

it("an export of each kind is asked for with everything that makes the same run", async () => {
  await open(crashing);
  const formats = [
    ["Picture (SVG) …", "svg"],
    ["Table (Markdown)", "markdown"],
    ["JSON", "json"],
    ["kubectl get pod -w", "kubectl"],
    ["Copy command line", "cli"],
  ] as const;
  for (const [label, format] of formats) {
    await press("x");
    await expect.poll(focused).toBe("Picture (SVG) …");
    if (format !== "svg") await tabTo(label);
    await press("Enter");
    await expect
      .poll(async () => (await driver.received()).at(-1))
      .toMatchObject({
        type: "export",
        request: {
          format,
          play: { written: crashing.written, scenarioTexts: crashing.scenarioTexts, untilMs: 600_000 },
          view: { fromMs: 0 },
        },
      });
    await expect.poll(menus).toBe(0);
    await expect.poll(focused).toBe("More");
  }
});

describe("Escape", () => {
  it("closes what is on top only: help, then a menu's place, then the former run", async () => {
    const page = await open(quiet);
    await press("i");
    await tabTo(/^OOM kill/);
    await press("Enter", "c");
    await expect.poll(menus).toBe(1);
    await press("Escape");
    await expect.poll(menus).toBe(0);
    await expect.poll(() => page.locator(".ghost-note").count()).toBe(1);
    await press("?", "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".ghost-note").count()).toBe(1);
    await press("Escape");
    await expect.poll(() => page.locator(".ghost-note").count()).toBe(0);
  });

  it("is not needed where the former run is dismissed by its button", async () => {
    await open(quiet);
    await press("i");
    await tabTo(/^OOM kill/);
    await press("Enter");
    await tabTo("Hide previous run");
    await press("Enter");
    await expect.poll(() => driver.page.locator(".ghost-note").count()).toBe(0);
    await expect.poll(focused).not.toBe("body");
  });
});

it("a menu is closed and another opened with one key, and a menu ends where the focus goes on", async () => {
  await open(crashing);
  await press("i");
  await press("Escape", "c", "Escape", "x");
  await expect.poll(menus).toBe(1);
  await press("x");
  await expect.poll(menus).toBe(0);
  await expect.poll(focused).toBe("More");
});

it("the story of a restart of all containers leads to its entries, and to the proposal's semantics", async () => {
  await open(restartingAll);
  await tabTo(/AllContainersRestarting becomes True/);
  await press("Enter");
  await expect.poll(() => textOf(".details h2")).toMatch(/AllContainersRestarting/);
  await tabTo("as in KEP-5532");
  await press("Enter");
  await expect
    .poll(() => driver.page.getByRole("button", { name: "as in KEP-5532" }).getAttribute("aria-pressed"))
    .toBe("true");
  await expect.poll(focused).toBe("as in KEP-5532");
});
