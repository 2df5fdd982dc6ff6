import { describe, expect, it } from "vitest";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { inferScenario, type KubeletModel, kubeletModelOf, lookAt } from "../../../shared/observation/index.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
import type { ScenarioLine } from "../../../shared/scenario/language/scenario-lines.ts";
import { expectGolden } from "../../golden.ts";
import { allWaits, figuresOf, isInside, isStartRight, knowledges, recordedPods, report } from "./figures.ts";

const pods = recordedPods();

describe.each(knowledges)("waits in recorded statuses, known: %s", (knowledge) => {
  const waits = allWaits(pods, knowledge).filter(({ isDisturbed }) => !isDisturbed);

  it("the back-off is said to end within 1.5 s of its real end, wherever one delay is left", () => {
    const sure = waits.filter(({ delaysMs, realEarliestMs }) => delaysMs.length === 1 && realEarliestMs !== undefined);
    expect(sure.length).toBeGreaterThan(2400);
    expect(sure.filter((wait) => !isStartRight(wait))).toEqual([]);
  });

  it("every restart falls inside, and none is overdue", () => {
    const restarted = waits.filter(({ startedMs }) => startedMs !== undefined);
    expect(restarted.length).toBeGreaterThan(2500);
    expect(restarted.filter((wait) => !isInside(wait))).toEqual([]);
    expect(figuresOf(waits).overdue).toBe(0);
  });
});

it("what is inferred from each recorded status is a scenario", () => {
  const found = pods.flatMap(({ pod: { assumptions, looks } }) =>
    looks.flatMap(({ pod, events }) => {
      const facts = kubeletModelOf(pod, assumptions);
      const lines = facts === undefined ? [] : inferScenario(facts, lookAt(pod, events)).lines;
      return facts === undefined ? [] : { lines, problems: problemsOf(lines, facts) };
    }),
  );
  expect(found.filter(({ lines }) => lines.length > 0).length).toBeGreaterThan(5000);
  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
});

function problemsOf(lines: readonly ScenarioLine[], { pod }: KubeletModel) {
  return parseScenario(textsOfLines(lines), allContainers(pod)).problems;
}

it("the figures, and what is not as it was said", () => {
  expectGolden("observation/figures", report(pods).join("\n"));
});
