import { describe, expect, it } from "vitest";
import { eventsOf } from "../../../../shared/forecast/workload/scenario-events.ts";
import { readWorkload } from "../../controllers/pods/written-workload.ts";
import { assume } from "../../simulation/play.ts";

function played(lines: readonly string[], kind = "Deployment"): readonly string[] {
  const text = `
${lines.map((line) => `# cadence: ${line}`).join("\n")}
kind: ${kind}
spec:
  replicas: 3
  template: {spec: {containers: [{name: app, image: a}]}}
`;
  const nodes = ["node-1", "node-2", "node-3"];
  const workload = { ...readWorkload(text, assume({ timing: "ideal" })), nodes };
  return eventsOf(workload, workload.scenario.rollout?.events ?? []).events.map((event) => JSON.stringify(event));
}

const rollout = (atMs: number, revision = "new"): string =>
  `{"kind":"rollout","atMs":${atMs},"revision":"${revision}"}`;
const back = (atMs: number): string => `{"kind":"rollout","atMs":${atMs},"revision":"old"}`;
const drain = (atMs: number, node: number): string => `{"kind":"drain","atMs":${atMs},"node":"node-${node}"}`;

describe("what a scenario lets happen to a workload", () => {
  it.each<readonly [what: string, lines: readonly string[], events: readonly string[]]>([
    ["a rollout at the start, where nothing else is said", [], [rollout(0)]],
    ["events in the order of time", ["at 5s rolls back", "at 1s rollout"], [rollout(1000), back(5000)]],
    [
      "each change of the template",
      ["at 1s rollout", "at 2s rolls back", "at 3s rollout"],
      [rollout(1000), back(2000), rollout(3000)],
    ],
    [
      "one new template after the other",
      ["at 1s rollout", "at 2s rollout", "at 3s rolls back", "at 4s rolls back"],
      [rollout(1000), rollout(2000, "new-2"), rollout(3000), rollout(4000, "new-2")],
    ],
    ["no way back before a rollout", ["at 1s rolls back", "at 2s rollout"], [rollout(2000)]],
    [
      "a drain of the next node",
      ["at 2s node drains", "at 1s node drains"],
      [rollout(0), drain(1000, 1), drain(2000, 2)],
    ],
    [
      "a drain of a node by its name",
      ["at 1s node node-2 drains", "at 2s node drains"],
      [rollout(0), drain(1000, 2), drain(2000, 1)],
    ],
    [
      "a node that has another name",
      ["at 1s node worker-7 drains", "at 2s node worker-7 drains"],
      [rollout(0), drain(1000, 1), drain(2000, 1)],
    ],
    [
      "no drain of a fourth node",
      ["a", "b", "c", "d"].map((name) => `at 1s node ${name} drains`),
      [rollout(0), drain(1000, 1), drain(1000, 2), drain(1000, 3)],
    ],
    [
      "the loss of a node by its name, and of the fullest one",
      ["at 1s node worker-7 drains", "at 2s node worker-7 is lost", "at 3s node is lost"],
      [
        rollout(0),
        drain(1000, 1),
        '{"kind":"lose-node","atMs":2000,"node":"node-1"}',
        '{"kind":"lose-node","atMs":3000}',
      ],
    ],
    ["the size", ["at 1s scales to 7"], [rollout(0), '{"kind":"change","atMs":1000,"spec":{"replicas":7}}']],
    [
      "a pod by its name",
      ["at 1s pod web-new-4 is deleted with grace 2s"],
      [rollout(0), '{"kind":"delete-pod","atMs":1000,"pod":"web-new-4","graceMs":2000}'],
    ],
  ])("has %s", (_what, lines, events) => {
    expect(played(lines)).toEqual(events);
  });

  it.each([
    ["StatefulSet", ["at 1s pauses", "at 2s resumes"]],
    ["DaemonSet", ["at 1s pauses", "at 2s resumes", "at 3s scales to 7"]],
  ])("leaves out what a %s does not have", (kind, lines) => {
    expect(played(lines, kind)).toEqual([rollout(0)]);
  });
});
