import { describe, expect, it } from "vitest";
import type { PathLocation } from "../../shared/protocol/pod/pod.ts";
import { panelDriver } from "./driver.ts";
import { hanging, payloadOf } from "./payloads.ts";

const driver = panelDriver();
const { open, press, textOf, violations } = driver;

function onLine(line: number, ...path: PathLocation["path"]): PathLocation {
  return { path, range: { start: { line, character: 8 }, end: { line, character: 20 } } };
}

/** As the server sends it: with the lines of the fields, and of the scenario behind the name. */
const looping = {
  ...payloadOf({ containers: [{ name: "api" }] }, { api: "exits 1 after 5s" }),
  fields: [onLine(13, "containers", 0, "name")],
  scenarioRanges: [onLine(13).range],
};

/** Steps to the next entry of which the card has this title. */
async function stepTo(title: string): Promise<void> {
  for (let steps = 0; steps < 100; steps += 1) {
    if ((await textOf(".card-title")) === title) return;
    await press("ArrowRight");
  }
  throw new Error(`no card is called ${title}`);
}

describe("the card of what is selected", () => {
  it("says of a crash what the scenario says, and on which line", async () => {
    const page = await open(looping);
    await expect.poll(() => textOf(".card-title")).toBe("What happened");
    await expect.poll(() => textOf(".details")).toContain("crashes after 5s");
    await page.locator(".details").getByRole("button", { name: "line 14 · name: api" }).click();
    await expect.poll(async () => (await driver.received()).at(-1)).toEqual({ type: "reveal-scenario", index: 0 });
  });

  it("says why a container waits: crash in a row, doubling, maximum, reset, and the step of the curve", async () => {
    const page = await open(looping);
    await stepTo("Why this wait");
    await press("ArrowRight");
    await stepTo("Why this wait");
    const text = await textOf(".details");
    expect(text).toMatch(/Crash \d in a row\. Each one doubles the back-off, from 10s\./);
    expect(text).toContain("The maximum is 5m (Kubernetes default).");
    expect(text).toContain("10m of running resets it.");
    await expect.poll(() => page.locator(".details .chart .marked-step").count()).toBe(1);
    await expect.poll(() => violations(".details")).toEqual([]);
  });

  it("says who set a maximum that is not the default", async () => {
    await open({
      ...looping,
      ...payloadOf(
        { containers: [{ name: "api" }] },
        { api: "exits 1 after 5s" },
        { maxContainerRestartPeriodMs: 30_000 },
      ),
    });
    await stepTo("Why this wait");
    await expect.poll(() => textOf(".details")).toContain("The maximum is 30s (maxContainerRestartPeriod).");
  });

  it("says why a probe kills, with links to its fields", async () => {
    const page = await open({
      ...hanging,
      fields: [
        onLine(20, "containers", 0, "livenessProbe"),
        onLine(21, "containers", 0, "livenessProbe", "periodSeconds"),
      ],
    });
    await stepTo("Why this kill");
    const text = await textOf(".details");
    expect(text).toMatch(/The liveness probe failed 3 times in a row \(from 5m10s to 5m30s, every 10s\)\./);
    expect(text).toContain("Each attempt timed out after 1s.");
    expect(text).toMatch(/Grace period 30s: SIGKILL at \S+\./);
    await expect
      .poll(() => page.locator(".details .links button").allInnerTexts())
      .toEqual([
        "failureThreshold: 3 (default)",
        "line 22 · periodSeconds",
        "terminationGracePeriodSeconds: 30 (default)",
      ]);
    await page.getByRole("button", { name: "failureThreshold" }).click();
    await expect
      .poll(async () => (await driver.received()).at(-1))
      .toMatchObject({
        type: "reveal",
        path: ["containers", 0, "livenessProbe", "failureThreshold"],
      });
  });

  it("has the range over 100 runs beside the time, without being asked", async () => {
    const page = await open(looping);
    await press("ArrowRight", "ArrowRight", "ArrowRight");
    await page.locator(".details .when", { hasText: "in 100 runs" }).waitFor();
    await expect.poll(() => textOf(".details .when")).toMatch(/^\S+ here, \S+ in 100 runs/);
    await expect.poll(() => page.locator(".spread").count()).toBe(0);
  });

  it("says in how many runs it never happens", async () => {
    const rare = payloadOf(
      { containers: [{ name: "app", livenessProbe: { httpGet: { path: "/", port: 80 }, initialDelaySeconds: 10 } }] },
      { app: "starts in 35s" },
    );
    const page = await open(rare, { horizonMs: 1_800_000 });
    const stop = page.locator(".details h2", { hasText: "SIGTERM" });
    for (let steps = 0; steps < 40 && (await stop.count()) === 0; steps += 1) await press("ArrowRight");
    await page.locator(".details .when", { hasText: /\S+–never in 100 runs \(\d+ never\)/ }).waitFor();
  });

  it("folds the chain: the nearest step can be read, earlier ones are a click away", async () => {
    const page = await open(looping);
    await press("End");
    await press("ArrowLeft");
    await expect.poll(() => page.locator(".details .chain button:visible").count()).toBe(0);
    await expect.poll(() => textOf(".details .why > summary")).toMatch(/^Why api /);
    await page.locator(".details .why > summary").click();
    await page.getByText(/^Show \d+ earlier steps$/).click();
    await expect.poll(() => page.locator(".details .chain button:visible").count()).toBeGreaterThan(8);
    await expect.poll(() => violations(".details")).toEqual([]);
  });
});
