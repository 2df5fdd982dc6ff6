import { describe, expect, it } from "vitest";
import { admit } from "../../shared/admission/admit.ts";
import { timeInWords } from "../../shared/drawing/words.ts";
import type { Assumptions, Component } from "../../shared/kubernetes/node.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
import type { PodPayload } from "../../shared/protocol/pod.ts";
import { parseScenario } from "../../shared/scenario/parse.ts";
import { describeEntry, simulate } from "../../shared/simulation/index.ts";
import { panelDriver, tenMinutesMs } from "./driver.ts";
import { crashing, hanging, restartingAll } from "./payloads.ts";

// The table is the same run for those who cannot see lanes: here it is held against the engine, entry by entry.

const driver = panelDriver();
const { open, press } = driver;

describe("the table", () => {
  it.each([
    ["a crash loop with probes", crashing],
    ["a hang", hanging],
    ["a restart of all containers", restartingAll],
  ])("has every entry of %s", async (_, payload) => {
    await open(payload);
    await press("t");
    const expected = rowsOf(payload, payload.assumptions);
    expect(expected.length).toBeGreaterThan(20);
    expect(await allRows()).toEqual(expected);
  });

  it("has every entry of the second node while one of them is selected", async () => {
    const page = await open(crashing);
    await press("c");
    await page.getByRole("button", { name: "Kubernetes 1.34" }).click();
    await press("Escape");
    await page.locator(".label.second", { hasText: "app" }).first().click();
    await press("t");
    const component: Component = { kubernetes: "1.34", featureGates: {} };
    const { assumptions } = crashing;
    const expected = rowsOf(crashing, {
      ...assumptions,
      node: { ...assumptions.node, ...component },
      apiServer: component,
    });
    expect(await allRows()).toEqual(expected);
    expect(expected).not.toEqual(rowsOf(crashing, assumptions));
  });
});

/** Time, container, sentence and cause of each entry, as the engine makes them. */
function rowsOf({ written, scenarioTexts }: PodPayload, assumptions: Assumptions): readonly (readonly string[])[] {
  const { pod } = admit(written, assumptions.apiServer);
  if (pod === undefined) throw new Error("the pod is admitted");
  const { scenario } = parseScenario(scenarioTexts, allContainers(pod));
  const { entries } = simulate({ pod, assumptions, scenario, seed: 1, untilMs: tenMinutesMs, recording: "statuses" });
  const sentences = new Map(entries.map((entry) => [entry.id, describeEntry(entry, pod)]));
  return entries.map(({ id, tMs, container = "pod", cause }) => [
    timeInWords(tMs),
    container,
    sentences.get(id) ?? "",
    cause === undefined ? "from outside" : (sentences.get(cause) ?? ""),
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
