import { describe, expect, it } from "vitest";
import { admit } from "../../shared/api-server/admission/admit.ts";
import { formatMoment } from "../../shared/basics/span-words.ts";
import type { Assumptions, Component } from "../../shared/kubernetes/node.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../shared/protocol/pod/pod.ts";
import { parseScenario } from "../../shared/scenario/language/parse.ts";
import { describeEntry, simulate } from "../../shared/simulation/index.ts";
import { panelDriver } from "./driver.ts";
import { crashing, hanging, payloadHorizonMs, restartingAll } from "./payloads.ts";

// The table is the same run for those who cannot see lanes: here it is held against the engine, entry by entry.

const driver = panelDriver();
const { open, press, textOf, focused } = driver;

describe("the table", () => {
  it.each([
    ["a crash loop with probes", crashing],
    ["a hang", hanging],
    ["a restart of all containers", restartingAll],
  ])("has every entry of %s", async (_, payload) => {
    await open(payload);
    await driver.openTable();
    const expected = rowsOf(payload, payload.assumptions);
    expect(expected.length).toBeGreaterThan(20);
    await expect.poll(allRows).toEqual(expected);
  });

  it("has every entry of the second node while one of them is selected", async () => {
    const page = await open(crashing);
    await press("c");
    await page.getByRole("button", { name: "Kubernetes 1.34" }).click();
    await press("Escape");
    await page.locator(".label-container.second[title=app]").click();
    await driver.openTable();
    const component: Component = { kubernetes: "1.34", featureGates: {} };
    const { assumptions } = crashing;
    const expected = rowsOf(crashing, {
      ...assumptions,
      node: { ...assumptions.node, ...component },
      apiServer: component,
    });
    await expect.poll(allRows).toEqual(expected);
    expect(expected).not.toEqual(rowsOf(crashing, assumptions));
  });
});

describe("the runs", () => {
  const rows = () => driver.page.locator(".runs tr.run");
  const toggles = () => driver.page.locator(".run-toggle").allInnerTexts();

  it("are one row each, with the one of the selected entry open", async () => {
    await open(crashing);
    await press("t");
    await expect.poll(async () => (await toggles()).slice(0, 5)).toEqual(["pod", "db 1", "log 1", "app 1", "app 2"]);
    await expect
      .poll(async () => (await rows().nth(3).innerText()).replace(/\s+/g, " "))
      .toMatch(/^app 1 \d(?:\.\d)?s 2[67](?:\.\d)?s exit 1 0s$/);
    await expect.poll(() => driver.page.locator(".inner tr.selected").innerText()).toContain("app exits with 1");
    await expect.poll(() => driver.page.locator(".run-entries").count()).toBe(1);
  });

  it("open and close with the keys, and follow the steps", async () => {
    const page = await open(crashing);
    await press("t");
    await page.locator(".run-toggle", { hasText: "app 2" }).focus();
    await press("Enter");
    await expect.poll(() => textOf(".inner")).toMatch(/run 2/);
    await expect.poll(focused).toBe("app 2");
    await press("Enter");
    await expect.poll(() => page.locator(".run-entries").count()).toBe(0);
    await press("n");
    await expect.poll(() => page.locator(".inner tr.selected").count()).toBe(1);
  });

  it("give way to the entries of one kind", async () => {
    const page = await open(hanging);
    await press("t");
    await page.getByLabel("Show", { exact: true }).selectOption("kills");
    const what = () => page.locator(".twin td:nth-child(3)").allInnerTexts();
    await expect.poll(async () => (await what()).filter((text) => !/SIGTERM|SIGKILL|killed/.test(text))).toEqual([]);
    await expect.poll(async () => (await what()).length).toBeGreaterThan(2);
  });
});

/** Time, container, sentence and cause of each entry, as the engine makes them. */
function rowsOf(
  { written, scenarioTexts, answer }: PodPayload,
  assumptions: Assumptions,
): readonly (readonly string[])[] {
  const { pod } = admit(written, assumptions);
  if (pod === undefined) throw new Error("the pod is admitted");
  const { scenario } = parseScenario(scenarioTexts, allContainers(pod));
  const { entries } = simulate({
    pod,
    assumptions,
    scenario,
    seed: answer?.typicalSeed ?? 1,
    untilMs: payloadHorizonMs,
    recording: "statuses",
  });
  const sentences = new Map(entries.map((entry) => [entry.id, describeEntry(entry, pod)]));
  return entries.map(({ id, tMs, container = "pod", cause }) => [
    formatMoment(tMs),
    container,
    sentences.get(id) ?? "",
    cause === undefined ? "external" : (sentences.get(cause) ?? ""),
  ]);
}

/** The cells of all pages, from the first to the last. */
async function allRows(): Promise<readonly (readonly string[])[]> {
  const { page } = driver;
  const turn = (name: string) => page.getByRole("button", { name }).and(page.locator(":enabled"));
  while ((await turn("Earlier entries").count()) > 0) await turn("Earlier entries").click();
  const rows = await rowsOnPage();
  while ((await turn("Later entries").count()) > 0) {
    await turn("Later entries").click();
    rows.push(...(await rowsOnPage()));
  }
  return rows;
}

function rowsOnPage(): Promise<string[][]> {
  return driver.page
    .locator(".twin tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim())));
}
