import { expect, test } from "vitest";
import { finish } from "../../../../shared/basics/pieces.ts";
import { judgeRolloutInPieces } from "../../../../shared/forecast/workload/expectations.ts";
import { rolloutJudgmentInWords } from "../../../../shared/forecast/workload/judgment-words.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

/** What became of the expectations among the lines. Four pods, one at a time, none may be missing. */
function judged(lines: readonly string[], timing: "ideal" | "kubelet" = "ideal"): readonly string[] {
  const comments = lines.map((line) => `      # cadence: ${line}\n`).join("");
  const text = `kind: Deployment
spec:
  replicas: 4
  minReadySeconds: 10
  progressDeadlineSeconds: 120
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  template:
    spec:
      containers:
${comments}      - {name: app, image: a, readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 10}}
`;
  const assumptions = assume({ timing });
  return finish(judgeRolloutInPieces(readWorkload(text, assumptions), assumptions)).map(
    (judgment) => `${judgment.text}: ${rolloutJudgmentInWords(judgment)}`,
  );
}

const rollout = "expect rollout within 2m";
const available = "expect available >= 4 during rollout";

test.each([
  ["pods that serve", [], "holds", "holds"],
  [
    "a new version that starts slowly",
    ["new: app: starts in 45s"],
    "fails: the rollout completes after 4m (expected within 2m)",
    "holds",
  ],
  ["an old version that starts slowly", ["old: app: starts in 45s"], "holds", "holds"],
  [
    "a new version that crashes",
    ["new: app: crashes after 5s"],
    "fails: the rollout does not complete: 1 of 4 updated (expected within 2m)",
    "holds",
  ],
  [
    "a way back from a new version that crashes",
    ["new: app: crashes after 5s", "at 1m rolls back"],
    "fails: the rollout does not complete: 1 of 4 updated (expected within 2m)",
    "holds",
  ],
  [
    "a new version that crashes while it is scaled",
    ["new: app: crashes after 5s", "at 30s scales to 8"],
    "fails: the rollout does not complete: 2 of 8 updated (expected within 2m)",
    "holds",
  ],
  ["a rollout that begins later", ["at 10m rollout"], "holds", "holds"],
  [
    "a node that drains meanwhile",
    ["at 10m rollout", "at 10m5s node drains"],
    "holds",
    "fails: 2 available (expected ≥ 4)",
  ],
  ["a node that drains long before", ["at 10m rollout", "at 1m node drains"], "holds", "holds"],
])("%s", (_, lines, ofRollout, ofAvailable) => {
  expect(judged([...lines, rollout, available])).toEqual([`${rollout}: ${ofRollout}`, `${available}: ${ofAvailable}`]);
});

test("each comparison is held against every number of available pods", () => {
  const of = (text: string) =>
    judged([`expect available ${text} during rollout`])[0]
      ?.split(": ")
      .slice(1)
      .join(": ");
  expect(["= 4", "< 6", "<= 4", "> 4"].map(of)).toEqual([
    "fails: 5 available (expected = 4)",
    "holds",
    "fails: 5 available (expected ≤ 4)",
    "fails: 4 available (expected > 4)",
  ]);
});

test("with jitter 20 runs are judged", () => {
  expect(judged([rollout], "kubelet")).toEqual([`${rollout}: holds in all 20 runs`]);
});
