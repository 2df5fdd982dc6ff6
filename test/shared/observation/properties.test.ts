import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { readEvent, readPod, reportObject } from "../../../shared/observation/index.ts";

const assumptions = defaultAssumptions();
const time = fc.constantFrom("2026-11-21T12:00:00Z", "2026-11-21T11:00:00Z", "2026-11-21T12:10:00Z", "later", null, 5);
const word = fc.constantFrom(
  "app",
  "init",
  "Error",
  "OOMKilled",
  "CrashLoopBackOff",
  "ImagePullBackOff",
  "",
  undefined,
  7,
);
const terminated = fc.record({
  exitCode: fc.constantFrom(0, 1, 137, "1", -5),
  reason: word,
  startedAt: time,
  finishedAt: time,
});
const message = fc.constantFrom(
  "back-off 40s restarting failed container=app pod=p",
  "back-off x restarting failed container=",
  "",
);
const state = fc.oneof(
  fc.record({ terminated }),
  fc.record({ running: fc.record({ startedAt: time }) }),
  fc.record({ waiting: fc.record({ reason: word, message }) }),
  fc.anything(),
);
const status = fc.record({
  name: word,
  restartCount: fc.constantFrom(0, 1, 5, -1, 1e9, "2"),
  state,
  lastState: state,
  ready: fc.boolean(),
});
const containers = fc.constantFrom<readonly unknown[]>(
  [{ name: "app", image: "a" }],
  [{ name: "app", image: "a", livenessProbe: { exec: { command: ["x"] } }, restartPolicy: "Never" }],
  [],
  [7],
);
const pod = fc.record({
  metadata: fc.oneof({ weight: 9, arbitrary: fc.constant({ name: "web" }) }, fc.anything()),
  spec: fc.oneof({ weight: 9, arbitrary: fc.record({ restartPolicy: word, containers }) }, fc.anything()),
  status: fc.oneof(
    { weight: 9, arbitrary: fc.record({ phase: word, containerStatuses: fc.array(status, { maxLength: 3 }) }) },
    fc.anything(),
  ),
});

describe("whatever an object holds", () => {
  it("a pod is read, or said not to be one", () => {
    fc.assert(
      fc.property(fc.oneof(pod, fc.anything()), (object) => {
        const { value, problems } = readPod(object);
        expect(value !== undefined || problems.length > 0).toBe(true);
      }),
    );
  });

  it("an event is read, or said not to be one", () => {
    fc.assert(
      fc.property(fc.anything(), (object) => {
        const { value, problems } = readEvent(object);
        expect(value !== undefined || problems.length > 0).toBe(true);
      }),
    );
  });

  it("windows open before they close, and words are found for everything", () => {
    fc.assert(
      fc.property(pod, (object) => {
        const report = reportObject(object, assumptions, Date.UTC(2026, 10, 21, 12, 10));
        for (const { next, state: text, backOff } of report?.containers ?? []) {
          expect(text).not.toMatch(/undefined|NaN|Infinity/);
          expect(backOff?.delaysMs.length ?? 1).toBeGreaterThan(0);
          if (next.is === "start") expect(next.window.latestMs).toBeGreaterThanOrEqual(next.window.earliestMs);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
