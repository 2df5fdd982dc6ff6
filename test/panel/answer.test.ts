import { describe, expect, it } from "vitest";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import { panelDriver } from "./driver.ts";
import { crashing, payloadOf, quiet, restartingAll } from "./payloads.ts";

const driver = panelDriver();
const { open, textOf, violations } = driver;
const thirtyMinutesMs = 1_800_000;

/** Runs come to two ends, and a field of the manifest is why. */
const divided: Answer = {
  ...(crashing.answer ?? never()),
  outlook: "crash-loop",
  headline: "Liveness kills some starts of app: 30 of 100 runs are still in a crash loop, the others are ready.",
  horizonMs: thirtyMinutesMs,
  watchedMs: thirtyMinutesMs,
  runs: 100,
  restarts: { min: 1, p50: 4, max: 10 },
  downMs: { min: 1_620_000, p50: 1_740_000, max: 1_740_000 },
  longestWaitMs: { min: 300_000, p50: 300_000, max: 300_000 },
  readyShare: { min: 0.02, p50: 0.03, max: 0.2 },
  firstReadyMs: { min: 12_000, p50: 15_000, max: 19_000 },
  outcomes: [
    { outlook: "crash-loop", text: "still in a crash loop after 30m", share: 0.3 },
    { outlook: "restarts", text: "ready for good after 3m–29m", share: 0.7 },
  ],
  why: {
    text: "Startup takes longer than liveness allows.",
    path: ["containers", 0, "livenessProbe"],
    scenario: undefined,
    advice: "Add a startupProbe.",
  },
};

function never(): never {
  throw new Error("the pod has an answer");
}

async function tiles(): Promise<string[]> {
  return (await driver.page.locator(".tile").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
}

describe("the top of the page", () => {
  it("has the verdict in a word, the headline as its largest text, four numbers with their ranges, and why", async () => {
    const line = {
      path: ["containers", 0, "livenessProbe"],
      range: { start: { line: 11, character: 8 }, end: { line: 11, character: 21 } },
    };
    const page = await open({ ...crashing, answer: divided, fields: [line] }, { horizonMs: thirtyMinutesMs });
    expect((await textOf(".outlook")).trim()).toBe("Crash loop");
    expect(await textOf(".answer")).toBe(divided.headline);
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("main *")].map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
    const size = await page
      .locator(".answer")
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(size).toBe(Math.max(...sizes));
    expect(size).toBeGreaterThanOrEqual(18);
    expect(await tiles()).toEqual([
      "Restarts 4 (1–10)",
      "Down 29m (27m–29m, 97%)",
      "Longest wait 5m",
      "Ready 3% (2–20%, first after 12–19s)",
    ]);
    expect(await page.locator(".outcomes p").allInnerTexts()).toEqual([
      "30 of 100 runs: still in a crash loop after 30m",
      "70 of 100 runs: ready for good after 3m–29m",
    ]);
    await page.getByRole("button", { name: "line 12 · livenessProbe" }).click();
    expect((await driver.received()).at(-1)).toMatchObject({
      type: "reveal",
      path: ["containers", 0, "livenessProbe"],
    });
  });

  it("is worked out again, in its place, for another horizon", async () => {
    const page = await open({ ...crashing, answer: divided }, { horizonMs: thirtyMinutesMs });
    const top = async () => (await page.locator(".timeline").boundingBox())?.y;
    await page.locator(".clock select").selectOption("1h");
    await page.locator('.answer-block[aria-busy="false"]').waitFor();
    expect(await page.locator(".outcomes").innerText()).toMatch(/^100 runs: all still in a crash loop after 1h$/);
    expect(await top()).toBeGreaterThan(0);
    expect(await textOf(".answer")).not.toBe(divided.headline);
  });

  it("of a pod that is rejected says so, and that it is played nevertheless", async () => {
    const refused = "Kubernetes 1.37 rejects the pod: a container needs an image.";
    const page = await open({ ...crashing, answer: undefined, refused });
    await page.locator(".outlook", { hasText: "Rejected" }).waitFor();
    expect(await textOf(".answer")).toBe(refused);
    expect(await textOf(".notice")).toContain("what the pod would do if it were accepted");
  });
});

describe("a pod without a scenario", () => {
  it("says what happens if it crashes, hangs or starts slowly", async () => {
    const probes = {
      livenessProbe: { httpGet: { path: "/", port: 80 } },
      readinessProbe: { httpGet: { path: "/", port: 80 } },
    };
    const page = await open(payloadOf({ containers: [{ name: "app", ...probes }] }));
    await page.locator(".what-if").waitFor();
    const rows = (await page.locator(".what-if tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
    expect(rows[0]).toBe("crashes restarts after 0s 10s 20s 40s 1m20s … 5m");
    expect(rows[1]).toMatch(/^hangs SIGTERM in \S+ · no traffic in \S+ · ready again in \S+$/);
    expect(rows[2]).toMatch(/^starts slowly must start within \S+, then liveness kills it$/);
    expect(await violations(".head")).toEqual([]);
  });

  it("says so of each container, folded, and of no probe that nothing is noticed", async () => {
    const page = await open(payloadOf({ containers: [{ name: "app" }, { name: "log" }] }));
    await page.getByText("1 more container", { exact: true }).click();
    expect(await page.locator(".what-if caption").allInnerTexts()).toEqual(["What if app …", "What if log …"]);
    expect(await textOf(".what-if")).toContain("never detected: no liveness or readiness probe");
  });

  it("has no such rows once something happens", async () => {
    const page = await open(quiet);
    await page.locator(".what-if").waitFor();
    await page.getByRole("combobox", { name: "app" }).fill("crashes after 5s");
    await page.locator(".what-if").waitFor({ state: "detached" });
  });
});

it("shows what a restart of all containers saves, with what is assumed of a new pod", async () => {
  const page = await open(restartingAll);
  const savings = page.locator(".savings");
  await savings.waitFor();
  expect(await savings.locator("th").allInnerTexts()).toEqual([
    "RestartAllContainers",
    "Pod deleted and created again",
    "Job's next pod (back-off 10s)",
  ]);
  const saved = () => savings.locator("tr").nth(1).locator("td").last().innerText();
  const before = await saved();
  await page.getByLabel("Image pull").fill("5m");
  await page.getByLabel("Image pull").press("Enter");
  await expect.poll(saved).toMatch(/^5m\S+ saved$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(saved).toBe(before);
  expect(await violations(".part-restart-all")).toEqual([]);
});

it("shows the goodput of a training run with restarts in place and with new pods", async () => {
  const page = await open(restartingAll);
  const goodput = page.locator(".goodput");
  await goodput.waitFor();
  const mean = async (row: number) =>
    Number.parseFloat(await goodput.locator("tr").nth(row).locator("td").first().innerText());
  const [inPlace, anew] = [await mean(0), await mean(1)];
  expect(inPlace).toBeGreaterThanOrEqual(anew);
  expect(inPlace).toBeGreaterThan(85);
  await page.getByLabel("Failure every").fill("1h");
  await page.getByLabel("Failure every").press("Enter");
  await expect.poll(() => mean(0)).toBeLessThan(inPlace - 10);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => mean(0)).toBe(inPlace);
});

it("shows what a node of such pods costs, for any mix of them", async () => {
  const page = await open(crashing);
  await page.getByRole("button", { name: "Compare back-off curves" }).click();
  const load = page.locator(".node-load");
  await load.waitFor();
  expect(await load.locator("caption").innerText()).toBe("Load of a node: 110 pods in a crash loop");
  const pods = page.getByLabel("Pods of the node");
  await pods.fill("60 idle, 20 crashes after 5s");
  await pods.press("Enter");
  await expect.poll(() => load.locator("caption").innerText()).toBe("Load of a node: 60 idle, 20 crashes after 5s");
  await pods.fill("60 idel");
  await pods.press("Enter");
  const message = await pods.evaluate((input) => (input instanceof HTMLInputElement ? input.validationMessage : ""));
  expect(message).toContain('"idel" is not a clause here.');
  expect(await violations(".node-load")).toEqual([]);
});
