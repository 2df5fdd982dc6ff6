import { expect, test } from "vitest";
import { completeScenario } from "../../../../shared/scenario/language/complete.ts";
import { pod } from "../check.ts";

const others =
  "needs | starts in | fails | hangs | breaks | redirects | answers | stops | ignores SIGTERM | takes | cannot be created | cannot be started | image missing | image takes";
const clauses = `runs | completes | crashes | exits | oom | ${others}`;
const statements = `${clauses} | db: | log: | app: | new: | old: | expect | at | ignore`;

/** What is offered at `$0`. */
const places: readonly (readonly [text: string, labels: string])[] = [
  ["$0", statements],
  ["cra$0", statements],
  ["crashes$0", statements],
  ["cra$0shes after 5s", statements],
  ["app: $0", `${clauses} | new: | old: | expect`],
  ["app:$0", `${clauses} | new: | old: | expect`],
  ["crashes $0", "after | during | until | while | x5 | , | , then"],
  ["crashes aft$0", "after | during | until | while | x5 | , | , then"],
  ["crashes after $0", "10s | 1m | 5m | 1h30m | 14s–26s"],
  ["crashes after 14s–$0", "10s | 1m | 5m | 1h30m | 14s–26s"],
  ["crashes after 14s – $0", "10s | 1m | 5m | 1h30m"],
  ["crashes after 14s–26s $0", "during | until | while | x5 | , | , then"],
  ["starts in 14s–26s — 212 $0", ""],
  ["starts in 14s–26s — 212 starts, cra$0", ""],
  ["crashes after 5 $0", "s | min | hours"],
  ["crashes after 5s $0", "during | until | while | x5 | , | , then"],
  ["crashes x5 $0", ", | , then"],
  // A run that has an ending is offered no other one, the next run is.
  ["crashes, $0", `then | ${others}`],
  ["starts in 5s, $0", `then | ${clauses}`],
  ["crashes, then $0", clauses],
  ["crashes x5, then r$0", clauses],
  ["crashes, $0 then runs", `then | ${others}`],
  ["starts $0", "in"],
  ["cannot $0", "be created | be started"],
  ["takes 5s $0", "to create | to start"],
  ["image $0", "missing | takes"],
  ["image missing $0", "3 | after | during | until | while | x5 | , | , then"],
  ["image missing 3 times $0", "after | during | until | while | x5 | , | , then"],
  ["exits $0", "0 | 1 | 137 "],
  [
    "hangs $0",
    "startup | liveness | readiness | postStart | preStop | after | for | every | during | until | while | x5 | , | , then",
  ],
  ["hangs liveness $0", "after | for | every | during | until | while | x5 | , | , then"],
  ["answers $0", "startup | liveness | readiness | postStart | preStop | in"],
  ["answers in 5s $0", "with | after | for | every | during | until | while | x5 | , | , then"],
  ["answers in 5s with $0", "4"],
  ["answers in 5s with 4 $0", "ready | after | for | every | during | until | while | x5 | , | , then"],
  ["stops in 5s $0", "with | x5 | , | , then"],
  ["ignores $0", "SIGTERM"],
  ["at $0", "10s | 1m | 5m | 1h30m"],
  [
    "at 5m $0",
    "kubelet restarts | node reboots | readiness gates are true | readiness gates are false | pod is deleted | database is away | rolls back | rollout | scales to | pauses | resumes | node drains | node | node is lost | pod | crashes | exits | oom | hangs | answers | image missing | db: | log: | app:",
  ],
  ["at 5m app: $0", "crashes | exits | oom | hangs | answers | image missing"],
  ["at 5m scales to $0", "3"],
  ["at 5m node $0", "reboots | drains | is lost"],
  ["at 5m node worker-2 $0", "drains | is lost"],
  ["at 5m pod $0", "is deleted"],
  ["at 5m kubelet $0", "restarts"],
  ["at 5m pod is deleted $0", "with grace"],
  [
    "expect $0",
    "ready within | restarts | phase | no probe kill within | down at most | crash loop within | no crash loop within | survives hang of | survives start of | survives stop of | survives answers of | survives failed probes for | stays ready in hang of | stays ready with failed probes for | rollout within | available",
  ],
  ["expect no $0", "probe kill within | crash loop within"],
  ["expect survives $0", "hang of | start of | stop of | answers of | failed probes for"],
  ["expect stays ready $0", "in hang of | with failed probes for"],
  ["expect restarts $0", "<= | < | >= | > | ="],
  ["expect restarts <$0", "<= | < | >= | > | ="],
  ["expect phase $0", "Pending | Running | Succeeded | Failed"],
  ["expect ready within 5s $0", ""],
  ["new: $0", `${clauses} | db: | log: | app:`],
  ["new: crashes after 5s $0", "during | until | while | x5 | , | , then"],
  ["expect rollout $0", "within"],
  ["expect available >= 9 $0", "during rollout"],
  ["ignore $0", ""],
  ["ignore some-rule $0", ", | — | -- | - | :"],
  ["ignore some-rule, $0", ""],
  ["ignore some-rule, other-rule $0", ", | — | -- | - | :"],
  ["ignore some-rule — be$0", ""],
  // Behind a mistake nobody knows what is meant, behind the next comma one knows again.
  ["crashs after $0", ""],
  ["starts soon, exits 3 $0", "after | during | until | while | x5 | , | , then"],
  ['fails "pg_is$0', ""],
];

test.each(places)("%s", (text, labels) => {
  const offered = completeScenario(text.replace("$0", ""), text.indexOf("$0"), pod);
  expect(offered.map(({ label }) => label).join(" | ")).toBe(labels.trim());
});

test("every offer is described", () => {
  for (const [text] of places) {
    for (const { label, detail } of completeScenario(text.replace("$0", ""), text.indexOf("$0"), pod)) {
      expect(detail, label).not.toBe("");
    }
  }
  expect(completeScenario("", 0, pod).filter(({ label }) => label.endsWith(":"))).toEqual([
    { label: "db:", detail: "init container" },
    { label: "log:", detail: "sidecar" },
    { label: "app:", detail: "container" },
    { label: "new:", detail: "pods of the new revision, during a rollout" },
    { label: "old:", detail: "pods of the old revision, during a rollout" },
  ]);
});

test.each([-5, 3.5, 99, Number.NaN])("an offset outside of the text: %d", (offset) => {
  expect(() => completeScenario("runs", offset, pod)).not.toThrow();
});
