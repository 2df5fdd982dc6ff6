import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, expecting, hanging, payloadOf, quiet, restartingAll } from "./payloads.ts";

// What people look at or write in stays where it is, and speaks of what is at the cursor.

const driver = panelDriver();
const { open, press, textOf, tabTo, focused, clock } = driver;

const pod = (nth: number) => driver.page.getByRole("combobox", { name: "pod", exact: true }).nth(nth);
const button = (name: string) => driver.page.getByRole("button", { name });
const exactButton = (name: string) => driver.page.getByRole("button", { name, exact: true });
const now = () => clock();

const times = () => driver.page.locator(".ticks").textContent();

/** The same, each with its place. */
function ticks() {
  const labels = driver.page.locator(".ticks .tick-label");
  return labels.evaluateAll((all) => all.map((each) => ({ x: each.getAttribute("x"), time: each.textContent })));
}

async function chooseHorizon(horizon: string): Promise<void> {
  await button("10m·1.37").click();
  await driver.page.locator("select.horizon").selectOption(horizon);
  await press("Escape");
}

async function atTheEnd(): Promise<void> {
  await tabTo("Time");
  await press("End");
}

describe("the selection", () => {
  it("is the same change of a condition at about the same time, with another seed and back", async () => {
    const page = await open(crashing);
    const kinds = (): Promise<string> => textOf(".details h2");
    for (let steps = 0; steps < 60 && !(await now()).startsWith("2m"); steps += 1) await press("ArrowRight");
    while (!(await kinds()).startsWith("Ready is False")) await press("ArrowRight");
    const when = await textOf(".details .when");
    expect(when).toMatch(/^2m/);
    await page.locator('[data-menu="run"]').click();
    await page.getByRole("button", { name: "Next run" }).click();
    await press("Escape");
    await expect.poll(kinds).toBe("Ready is False (ContainersNotReady).");
    await expect.poll(() => textOf(".details .when")).toMatch(/^[23]m/);
    await button("Undo").click();
    // The range over the runs comes a moment later.
    await expect.poll(async () => (await textOf(".details .when")).slice(0, 5)).toBe(when.slice(0, 5));
  });

  it("ends where the run is too short for it", async () => {
    await open(crashing);
    await press("End");
    while (!(await textOf(".details h2")).includes("exits")) await press("ArrowLeft");
    await chooseHorizon("5m");
    await expect.poll(() => textOf(".details")).toContain("Nothing is selected");
  });
});

describe("the zoom", () => {
  it("shows as much time when the run ends before it", async () => {
    await open(crashing);
    await press("End", "z");
    const before = await times();
    await chooseHorizon("5m");
    await expect.poll(times).not.toBe(before);
    await expect.poll(times).not.toMatch(/\dms|\.\d/);
  });

  it("stays where a bar is clicked that began before it", async () => {
    const page = await open(crashing);
    await press("End", "z");
    const before = await ticks();
    await page.locator('.track[aria-label^="log"]').click();
    await expect.poll(() => textOf(".details h2")).toBe("log starts.");
    const after = await ticks();
    expect(after.map(({ x }) => x)).toEqual(before.map(({ x }) => x));
    // A text gives way where the time of the cursor stands.
    const shown = after.filter(({ time }, index) => time !== "" && before[index]?.time !== "");
    expect(shown.length).toBeGreaterThan(5);
    expect(before).toEqual(expect.arrayContaining(shown));
  });

  it("follows the slider, which keeps the focus", async () => {
    await open(crashing);
    await press("z");
    await tabTo("Time");
    await press("PageUp", "PageUp");
    await expect.poll(focused).toBe("Time");
  });
});

it("nothing is shown behind the end of the run, and no wait of a pod that is gone", async () => {
  const lines = ["at 30s pod is deleted"];
  const page = await open(payloadOf({ containers: [{ name: "app" }] }, { app: "crashes after 1s" }, { lines }));
  await atTheEnd();
  await expect.poll(times).not.toMatch(/1[1-9]m/);
  await expect.poll(() => page.locator('.track[aria-label^="app"] rect').count()).toBe(0);
});

describe("the rows of the scenario", () => {
  it("stay in their places while one is written and one above it is empty", async () => {
    const page = await open(expecting);
    await pod(0).fill("");
    await pod(1).click();
    await press("End");
    await page.keyboard.type(" and");
    await expect.poll(() => pod(0).inputValue()).toBe("");
    await expect.poll(() => pod(1).inputValue()).toBe("expect restarts <= 3 within 5m and");
  });

  it("keep what they say of a container into which a fault is injected", async () => {
    const page = await open(hanging);
    await pod(0).fill("other: exits 1 after 5s");
    await press("Escape");
    await button("Inject").click();
    await page.getByLabel("in", { exact: true }).selectOption("other");
    await button("OOM kill").click();
    await expect.poll(() => page.locator(".notice").count()).toBe(0);
    await expect.poll(() => pod(0).inputValue()).toBe("other: exits 1 after 5s");
    await expect.poll(() => pod(1).inputValue()).toMatch(/^at \S+ other: oom$/);
  });
});

it("a pod that is gone has no status at the cursor, and the answer says so", async () => {
  await open(quiet);
  await pod(0).fill("at 1m pod is deleted");
  await atTheEnd();
  await expect.poll(() => textOf(".kubectl")).toMatch(/is gone$/);
  await driver.page.locator(".part-status > summary").click();
  await expect.poll(() => textOf(".part-status")).toContain("The pod is gone");
  await expect.poll(() => textOf(".answer")).toMatch(/^The pod is gone after 1m/);
});

it("a second node keeps the gates of the first, and is called by what differs", async () => {
  const page = await open(restartingAll);
  await button("10m·1.37").click();
  await page.getByRole("checkbox", { name: "RestartAllContainersOnContainerExits" }).uncheck();
  await expect.poll(() => textOf(".nodes")).toContain("Without it, RestartAllContainers rules are ignored.");
  await press("Escape");
  await exactButton("Compare").click();
  await button("ReduceDefaultCrashLoopBackOffDecay on").click();
  await expect.poll(() => textOf(".compared")).toMatch(/^B: ReduceDefaultCrashLoopBackOffDecay on\s+About the same\./);
});
