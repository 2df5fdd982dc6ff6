import { describe, expect, it } from "vitest";
import { holds } from "../patience.ts";
import { answerAbout } from "../server/features/alerts/panel-alerts.ts";
import { panelDriver } from "./driver.ts";
import { payloadOf } from "./payloads.ts";

const driver = panelDriver();
const { open, press, send, textOf, violations } = driver;

const horizonMs = 1_800_000;
const looping = { containers: [{ name: "app" }] };
const seen = payloadOf(looping, { app: "exits 1 after 5s" });
const unseen = payloadOf(looping, { app: "exits 1 after 5s" }, { maxContainerRestartPeriodMs: 30_000 });

async function opened(payload: typeof seen) {
  const page = await open(payload, { horizonMs });
  await page.locator(".part-alerts summary").click();
  const answer = await answerAbout(payload, horizonMs);
  // The page asks again when it shows another run than the first one, the typical one of all.
  await holds(async () => {
    await send({ type: "alerts", answer });
    await expect.poll(() => page.locator(".part-alerts .chain").isVisible()).toBe(true);
  });
  await press("0");
  return page;
}

describe("alerts below the lanes", () => {
  it("are drawn when they are pending and firing, with words for who does not see them", async () => {
    const page = await opened(seen);
    const lane = page.getByRole("group", { name: "KubePodCrashLooping" });
    const words = () => lane.getByRole("option").evaluateAll((items) => items.map((item) => item.ariaLabel));
    await expect
      .poll(words)
      .toEqual([
        expect.stringMatching(/^\d+m[\d.]+s to \d+m[\d.]+s: KubePodCrashLooping is pending: it fires when/),
        expect.stringMatching(/to 30m: KubePodCrashLooping is firing: its condition has held for 15m\.$/),
      ]);
    await expect.poll(() => violations(".timeline")).toEqual([]);
    await expect.poll(() => violations(".part-alerts")).toEqual([]);
  });

  it("that stay silent say why, in their lane and in the list", async () => {
    const page = await opened(unseen);
    const reason = /never: CrashLoopBackOff is in the status 0\.0\d % of the time/;
    await expect.poll(() => page.locator(".track-alert").first().textContent()).toMatch(reason);
    await expect
      .poll(() => textOf(".part-alerts"))
      .toMatch(/never\s+KubePodCrashLooping\s+CrashLoopBackOff is in the status 0\.0/);
    await page.locator(".part-alerts .chain button").first().click();
    await expect.poll(() => textOf(".details")).toMatch(reason);
    await expect.poll(() => textOf(".details")).toContain("max_over_time(kube_pod_container_status_waiting_reason");
    await expect.poll(() => violations(".details")).toEqual([]);
  });

  it("lead to what they saw", async () => {
    const page = await opened(seen);
    await page.locator(".part-alerts .chain button").first().click();
    await page.locator(".details .chain button").click();
    await expect.poll(() => textOf(".details h2")).toMatch(/^app /);
  });

  it("go with their part of the page", async () => {
    const page = await opened(seen);
    await expect.poll(() => page.locator(".track-alert").count()).toBeGreaterThan(0);
    await page.locator(".part-alerts summary").click();
    await page.locator(".track-alert").first().waitFor({ state: "detached" });
  });
});
