import { describe, expect, it } from "vitest";
import type { Answer } from "../../shared/forecast/answer/model.ts";
import { panelDriver } from "./driver.ts";
import { crashing, payloadOf, quiet, reconciliation, restartingAll } from "./payloads.ts";

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

async function facts(): Promise<string[]> {
  return (await driver.page.locator(".fact").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
}

describe("the top of the page", () => {
  it("has the verdict in a word, the headline, the numbers that it does not say with their ranges, and why", async () => {
    const line = {
      path: ["containers", 0, "livenessProbe"],
      range: { start: { line: 11, character: 8 }, end: { line: 11, character: 21 } },
    };
    const page = await open({ ...crashing, answer: divided, fields: [line] }, { horizonMs: thirtyMinutesMs });
    await expect.poll(async () => (await textOf(".outlook")).trim()).toBe("Crash loop");
    await expect.poll(() => textOf(".answer")).toBe(divided.headline);
    await expect
      .poll(facts)
      .toEqual(["4 restarts (1–10)", "ready after 15s (12–19s)", "out of service 29m (27m–29m)", "longest wait 5m"]);
    await page.getByRole("button", { name: "longest wait 5m" }).click();
    await expect.poll(() => textOf(".card-title")).toBe("Why this wait");
    await page.getByRole("button", { name: "line 12 · livenessProbe" }).click();
    await expect
      .poll(async () => (await driver.received()).at(-1))
      .toMatchObject({
        type: "reveal",
        path: ["containers", 0, "livenessProbe"],
      });
  });

  it("is worked out again, in its place, for another horizon", async () => {
    const page = await open({ ...crashing, answer: divided }, { horizonMs: thirtyMinutesMs });
    await page.getByRole("button", { name: "30m·1.37" }).click();
    await page.locator("select.horizon").selectOption("1h");
    await page.locator('.answer-line[aria-busy="false"]').waitFor();
    await expect.poll(() => textOf(".answer")).not.toBe(divided.headline);
  });

  it("of a pod that is rejected says so, and that it is played nevertheless", async () => {
    const refused = "Kubernetes 1.37 rejects the pod: a container needs an image.";
    const page = await open({ ...crashing, answer: undefined, refused });
    await page.locator(".outlook", { hasText: "Rejected" }).waitFor();
    await expect.poll(() => textOf(".answer")).toBe(refused);
    await expect.poll(() => textOf(".notice")).toContain("what the pod would do if it were accepted");
  });
});

it("counts containers in the sentence or in the number, not in both", async () => {
  await open(reconciliation);
  await expect.poll(() => textOf(".answer")).toContain("payments-reconciliation-worker once");
  await expect.poll(() => textOf(".facts")).not.toContain("payments-reconciliation-worker");
});

describe("an injected fault", () => {
  it("shows before it is chosen what it leads to", async () => {
    const probes = {
      livenessProbe: { httpGet: { path: "/", port: 80 } },
      readinessProbe: { httpGet: { path: "/", port: 80 } },
    };
    const page = await open(payloadOf({ containers: [{ name: "app", ...probes }] }));
    await driver.press("i");
    await page.locator(".menu", { hasText: "SIGTERM in" }).waitFor();
    await expect.poll(() => textOf(".menu")).toMatch(/Hang: SIGTERM in \S+/);
    await expect.poll(() => violations(".menu")).toEqual([]);
  });

  it("is in the headline and in the line of changes, which writes or discards it", async () => {
    const page = await open(quiet);
    await driver.press("i");
    await page.getByRole("button", { name: "OOM kill" }).click();
    await expect.poll(() => textOf(".answer")).toMatch(/OOM-killed/);
    await expect.poll(() => textOf(".fix")).toMatch(/^Changed: at 0s app: oom/);
    await page.getByRole("button", { name: "Discard" }).first().click();
    await page.locator(".changed").waitFor({ state: "detached" });
  });
});

it("says in one line what a restart of all containers saves", async () => {
  await open(restartingAll);
  await driver.page.locator(".savings").waitFor();
  await expect.poll(() => textOf(".savings")).toMatch(/^Takes \S+\. Saves \S+ against a new pod\.$/);
  await expect.poll(() => violations(".part-restart-all")).toEqual([]);
});
