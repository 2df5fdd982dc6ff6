import { describe, expect, it } from "vitest";
import { exactly } from "../../shared/basics/span.ts";
import type { ObservedOverlay } from "../../shared/protocol/pod/observed.ts";
import { panelDriver } from "./driver.ts";
import { observationOf } from "./observations.ts";
import { crashing, expecting, hanging } from "./payloads.ts";

// What a pod of a cluster did, laid over what is predicted for it.

const driver = panelDriver();
const { open, openEmpty, press, send, textOf, tabTo, focused } = driver;

const did = { app: "crashes after 25s x2, then oom after 40s" };
const asPredicted = observationOf(crashing, { did, untilMs: 240_000 });
const tooLate = observationOf(crashing, { did, untilMs: 240_000, late: { fromMs: 115_000, byMs: 14_000 } });

const line = (container: string) => driver.page.getByRole("combobox", { name: container, exact: true });
const part = () => textOf(".part-observed");
const judged = () => expect.poll(part).toMatch(/inside what is possible/);
const lanes = () => driver.page.locator(".track-observed");
const itemsOf = (container: string) =>
  driver.page
    .locator(`.track[aria-label="observed of ${container}"] [role="option"]`)
    .evaluateAll((items) => items.map((item) => item.getAttribute("aria-label") ?? ""));

async function lay(overlay: unknown): Promise<void> {
  await send({ type: "observed", overlay });
}

async function openWith(overlay: ObservedOverlay, options = {}): Promise<void> {
  await open(crashing, options);
  await lay(overlay);
  await judged();
}

describe("an observation", () => {
  it("stands below each container, with the scenario that does the same", async () => {
    const page = await open(crashing);
    const before = await line("app").inputValue();
    await lay(asPredicted);
    await judged();
    await expect.poll(() => lanes().count()).toBe(3);
    await expect.poll(part).toMatch(/(\d+) of \1 starts and ends are inside what is possible\./);
    await expect.poll(() => page.locator(".track-observed .outside").count()).toBe(0);
    await expect.poll(() => line("app").inputValue()).toBe(did.app);
    await expect.poll(() => textOf(".live")).toContain(asPredicted.title);
    await expect.poll(() => driver.kept()).toMatchObject({ isObserved: true });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => line("app").inputValue()).toBe(before);
    await expect.poll(() => lanes().count()).toBe(3);
  });

  it("is told with its judgment, start by start and end by end", async () => {
    await openWith(tooLate);
    await expect
      .poll(async () =>
        (await itemsOf("app")).map((name) => name.replace(/ The range was .*?(?= An image| Its sign|$)/, " …")),
      )
      .toEqual([
        expect.stringMatching(/^2s: Observed: app started\. Within the range: /),
        // Two moments that stand in one place share a sign, which has the words of both.
        expect.stringMatching(
          /^27s to 28s ×2: Observed: run 1 of app ended with exit code 1 after 25s\. Within the range: .* Observed: app restarted \(run 2\)\. Within the range: /,
        ),
        expect.stringMatching(/^\d\ds: Observed: run 2 of app ended with exit code 1 after 2\ds\. Within the range: /),
        expect.stringMatching(/^1m\d+s: Observed: app restarted \(run 3\)\. Within the range: /),
        expect.stringMatching(
          /^1m\d+s: Observed: run 3 of app ended with exit code 137 \(OOMKilled\) after \d\ds\. Within the range: /,
        ),
        expect.stringMatching(
          /^2m\d+s: Observed: app restarted \(run 4\)\. Restart 3 came \d+s after the latest that the kubelet's loops allow\. … An image pull, .* Its sign says \+\d+s\.$/,
        ),
        expect.stringMatching(/^3m\d+s: Observed: run 4 of app ended .* Within the range: /),
        expect.stringMatching(/^3m\d+s: Observed: app restarted \(run 5\)\. Within the range: /),
      ]);
    await expect.poll(part).toMatch(/1 outside/);
    await driver.page.locator(".outside-list button").click();
    await expect.poll(() => textOf(".details h2")).toBe("Observed: app restarted (run 4).");
    await expect.poll(() => textOf(".details .verdict")).toMatch(/^\s*Restart 3 came/);
    await driver.page.locator(".details .chain button").click();
    await expect.poll(() => textOf(".details h2")).toBe("app starts again, run 4.");
  });

  it("keeps what is expected in the scenario", async () => {
    await open(expecting);
    const overlay = observationOf(expecting, { did: { app: "crashes after 1m" }, untilMs: 100_000 });
    await lay(overlay);
    await expect.poll(() => line("app").inputValue()).toBe("crashes after 1m");
    await expect.poll(() => line("pod").first().inputValue()).toBe("expect ready within 90s");
    await driver.page.getByRole("button", { name: "Write into manifest" }).click();
    const written = async () => (await driver.received()).find(({ type }) => type === "write");
    await expect.poll(written).toMatchObject({
      lines: [
        { container: "app", text: "crashes after 1m" },
        { text: "expect ready within 90s" },
        { text: "expect restarts <= 3 within 5m" },
      ],
    });
  });

  it("that goes on is drawn as far as it goes, and its scenario goes along while nobody changes it", async () => {
    await openWith(asPredicted);
    const later = { app: "crashes after 25s x2, then oom after 40s x2, then runs" };
    await lay(observationOf(crashing, { did: later, untilMs: 280_000 }));
    await expect.poll(() => line("app").inputValue()).toBe(later.app);
    await line("app").fill("crashes after 1m");
    await lay(observationOf(crashing, { did, untilMs: 300_000 }));
    await driver.page.getByRole("button", { name: "Use observed scenario" }).waitFor();
    await expect.poll(() => line("app").inputValue()).toBe("crashes after 1m");
    await driver.page.getByRole("button", { name: "Use observed scenario" }).click();
    await expect.poll(() => line("app").inputValue()).toBe(did.app);
    await expect.poll(() => driver.page.getByRole("button", { name: "Use observed scenario" }).count()).toBe(0);
  });

  it("of a page that is made again leaves the scenario as people left it", async () => {
    await openWith(asPredicted);
    await line("app").fill("crashes after 1m");
    await expect.poll(() => driver.kept()).toMatchObject({ setup: { lines: [{ text: "crashes after 1m" }] } });
    const state = await driver.kept();
    await driver.close();
    await open(crashing, { state });
    await lay(asPredicted);
    await judged();
    await expect.poll(() => line("app").inputValue()).toBe("crashes after 1m");
  });

  it("goes away when it is over, and when nobody wants to see it any more", async () => {
    const page = await open(crashing);
    await lay(tooLate);
    await judged();
    await page.locator(".outside-list button").click();
    await lay(null);
    await expect.poll(() => lanes().count()).toBe(0);
    await expect.poll(() => page.locator(".part-observed").count()).toBe(0);
    await expect.poll(() => textOf(".details")).toMatch(/^Nothing is selected/);
    await lay(tooLate);
    await judged();
    await page.getByRole("button", { name: "Hide observation" }).click();
    await expect.poll(() => lanes().count()).toBe(0);
    await expect.poll(async () => (await driver.received()).at(-1)).toEqual({ type: "unobserve" });
  });

  it("whose beginning nobody saw is drawn where it is predicted, and says so", async () => {
    await open(crashing);
    const cutOff = asPredicted.containers.map((container) =>
      container.name === "app" ? { ...container, missing: 2, runs: container.runs.slice(2) } : container,
    );
    const late = cutOff.map((container) => ({
      ...container,
      runs: container.runs.map((run) => ({
        ...run,
        startMs: exactly((run.startMs?.nominalMs ?? 0) + 100_000),
        end: undefined,
      })),
    }));
    await lay({ ...asPredicted, containers: late, lines: asPredicted.lines });
    await judged();
    await expect
      .poll(part)
      .toMatch(
        /app: what came before run 3 was not seen\. Run 3 is drawn where it is predicted\. It is drawn 1m[\d.]+s earlier than it was\./,
      );
    const [first = ""] = await itemsOf("app");
    expect(first).toMatch(/Observed: app restarted \(run 3\)\. Not compared: what came before it was not observed\./);
    const predicted = await driver.page
      .locator('.track[aria-label="app"] [aria-label*="run 3"]')
      .first()
      .getAttribute("aria-label");
    expect(first.split(": ")[0]).toBe(predicted?.split(" to ")[0]);
  });

  it("is held against another scenario as soon as that is played", async () => {
    await openWith(asPredicted);
    await line("app").fill("crashes after 10s");
    await expect.poll(part).toMatch(/[1-9] outside/);
    await expect
      .poll(part)
      .toMatch(
        /Observed: run 1 of app ended with exit code 1 after 25s\.\s+It ended \d+s later than in the scenario\./,
      );
  });
});

describe("without a mouse", () => {
  it("its starts and ends are reached like everything else", async () => {
    await openWith(tooLate);
    await tabTo(/app exits with 1/);
    // Opened at the present; what is selected takes the cursor along.
    await press("ArrowRight", "ArrowLeft", "ArrowDown");
    await expect
      .poll(focused)
      .toMatch(/^27s to 28s ×2: Observed: run 1 of app ended .* Observed: app restarted \(run 2\)\./);
    await press("ArrowRight");
    await expect.poll(() => textOf(".live")).toMatch(/: Observed: (app restarted \(run 2\)|run 2 of app ended)/);
    await press("n", "n");
    await expect.poll(focused).toMatch(/: Observed: run 3 of app ended/);
    await press("Enter");
    await expect
      .poll(async () => (await driver.received()).at(-1))
      .toMatchObject({ type: "reveal", path: ["containers", 0], focus: true });
    await press("ArrowUp");
    await expect.poll(focused).toMatch(/: app (running\b|.*exits|waits|is OOM)/);
  });

  it("each has a name of its own", async () => {
    await openWith(tooLate, { heightPx: 3000 });
    const names = [...(await itemsOf("db")), ...(await itemsOf("log")), ...(await itemsOf("app"))];
    expect(names.length).toBe(10);
    expect(new Set(names).size).toBe(names.length);
    expect(
      names.filter(
        (name) => !/^(\d+(\.\d+)?(ms|s|m|h))+( to (\d+(\.\d+)?(ms|s|m|h))+)?( ×\d+)?: Observed: /.test(name),
      ),
    ).toEqual([]);
  });

  it("the table has all of them among what is predicted, in order of time", async () => {
    await openWith(tooLate);
    await press("t");
    const rows = await driver.page
      .locator(".twin tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())));
    const observed = rows.filter(([, , what]) => what?.startsWith("Observed: "));
    expect(observed).toHaveLength(12);
    expect(observed.filter(([, , , why]) => why?.startsWith("Restart 3 came "))).toHaveLength(1);
    expect(rows.some(([, , what]) => what === "app starts again, run 2.")).toBe(true);
    const columns = await driver.page
      .locator(".twin tr.observed td:nth-child(3), .twin th:nth-child(3)")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
    expect(new Set(columns.map(Math.round)).size, "the columns of all rows").toBe(1);
    await driver.page.locator(".twin tr.observed button").last().click();
    await expect.poll(() => textOf(".details h2")).toMatch(/^Observed: /);
    await expect.poll(() => driver.page.locator(".twin tr.selected").count()).toBe(1);
  });
});

describe("axe finds nothing wrong", () => {
  it.each(["light-modern", "dark-modern", "high-contrast", "high-contrast-light"] as const)("in %s", async (theme) => {
    await openWith(tooLate, { theme });
    await driver.page.locator(".outside-list button").click();
    await expect.poll(() => driver.violations()).toEqual([]);
    await press("t");
    await expect.poll(() => driver.violations(".story"), { message: "the table" }).toEqual([]);
  });
});

it.each([400, 640, 1200])("fits into %i px", async (widthPx) => {
  await openWith(tooLate, { widthPx });
  await driver.page.locator(".outside-list button").click();
  await expect.poll(() => driver.page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
});

describe("bad input", () => {
  const run = { run: 1, startMs: exactly(0), end: { atMs: exactly(25_000), exitCode: 1 } };
  const base: ObservedOverlay = { title: "web", untilMs: 60_000, containers: [], lines: [], notes: [] };

  it.each<readonly [string, ObservedOverlay, RegExp]>([
    ["no containers", base, /No start and no end of a container has a time\./],
    ["no runs", { ...base, containers: [{ name: "app", missing: 3, runs: [] }] }, /No start and no end/],
    [
      "a container that the pod does not have",
      { ...base, containers: [{ name: "cache", missing: 0, runs: [run] }] },
      /This pod has no container cache, of which something was observed\./,
    ],
    [
      "times before the pod was seen",
      {
        ...base,
        untilMs: -5,
        containers: [
          {
            name: "app",
            missing: 0,
            runs: [{ run: 1, startMs: exactly(-9000), end: { atMs: exactly(-20_000), exitCode: 0 } }],
          },
        ],
      },
      /of 2 starts and ends/,
    ],
    [
      "times of another century",
      { ...base, untilMs: 1e15, containers: [{ name: "app", missing: 0, runs: [{ ...run, startMs: exactly(1e15) }] }] },
      /1 of the starts and ends lies behind the time that is played\./,
    ],
    [
      "the same run twice",
      { ...base, containers: [{ name: "app", missing: 0, runs: [run, run] }] },
      /of 2 starts and ends/,
    ],
    ["a scenario with a mistake", { ...base, lines: [{ container: "app", text: "exists 1" }] }, /No start and no end/],
  ])("%s is told, and the page goes on", async (_, overlay, expected) => {
    await open(crashing);
    await lay(overlay);
    await expect.poll(part).toMatch(expected);
    await lay(asPredicted);
    await judged();
  });

  it("ten thousand runs draw few elements, and play on", async () => {
    const page = await open(crashing);
    const runs = Array.from({ length: 10_000 }, (_, index) => ({
      run: index + 1,
      startMs: exactly(index * 60),
      end: { atMs: exactly(index * 60 + 30), exitCode: index % 2 },
    }));
    await lay({
      ...base,
      untilMs: 600_000,
      containers: [{ name: "app", missing: 0, runs }],
      lines: [{ container: "app", text: "exits 1 after 0s" }],
    });
    await expect.poll(part).toMatch(/of 20000 starts and ends/);
    await expect.poll(() => page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(6000);
    await press("t");
    await expect.poll(() => textOf(".pages")).toMatch(/of 2\d{4}/);
  });

  it("what is no observation is ignored and told to the extension", async () => {
    await open(crashing);
    for (const overlay of [undefined, 7, {}, { ...base, untilMs: "soon" }]) await lay(overlay);
    await lay(asPredicted);
    await judged();
    const ignored = async () => (await driver.received()).filter(({ type }) => type === "ignored");
    await expect.poll(ignored).toHaveLength(4);
  });

  it("what comes before the pod is laid over it as soon as it is there", async () => {
    await openEmpty();
    await lay(asPredicted);
    await send({ type: "pod", payload: crashing, horizonMs: 600_000 });
    await judged();
  });

  it("another pod keeps the observation, as far as it has its containers", async () => {
    await openWith(asPredicted);
    await send({ type: "pod", payload: hanging, horizonMs: 600_000 });
    await expect.poll(part).toMatch(/This pod has no container db/);
    await expect.poll(() => lanes().count()).toBe(1);
  });
});
