import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readInput } from "../../../server/incident/read-input.ts";
import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPod } from "../../../shared/incident/index.ts";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";

// What would have made an incident shorter, by the engine.

function explained(text: string) {
  const { pods } = incidentOf([readInput("input", text, undefined)]);
  return pods.map((pod) => explainPod(pod, defaultAssumptions()))[0];
}

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/incidents/${name}`, import.meta.url), "utf8");

/** A container that ran for 10s and exited with 1, so often. */
function loop(restarts: number, isRunning = false): string {
  const state = isRunning
    ? { running: { startedAt: "2026-03-01T10:21:50Z" } }
    : { waiting: { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting failed container=a pod=a_shop(1)" } };
  return JSON.stringify({
    kind: "Pod",
    apiVersion: "v1",
    metadata: { name: "a", namespace: "shop", uid: "1" },
    spec: { containers: [{ name: "a", image: "a:1" }] },
    status: {
      phase: "Running",
      startTime: "2026-03-01T10:00:00Z",
      containerStatuses: [
        {
          ...{ name: "a", restartCount: restarts, ready: isRunning, started: isRunning, state },
          lastState: {
            terminated: {
              ...{ exitCode: 1, reason: "Error" },
              startedAt: "2026-03-01T10:16:31Z",
              finishedAt: "2026-03-01T10:16:41Z",
            },
          },
        },
      ],
    },
  });
}

it("gives a run that its startup probe ended more time, and says under which condition that helps", () => {
  const pod = explained(fixture("describe-startup-exit0.txt"));
  expect(pod?.whatIf).toEqual([
    {
      change: "failureThreshold 6 in the startup probe",
      avoids: "no restarts instead of 5",
      condition: "if app starts within 5s",
      costs: "a start that never succeeds gets SIGTERM after 5–6s instead of 1–2s",
    },
  ]);
  expect(pod?.helps).toContain("never seen to start");
});

it("gives a startup probe to a container that its liveness probe ended before it can have responded", () => {
  const [whatIf] = explained(fixture("describe-liveness.txt"))?.whatIf ?? [];
  expect(whatIf?.change).toBe("a startup probe like the liveness probe, with failureThreshold 30");
  expect(whatIf?.condition).toBe("if api starts within 4m50s");
});

/** It responded for ten minutes. */
const hung = [
  {
    kind: "Pod",
    metadata: { name: "a", namespace: "shop", uid: "1" },
    spec: {
      containers: [
        {
          ...{ name: "a", image: "a:1" },
          livenessProbe: { httpGet: { port: 80 }, periodSeconds: 10, failureThreshold: 3 },
        },
      ],
    },
    status: {
      phase: "Running",
      startTime: "2026-03-01T10:00:00Z",
      containerStatuses: [
        {
          ...{ name: "a", restartCount: 1, ready: true, started: true },
          state: { running: { startedAt: "2026-03-01T10:10:33Z" } },
          lastState: {
            terminated: {
              ...{ exitCode: 143, reason: "Error" },
              startedAt: "2026-03-01T10:00:01Z",
              finishedAt: "2026-03-01T10:10:32Z",
            },
          },
        },
      ],
    },
  },
  {
    kind: "Event",
    apiVersion: "v1",
    metadata: { name: "e", namespace: "shop" },
    involvedObject: { kind: "Pod", name: "a", namespace: "shop", uid: "1", fieldPath: "spec.containers{a}" },
    ...{ reason: "Killing", type: "Normal", message: "Container a failed liveness probe, will be restarted" },
    ...{ firstTimestamp: "2026-03-01T10:10:31Z", lastTimestamp: "2026-03-01T10:10:31Z", count: 1 },
  },
];

it("gives a hang more time, and says what a longer hang costs", () => {
  const pod = explained(hung.map((each) => JSON.stringify(each)).join("\n"));
  expect(pod?.fit).toEqual({ judged: 3, inside: 3 });
  expect(pod?.whatIf).toEqual([
    {
      change: "failureThreshold 9 in the liveness probe",
      avoids: "no restarts instead of 1",
      condition: "if a responds again within 1m20s",
      costs: "hang to SIGTERM 1m21s–1m31s instead of 21–31s",
    },
  ]);
});

it("shortens the longest back-off of a crash loop, and says how many restarts that costs", () => {
  for (const text of [loop(7), loop(8, true)])
    expect(explained(text)?.whatIf).toEqual([
      {
        change: "maxContainerRestartPeriod 1m on the node",
        avoids: expect.stringMatching(/^a starts within 1m\d+s after run 8 instead of 5m\d+s$/),
        condition: "if the cause is gone by then",
        costs: expect.stringMatching(/^2\d restarts instead of 1\d in \d+m\d+s as long as it is not$/),
      },
    ]);
  expect(explained(loop(2))?.whatIf).toEqual([]);
});

it("says nothing of other fields where the replay comes to other restarts than there were", () => {
  const pod = explained(loop(4));
  expect(pod?.whatIf).toEqual([]);
  expect(pod?.unexplained.at(-1)).toBe(
    "Other fields were not played: the replay comes to 7 restarts of a, and there were 4.",
  );
});

it("says nothing of other fields where the replay does not explain the runs", () => {
  const late = fixture("watch-dump.json").replaceAll("10:00:54", "13:00:54");
  expect(explained(late)?.unexplained.at(-1)).toBe(
    "Other fields were not played: the replay explains 3 of 4 known starts and ends.",
  );
});
