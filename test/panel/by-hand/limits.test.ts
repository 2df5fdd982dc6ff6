import { describe, expect, it } from "vitest";
import { panelDriver } from "../driver.ts";
import { payloadOf } from "../payloads.ts";

// The numbers that end something: how often a probe may fail, and how long a stop may take. Their ends are handles.

const driver = panelDriver();
const { open, press, textOf } = driver;

const probe = { tcpSocket: { port: 80 } };
const slow = payloadOf({ containers: [{ name: "app", livenessProbe: probe }] }, { app: "starts in 50s" });
const stubborn = payloadOf(
  { containers: [{ name: "app", livenessProbe: probe }] },
  { app: "hangs after 1m, ignores SIGTERM" },
);

const threshold = () => driver.page.getByRole("slider", { name: "liveness failureThreshold of app" });
const grace = () => driver.page.getByRole("slider", { name: "terminationGracePeriodSeconds of app" });
const undo = () => driver.page.getByRole("button", { name: "Undo", exact: true });

/** Along the tracks by so many seconds of what is shown, in equal steps, each of which shows its value before the next: on a busy machine only once the pointer rests. */
async function dragBySeconds(
  handle: ReturnType<typeof threshold>,
  seconds: number,
  values: readonly string[],
): Promise<void> {
  const box = await handle.boundingBox();
  const tracks = await driver.page.locator(".tracks").boundingBox();
  if (box === null || tracks === null) throw new Error("it is drawn");
  const shownTo = driver.page.locator(".tick-label").last();
  await expect.poll(() => shownTo.textContent()).toBe("10m");
  const perSecondPx = (tracks.width - 20) / 600;
  const [startX, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { mouse } = driver.page;
  await mouse.move(startX, y);
  await mouse.down();
  for (const [index, value] of values.entries()) {
    await mouse.move(startX + ((seconds * (index + 1)) / values.length) * perSecondPx, y);
    await expect.poll(() => textOf(".fix-text")).toMatch(/^Changed: /);
    await expect.poll(() => handle.getAttribute("aria-valuenow")).toBe(value);
  }
  await mouse.up();
}

describe("the failures that a probe allows", () => {
  it("are a handle at the last one that counts: what more would do is seen while it is dragged, and is one step back", async () => {
    await open(slow);
    await press("0");
    await expect.poll(() => threshold().getAttribute("aria-valuenow")).toBe("3");
    await expect.poll(() => driver.violations()).toEqual([]);
    const exits = driver.page.getByRole("option", { name: /app exits/ });
    await expect.poll(() => exits.count()).toBeGreaterThan(0);
    await dragBySeconds(threshold(), 40, ["4", "5", "6", "7"]);
    await expect.poll(() => exits.count()).toBe(0);
    await expect.poll(() => textOf(".fix-text")).toBe("Changed: livenessProbe.failureThreshold 7");
    await expect.poll(() => textOf(".outlook")).toBe("Healthy");
    await undo().click();
    await expect.poll(() => exits.count()).toBeGreaterThan(0);
    await expect.poll(() => undo().isDisabled()).toBe(true);
  });

  it("are changed by the keys, keep the focus, and are written with the comments as one edit", async () => {
    const page = await open(slow);
    await threshold().focus();
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
    await expect.poll(() => driver.focused()).toBe("liveness failureThreshold of app");
    await expect.poll(() => threshold().getAttribute("aria-valuenow")).toBe("8");
    await press("ArrowLeft");
    await page.getByRole("button", { name: "Write to manifest" }).first().click();
    const fields = [{ path: ["containers", 0, "livenessProbe"], field: "failureThreshold", value: 7 }];
    await expect.poll(() => driver.received()).toContainEqual({ type: "write", fields });
    await page.getByRole("button", { name: "Discard" }).first().click();
    await expect.poll(() => page.locator(".changed").count()).toBe(0);
    await expect.poll(() => undo().isDisabled()).toBe(false);
  });

  it("are written together with a fault", async () => {
    const page = await open(slow);
    await press("g");
    await page.keyboard.type("5m");
    await press("Enter");
    // The focus goes to the lanes with the next frame.
    await expect.poll(() => driver.focused()).not.toBe("Time at the cursor");
    await press("i");
    await page.getByRole("button", { name: "OOM kill" }).click();
    await press("Home");
    await page
      .getByRole("option", { name: /app exits/ })
      .first()
      .focus();
    await page.locator('.track[aria-label="app"] .exit-failed').first().click();
    await threshold().focus();
    await press("ArrowRight");
    await page.getByRole("button", { name: "Write to manifest" }).first().click();
    await expect
      .poll(() => driver.received())
      .toContainEqual({
        type: "write",
        lines: [{ container: "app", text: "starts in 50s" }, { text: "at 5m app: oom" }],
        fields: [{ path: ["containers", 0, "livenessProbe"], field: "failureThreshold", value: 4 }],
      });
  });
});

describe("the seconds of a stop", () => {
  it("are a handle at their end", async () => {
    await open(stubborn);
    await press("0");
    await expect.poll(() => grace().getAttribute("aria-valuenow")).toBe("30");
    await grace().focus();
    await press("PageDown", "PageDown", "ArrowLeft");
    await expect.poll(() => grace().getAttribute("aria-valuenow")).toBe("9");
    await expect.poll(() => textOf(".fix-text")).toBe("Changed: terminationGracePeriodSeconds 9");
    await press("Delete");
    await expect.poll(() => driver.page.locator(".changed").count()).toBe(0);
  });

  it("are none where a container stops at once", async () => {
    await open(slow);
    await threshold().waitFor();
    await expect.poll(() => grace().count()).toBe(0);
  });
});
