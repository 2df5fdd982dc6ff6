import { expect, test } from "vitest";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import { assume, readPod } from "../../simulation/play.ts";

function whyOf(...scenario: readonly string[]) {
  const assumptions = assume({ timing: "ideal" });
  const lines = scenario.map((line) => `# cadence: ${line}\n`).join("");
  const { pod, scenario: read } = readPod(`${lines}containers: [{name: app, image: app}]`, assumptions);
  return answerPod({ pod, assumptions, scenario: read, job: undefined, horizonMs: 1_800_000 }).why;
}

test("an outage is named with its times", () => {
  const why = whyOf("at 5m database is away for 4m", "app: needs database");
  expect(why?.text).toMatch(/^app crashes \(exit 1\) while database is away \(5m–9m\)\. /);
  expect(why?.advice).toMatch(/^Let app wait for database/);
});

test("a container that also ends by itself is not told from one that an outage ends", () => {
  expect(whyOf("at 5m database is away for 4m", "app: needs database, crashes after 20m")?.text).not.toContain("away");
});

test("a container that completes by itself fails by the outage only", () => {
  const outage = "at 5m database is away for 4m";
  expect(whyOf(outage, "app: needs database, completes after 20m")?.text).toContain("while database is away (5m–9m)");
  expect(whyOf(outage, "app: completes while database is away")?.text).not.toContain("away");
});
