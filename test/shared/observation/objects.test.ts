import { describe, expect, it } from "vitest";
import { nextTryText, readEvent, readPod, specDifferences, windowAt } from "../../../shared/observation/index.ts";
import { parseTime } from "../../../shared/observation/objects/fields.ts";
import { readPod as admitted, assume } from "../simulation/play.ts";

const secondMs = 1000;
const noonMs = Date.UTC(2026, 10, 21, 12);

describe("times of the API", () => {
  it.each([
    ["2026-11-21T12:00:00Z", 0, 999],
    ["2026-11-21T13:00:00+01:00", 0, 999],
    ["2026-11-21T06:30:00-05:30", 0, 999],
    ["2026-11-21T12:00:00.250000Z", 250, 250],
  ])("%s lies within a second, a MicroTime is exact", (text, earliest, latest) => {
    expect(parseTime(text)).toEqual({
      nominalMs: noonMs + earliest,
      earliestMs: noonMs + earliest,
      latestMs: noonMs + latest,
    });
  });

  it.each(["", "2026-11-21", "2026-02-30T00:00:00Z", "2026-11-21T12:00:00"])("%j is none", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it.each([
    ["1970-01-01T00:00:00Z", undefined],
    ["0001-01-01T00:00:00Z", undefined],
    ["2013-12-31T23:59:59Z", undefined],
    ["2014-01-01T00:00:00Z", Date.UTC(2014, 0, 1)],
  ])("%s is a time, or stands where none is known", (creationTimestamp, ms) => {
    const { value, problems } = readPod({ metadata: { name: "web", creationTimestamp } });
    expect(value?.createdAt?.nominalMs).toBe(ms);
    expect(problems).toEqual([]);
  });
});

describe("broken objects", () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ["nothing", undefined, ["The object is not an object and is ignored."]],
    ["a list", [], ["The object is not an object and is ignored."]],
    ["another kind", { kind: "Node", metadata: { name: "n" } }, ["This is not a pod: it needs kind Pod and a name."]],
    ["no name", { kind: "Pod", metadata: {} }, ["This is not a pod: it needs kind Pod and a name."]],
  ])("%s is no pod", (_, object, problems) => {
    const read = readPod(object);
    expect(read.value).toBeUndefined();
    expect(read.problems.map(({ message }) => message)).toEqual(problems);
  });

  it("a field of a wrong type is told and counts as not there; unknown ones pass", () => {
    const { value, problems } = readPod({
      metadata: { name: "web", creationTimestamp: null, ownerReferences: "none" },
      status: {
        phase: 7,
        news: true,
        containerStatuses: [
          "app",
          { name: "app", restartCount: "3", state: { running: { startedAt: "yesterday" } }, lastState: {} },
          { name: "app", restartCount: 3 },
        ],
      },
    });
    expect(value?.containers).toHaveLength(1);
    expect(value?.containers[0]).toMatchObject({ restartCount: 0, state: { is: "running", startedAt: undefined } });
    expect(problems.map(({ message }) => message)).toEqual([
      "metadata.ownerReferences is not a list and is ignored.",
      "status.phase is not a string and is ignored.",
      "status.containerStatuses[0] is not an object and is ignored.",
      "status.containerStatuses[1].state.running.startedAt is not a time such as 2026-11-21T14:30:00Z and is ignored.",
      "status.containerStatuses[1].restartCount is not an integer and is ignored.",
      "status.containerStatuses[2] is not the first status of app and is ignored.",
    ]);
  });
});

describe("events", () => {
  it.each([
    [
      "v1",
      {
        involvedObject: { kind: "Pod", name: "web", fieldPath: "spec.initContainers{init}" },
        message: "m",
        count: 4,
        firstTimestamp: "2026-11-21T12:00:00Z",
        lastTimestamp: "2026-11-21T12:00:09Z",
      },
    ],
    [
      "events.k8s.io/v1",
      {
        regarding: { kind: "Pod", name: "web", fieldPath: "spec.initContainers{init}" },
        note: "m",
        series: { count: 4, lastObservedTime: "2026-11-21T12:00:09Z" },
        deprecatedFirstTimestamp: "2026-11-21T12:00:00Z",
      },
    ],
  ])("%s", (_, event) => {
    const { value, problems } = readEvent({ reason: "BackOff", ...event });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ podName: "web", container: "init", message: "m", count: 4 });
    expect(value?.first?.nominalMs).toBe(noonMs);
    expect(value?.last?.nominalMs).toBe(noonMs + 9 * secondMs);
  });
});

it("a window counts down, then is any moment, then overdue", () => {
  const window = { nominalMs: 80_000, earliestMs: 80_000, latestMs: 111_999 };
  const next = { is: "start", window, backOff: { delaysMs: [80_000], source: "message", certainty: "told" } } as const;
  const texts = [0, 7_500, 79_999, 80_000, 111_999, 112_999, 113_000, 200_000].map((nowMs) => nextTryText(next, nowMs));
  expect(texts).toEqual([
    "next try in 1m20s–1m52s",
    "next try in 1m12s–1m45s",
    "next try in 0–32s",
    "next try any moment",
    "next try any moment",
    "next try any moment",
    "next try overdue by 1s",
    "next try overdue by 1m28s",
  ]);
  expect(windowAt(window, 111_999)).toEqual({ is: "any moment", leftMs: 0 });
});

it("the live spec against the file's, where it matters", () => {
  const assumptions = assume({});
  const file = admitted(
    `containers:
- {name: app, image: "app:1", livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}, env: [{name: A}]}
- {name: gone, image: a}`,
    assumptions,
  ).pod;
  const live = admitted(
    `terminationGracePeriodSeconds: 60
containers:
- {name: app, image: "app:2", livenessProbe: {httpGet: {path: /, port: 80}}, lifecycle: {preStop: {sleep: {seconds: 5}}}}
- {name: mesh, image: b}`,
    assumptions,
  ).pod;
  expect(specDifferences(live, file).map(({ message }) => message)).toEqual([
    "terminationGracePeriodSeconds is 60 in the cluster and 30 in this file. The live pod does not match the file.",
    "containers[0].image is app:2 in the cluster and app:1 in this file. The live pod does not match the file.",
    'containers[0].lifecycle.preStop is {"type":"sleep","seconds":5} in the cluster and not set in this file. The live pod does not match the file.',
    "containers[0].livenessProbe.periodSeconds is 10 in the cluster and 5 in this file. The live pod does not match the file.",
    "Container gone: in this file, but not in the live pod.",
    "Container mesh: in the live pod, but not in this file.",
  ]);
  expect(specDifferences(live, live)).toEqual([]);
});

it("a sidecar is an init container that is always restarted, whatever its status stands among", () => {
  const { value } = readPod({
    metadata: { name: "web" },
    spec: {
      initContainers: [{ name: "init" }, { name: "side", restartPolicy: "Always" }],
      containers: [{ name: "app" }],
    },
    status: { initContainerStatuses: [{ name: "init" }, { name: "side" }], containerStatuses: [{ name: "app" }] },
  });
  expect(value?.containers.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    "init init",
    "side sidecar",
    "app regular",
  ]);
});
