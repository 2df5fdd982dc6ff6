import { describe, expect, it } from "vitest";
import { panelDriver } from "./driver.ts";
import { crashing, hanging, manyContainers, payloadOf, restartingAll } from "./payloads.ts";

// What a screen reader says of the lanes and of what people do.

const driver = panelDriver();
const { open, press, textOf, clock } = driver;

const time = String.raw`(\d+(\.\d+)?(ms|s|m|h))+`;
/** "1m2.5s: …", "0s to 3s: app running: …", "0s to 3s ×4: …" */
const named = new RegExp(`^${time}( to ${time})?( ×\\d+)?: \\S.{4,}`, "u");

interface LaneNames {
  readonly lane: string;
  readonly names: readonly string[];
}

async function laneNames(): Promise<readonly LaneNames[]> {
  return await driver.page.locator(".track").evaluateAll((tracks) =>
    tracks.map((track) => ({
      lane: track.getAttribute("aria-label") ?? "",
      names: [...track.querySelectorAll('[role="option"]')].map((item) => item.getAttribute("aria-label") ?? ""),
    })),
  );
}

describe("the name of each item", () => {
  it.each([
    ["a crash loop with probes", crashing],
    ["a hang", hanging],
    ["a restart of all containers", restartingAll],
    ["fifty containers", manyContainers],
  ])("begins with its time and says what it is: %s", async (_, payload) => {
    await open(payload, { heightPx: 5000 });
    const lanes = await laneNames();
    expect(lanes.every(({ lane }) => lane !== "")).toBe(true);
    expect(new Set(lanes.map(({ lane }) => lane)).size).toBe(lanes.length);
    const names = lanes.flatMap((lane) => lane.names);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !named.test(name))).toEqual([]);
    const twice = lanes.flatMap(({ lane, names: own }) =>
      own.filter((name, index) => name === own[index + 1]).map((name) => `${lane}: ${name}`),
    );
    expect(twice, "neighbors with the same name").toEqual([]);
  });

  it("says of a bar whose it is and in which state", async () => {
    await open(crashing);
    const bars = await driver.page
      .locator(".track-container .bar")
      .evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")));
    const containers = bars.filter(
      (name) => !/: (db|log|app) (running(, not ready)?|waits|stopping|pulls its image): \S/.test(name ?? ""),
    );
    expect(bars.length).toBeGreaterThan(5);
    expect(containers).toEqual([]);
  });
});

describe("the live region", () => {
  it("says the steps that people take", async () => {
    await open(crashing);
    await expect.poll(() => textOf(".live")).toBe("");
    await press("ArrowRight");
    await expect.poll(() => textOf(".live")).toMatch(/^\d.*s: \S.*\.$/);
    await press("n");
    await expect.poll(() => textOf(".live")).toMatch(/^\d.*s: app .*\.$/);
  });

  it("says in how many runs the pod is Ready then, as the height of the lane shows it", async () => {
    const page = await open(payloadOf({ containers: [{ name: "app" }] }, { app: "completes after 30s-90s" }));
    const handle = page.locator(".cursor-handle");
    await handle.focus();
    await press("Home");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toMatch(/^0s, Ready in \d+ of 100 runs$/);
    for (let second = 0; second < 20; second += 1) await press("ArrowRight");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toBe("20s, Ready in 100 of 100 runs");
    await press("PageUp");
    await expect.poll(() => handle.getAttribute("aria-valuetext")).toMatch(/^1m20s, Ready in \d\d? of 100 runs$/);
  });

  it("says the same behind each entry that is stepped to", async () => {
    const page = await open(crashing);
    await page.locator('.item[aria-selected="true"]').focus();
    await press("ArrowRight");
    await expect.poll(() => textOf(".live")).toMatch(/\. Ready in \d+ of 100 runs\.$/);
  });

  it("says nothing while the run plays, and nothing of a manifest that is edited", async () => {
    const page = await open(crashing);
    await page.evaluate(() => {
      const spoken: string[] = [];
      Reflect.set(globalThis, "spoken", spoken);
      const live = document.querySelector(".live");
      if (live === null) throw new Error("there is a live region");
      const observer = new MutationObserver(() => spoken.push(live.textContent));
      observer.observe(live, { childList: true, characterData: true, subtree: true });
    });
    const spoken = (): Promise<readonly string[]> => page.evaluate(() => Reflect.get(globalThis, "spoken"));
    await page.getByRole("button", { name: "Play" }).focus();
    const entry = await textOf(".details h2");
    await press("Enter");
    await expect.poll(() => textOf(".details h2")).not.toBe(entry);
    await expect.poll(() => clock()).toMatch(/^[2-9]m/);
    await press("Enter");
    await driver.send({ type: "pod", payload: hanging, horizonMs: 600_000 });
    await expect.poll(() => page.locator(".label-text").allInnerTexts()).toContain("other");
    await expect.poll(spoken).toEqual([]);
    // Inside of the bar of buttons, the arrows go from one to the next.
    await page.locator('.item[aria-selected="true"]').focus();
    await press("ArrowLeft");
    await expect.poll(async () => (await spoken()).length).toBe(1);
  });
});
