import { expect, it } from "vitest";
import type { JobSpec } from "../../../../shared/controllers/job/model.ts";
import { readJob } from "../../../../shared/controllers/job/read-job.ts";
import { answerPod } from "../../../../shared/forecast/answer/answer.ts";
import { assume, readPod } from "../../simulation/play.ts";

const assumptions = assume({ timing: "ideal" });

/** Time and share, step by step. */
function ready(scenario: string, job: Partial<JobSpec>): string {
  const text = `# cadence: app: ${scenario}\nrestartPolicy: Never\ncontainers: [{name: app, image: app}]`;
  const { pod, scenario: read } = readPod(text, assumptions);
  const whole = { ...readJob({}, assumptions.apiServer), ...job };
  const { readyOverTime } = answerPod({ pod, assumptions, scenario: read, job: whole, horizonMs: 1_800_000 });
  return readyOverTime.map(({ tMs, share }) => `${Math.round(tMs / 1000)}s ${Math.round(share * 100)} %`).join(", ");
}

it.each([
  ["one pod", "completes after 1m", { parallelism: 1, completions: 1 }, "0s 100 %, 60s 0 %"],
  [
    "one of three fails",
    "crashes after 20s, then completes after 1m",
    { parallelism: 3, completions: 3 },
    "0s 100 %, 20s 67 %, 30s 100 %, 90s 0 %",
  ],
  ["the last wave is smaller", "completes after 1m", { parallelism: 3, completions: 4 }, "0s 100 %, 120s 0 %"],
  ["a work queue", "completes after 1m", { parallelism: 3, completions: undefined }, "0s 100 %, 60s 0 %"],
  [
    "both indexes fail twice",
    "crashes after 20s x2, then completes after 1m",
    { parallelism: 2, completions: 2, completionMode: "Indexed" as const },
    "0s 100 %, 20s 0 %, 40s 100 %, 60s 0 %, 140s 100 %, 200s 0 %",
  ],
])("%s", (_, scenario, job, expected) => {
  expect(ready(scenario, job)).toBe(expected);
});
