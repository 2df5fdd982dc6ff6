import { describe, expect, test } from "vitest";
import type { Outlook } from "../../../../shared/forecast/answer/model.ts";
import { forecastPod } from "../../../../shared/forecast/pod/pod.ts";
import { oneContainer, readJobText } from "../../controllers/job/play-job.ts";
import { assume } from "../../simulation/play.ts";

const ideal = assume({ timing: "ideal" });

function answerOf(text: string) {
  const { job, pod, scenario } = readJobText(text, ideal);
  return forecastPod(pod, ideal, scenario, { job }).answer;
}

/** Scenario, fields of the Job, restartPolicy → outlook and headline, in ideal time. */
const unfinished: readonly (readonly [string, string, string, Outlook, string])[] = [
  ["runs", "", "Never", "healthy", "The Job is still running after 30m."],
  ["completes after 45m", "", "Never", "ends", "The Job completes after 45m."],
  [
    "crashes after 3m",
    "backoffLimit: 6",
    "Never",
    "fails",
    "The Job fails after 31m30s (BackoffLimitExceeded): app crashes.",
  ],
  [
    "crashes after 3m",
    "backoffLimit: 20",
    "OnFailure",
    "fails",
    "The Job fails after 2h15m–2h16m (BackoffLimitExceeded): app crashes.",
  ],
  ["runs", "activeDeadlineSeconds: 3600", "Never", "fails", "The Job fails after 1h (DeadlineExceeded)."],
  [
    "crashes after 3m x2, then runs",
    "",
    "OnFailure",
    "restarts",
    "app crashes 2 times, then keeps running: the Job is not complete after 30m.",
  ],
  ["cannot be created", "", "Never", "never-ready", "The Job is not complete after 30m."],
];

describe("a Job that has not ended at the horizon", () => {
  test.each(unfinished)("%s {%s} %s", (cadence, fields, policy, outlook, headline) => {
    const answer = answerOf(oneContainer(cadence, fields, policy));
    expect([answer.outlook, answer.headline]).toEqual([outlook, headline]);
  });

  test("a crash that is restarted is not said to be the last", () => {
    const { why } = answerOf(oneContainer("crashes after 3m", "backoffLimit: 20", "OnFailure"));
    expect(why?.text).toBe("app crashes (exit 1) after 3m. Each crash doubles the back-off, up to 5m.");
  });
});

describe("a suspended Job", () => {
  const suspended = "The Job is suspended and creates no pod until it is resumed.";

  test.each([
    ["exits 1 after 5s", `${suspended} The pod fails after 5s: app crashes.`],
    ["", `${suspended} Completes when app exits with 0.`],
  ])("says so first: '%s'", (cadence, headline) => {
    expect(answerOf(oneContainer(cadence, "suspend: true", "Never")).headline).toBe(headline);
  });
});

describe("what helps where restartPolicy Never restarts nothing", () => {
  test.each([
    ["exits 1 after 5s", "Find out why in its log, which stays with the pod: kubectl logs."],
    ["oom after 5s", "Raise resources.limits.memory, or find out why it needs more."],
  ])("%s", (cadence, advice) => {
    expect(answerOf(oneContainer(cadence, "", "Never")).why?.advice).toBe(advice);
  });
});

describe("a regular container with restartPolicy Always", () => {
  const withHelper = (cadence: string, fields = "") => `${cadence}${fields}
template:
  spec:
    restartPolicy: Never
    containers:
    - {name: test, image: test}
    - {name: browser, image: browser, restartPolicy: Always}
`;
  const never = "The Job never completes: browser has restartPolicy Always.";

  test.each([
    ["without a scenario", ""],
    ["where the others complete", "# cadence: test: completes after 90s\n"],
    ["where it completes, too", "# cadence: test: completes after 90s\n# cadence: browser: completes after 60s\n"],
  ])("keeps the Job from completing, %s", (_, cadence) => {
    const { outlook, headline, why } = answerOf(withHelper(cadence));
    expect([outlook, headline]).toEqual(["fails", never]);
    expect(why?.path).toEqual(["containers", 1, "restartPolicy"]);
    expect(why?.advice).toContain("Move a helper to initContainers");
  });

  test("a deadline ends the Job all the same", () => {
    const text = withHelper("# cadence: test: completes after 90s\n", "activeDeadlineSeconds: 600");
    expect(answerOf(text).headline).toBe("The Job fails after 10m (DeadlineExceeded).");
  });
});
