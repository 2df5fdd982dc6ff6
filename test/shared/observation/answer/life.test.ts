import { expect, it } from "vitest";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";
import { observedAnswer } from "../../../../shared/observation/answer/future.ts";
import { observedLife } from "../../../../shared/observation/answer/life.ts";
import { reportObject } from "../../../../shared/observation/index.ts";
import { statusAt } from "../../../../shared/simulation/timeline/status-at.ts";

const noScenario = { containers: {}, events: [], expectations: [] };
const started = "2026-03-01T10:00:00Z";

function lifeOf(status: object) {
  const object = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "box", creationTimestamp: started },
    spec: { nodeName: "n", containers: [{ name: "box", image: "box" }] },
    status: { startTime: started, ...status },
  };
  const report = reportObject(object, defaultAssumptions(), {});
  if (report === undefined) throw new Error("has a status");
  const { pod, assumptions } = report.model;
  const input = { pod, assumptions, scenario: noScenario, seed: 1, aheadMs: 3_600_000 };
  return observedLife(report, observedAnswer(report), input);
}

const own = { name: "box", image: "box", imageID: "", ready: false, started: false };

it("a crash loop goes on from the observed moment, with the restarts that it has had", () => {
  const exit = { exitCode: 1, reason: "Error", startedAt: "2026-03-01T10:06:00Z", finishedAt: "2026-03-01T10:06:01Z" };
  const { timeline, nowMs } = lifeOf({
    phase: "Running",
    containerStatuses: [
      { ...own, restartCount: 6, state: { waiting: { reason: "CrashLoopBackOff" } }, lastState: { terminated: exit } },
    ],
  });
  const restartsAt = (tMs: number) => statusAt(timeline, tMs)?.containerStatuses[0]?.restartCount;
  expect(restartsAt(nowMs)).toBe(6);
  expect(restartsAt(nowMs + 400_000)).toBeGreaterThan(6);
});

it("what has ended, or what no scenario explains, stays as it is", () => {
  const failed = lifeOf({ phase: "Failed", reason: "Evicted" });
  expect(failed.timeline.statuses.map(({ status }) => [status.phase, status.reason])).toEqual([["Failed", "Evicted"]]);
  const lost = lifeOf({
    phase: "Running",
    conditions: [{ type: "Ready", status: "False", lastTransitionTime: "2026-03-01T10:09:00Z" }],
    containerStatuses: [{ ...own, started: true, restartCount: 0, state: { running: { startedAt: started } } }],
  });
  expect(lost.timeline.statuses).toHaveLength(1);
  expect(lost.nowMs).toBe(0);
});
