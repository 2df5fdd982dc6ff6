import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultAssumptions } from "../../../shared/kubernetes/assumptions.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import {
  inferScenario,
  kubeletModelOf,
  lookAt,
  readEvent,
  readPod,
  reportObject,
} from "../../../shared/observation/index.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";

const assumptions = { ...defaultAssumptions(), imagePull: undefined };
const time = fc.constantFrom(
  "2026-11-21T12:00:00Z",
  "2026-11-21T11:00:00Z",
  "2026-11-21T12:10:00Z",
  "1970-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.5Z",
  "later",
  null,
  5,
);
const word = fc.constantFrom(
  "app",
  "init",
  "Error",
  "OOMKilled",
  "CrashLoopBackOff",
  "ImagePullBackOff",
  "RunContainerError",
  "StartError",
  "",
  undefined,
  7,
);
const terminated = fc.record({
  exitCode: fc.constantFrom(0, 1, 137, 143, "1", -1073741819, 256),
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
  restartCount: fc.constantFrom(0, 1, 5, -1, 2147483647, "2"),
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

const event = fc
  .record({
    reason: fc.constantFrom("Killing", "Failed", "Unhealthy"),
    message: fc.constantFrom(
      "Container app failed liveness probe, will be restarted",
      "Stopping container app",
      'Failed to pull image "a": not found',
    ),
    involvedObject: fc.constant({ kind: "Pod", name: "web", fieldPath: "spec.containers{app}" }),
    count: fc.constantFrom(1, 3, -2, 2147483647),
    lastTimestamp: time,
  })
  .map((object) => readEvent(object).value)
  .filter((read) => read !== undefined);

describe("whatever an object holds", () => {
  it("a pod is read, or said not to be one", () => {
    fc.assert(
      fc.property(fc.oneof(pod, fc.anything()), (object) => {
        const { value, problems } = readPod(object);
        expect(value !== undefined || problems.length > 0).toBe(true);
      }),
    );
  });

  it("what is inferred from it is a scenario", () => {
    fc.assert(
      fc.property(pod, fc.array(event, { maxLength: 3 }), (object, events) => {
        const { value } = readPod(object);
        const facts = value && kubeletModelOf(value, assumptions);
        if (value === undefined || facts === undefined) return;
        const { lines } = inferScenario(facts, lookAt(value, events));
        const { problems } = parseScenario(textsOfLines(lines), allContainers(facts.pod));
        expect(problems.map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 1000 },
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
        const report = reportObject(object, assumptions, { nowMs: Date.UTC(2026, 10, 21, 12, 10) });
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
