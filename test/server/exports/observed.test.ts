import { expect, it } from "vitest";
import { observedRows, observedTitle } from "../../../server/exports/observed.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { type PodReport, reportObject } from "../../../shared/observation/index.ts";

function reportOf(status: unknown): PodReport {
  const spec = { containers: [{ name: "app", image: "a" }] };
  const metadata = { name: "web", creationTimestamp: "2026-11-21T12:00:00Z" };
  const report = reportObject({ kind: "Pod", metadata, spec, status }, defaultAssumptions());
  if (report === undefined) throw new Error("no report");
  return report;
}

it("a pod whose containers have no status is told by its own", () => {
  const message = "0/3 nodes are available: 3 Insufficient memory.";
  const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
  const report = reportOf({ phase: "Pending", conditions });
  expect(observedTitle(report, true)).toBe(
    "Observed at 2026-11-21 12:00:00 UTC (latest time in the status): pending, not scheduled: 0/3 nodes are available: 3 Insufficient memory.",
  );
  expect(observedRows(report)).toEqual([["conditions", "", `PodScheduled False (Unschedulable): ${message}`]]);
});

it("a restart of all containers says how often at most, and whose exit triggered it", () => {
  const rules = [{ action: "RestartAllContainers", exitCodes: { operator: "In", values: [88] } }];
  const containers = [
    { name: "trainer", image: "a", restartPolicy: "Always", restartPolicyRules: rules },
    { name: "peer", image: "a" },
  ];
  const running = { running: { startedAt: "2026-11-21T12:00:30Z" } };
  const reset = { terminated: { exitCode: 137, reason: "RestartingAllContainers", startedAt: null, finishedAt: null } };
  const containerStatuses = [
    { name: "trainer", restartCount: 4, state: running, lastState: reset },
    { name: "peer", restartCount: 3, state: running, lastState: reset },
  ];
  const object = { kind: "Pod", metadata: { name: "web" }, spec: { containers }, status: { containerStatuses } };
  const report = reportObject(object, defaultAssumptions());
  expect(report && observedRows(report)).toContainEqual([
    "pod",
    "restarts",
    "all containers restarted up to 3 times, triggered by trainer",
  ]);
});

it("a container that waits, or that said why it ended, is told in those words, in one line", () => {
  const times = { startedAt: "2026-11-21T12:00:00Z", finishedAt: "2026-11-21T12:00:05Z" };
  const lastState = { terminated: { exitCode: 1, message: "panic:\n no config", ...times } };
  const said = (waiting: object) =>
    observedRows(
      reportOf({ containerStatuses: [{ name: "app", restartCount: 1, state: { waiting }, lastState }] }),
    ).flatMap(([, question, answer]) => (question === "message" ? [answer] : []));
  expect(said({ reason: "CreateContainerConfigError", message: 'secret "db" not found' })).toEqual([
    'secret "db" not found',
  ]);
  expect(said({ reason: "CrashLoopBackOff", message: "back-off 10s restarting failed container=app" })).toEqual([
    "panic: no config",
  ]);
});

it("a scenario that is not quite what was observed says so", () => {
  const times = { startedAt: "2026-11-21T12:00:00Z", finishedAt: "2026-11-21T12:00:05Z" };
  const end = { terminated: { exitCode: -1073741819, reason: "Error", ...times } };
  const rows = observedRows(reportOf({ containerStatuses: [{ name: "app", restartCount: 0, state: end }] }));
  expect(rows.slice(-2)).toEqual([
    ["scenario", "app", "crashes after 5s"],
    ["", "", "app: exit code -1073741819 is outside 0–255; using 1."],
  ]);
});
