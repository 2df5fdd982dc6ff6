import { describe, expect, it } from "vitest";
import { eventId, eventIndex, lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import type { Lane } from "../../../../shared/drawing/lanes/model.ts";
import { podOf, type Row, timelineOf } from "../timeline-fixture.ts";

const plain = podOf({ containers: [{ name: "app" }] });

/** `0-5 running "label" e1` and `5 exit-failed "1" e2`, in seconds. */
function textOf(lane: Lane | undefined): string[] {
  const bars = lane?.bars.map(
    (bar) => `${bar.fromMs / 1000}-${bar.toMs / 1000} ${bar.kind} "${bar.label}" ${bar.ids.join(",")}`,
  );
  const marks = lane?.marks.map((mark) => `${mark.tMs / 1000} ${mark.kind} "${mark.label}" ${mark.ids.join(",")}`);
  return [...(bars ?? []), ...(marks ?? [])];
}

function drawn(rows: readonly Row[], laneId: string, pod = plain): string[] {
  return textOf(lanesOf(timelineOf(rows, 60), pod).find(({ id }) => id === laneId));
}

describe("rows", () => {
  it("stand in start order, with a row for each probe there is", () => {
    const pod = podOf({
      initContainers: [{ name: "db" }, { name: "log", restartPolicy: "Always" }],
      containers: [
        { name: "app", startupProbe: { exec: { command: ["true"] } }, livenessProbe: { tcpSocket: { port: 1 } } },
      ],
    });
    const rows = lanesOf(timelineOf([], 60), pod).map(({ id, note, path }) => [id, note, path?.join(".")]);
    expect(rows).toEqual([
      ["condition:Ready", "", undefined],
      ["pod", "", undefined],
      ["conditions", "", undefined],
      ["container:db", "init", "initContainers.0"],
      ["container:log", "sidecar", "initContainers.1"],
      ["container:app", "", "containers.0"],
      ["probe:app:startup", "", "containers.0.startupProbe"],
      ["probe:app:liveness", "", "containers.0.livenessProbe"],
      ["events", "", undefined],
    ]);
  });
});

describe("a container's row", () => {
  it("shows runs, exits and the wait with its delay", () => {
    const rows: Row[] = [
      [0, "container-created", "app"],
      [0.1, "container-started", "app"],
      [5, "container-exited", "app", { exitCode: 1 }],
      [6, "container-started", "app"],
      [11, "container-exited", "app", { exitCode: 0 }],
      [12, "back-off-started", "app", { delayMs: 10_000 }],
      [21, "back-off-ended", "app"],
      [22, "container-started", "app"],
    ];
    expect(drawn(rows, "container:app")).toEqual([
      '0.1-5 running "running" e2,e1',
      '6-11 running "run 2" e4',
      '12-22 back-off "10s" e6,e7',
      '22-60 running "run 3" e8',
      '5 exit-failed "1" e3',
      '11 exit-ok "" e5',
    ]);
  });

  it("is pale until its probe says that it is ready, and when it says that it is not", () => {
    const pod = podOf({ containers: [{ name: "app", startupProbe: {}, readinessProbe: {} }] });
    const rows: Row[] = [
      [0, "container-started", "app"],
      [4, "probe-result", "app", { probe: "startup", answer: "success" }],
      [6, "probe-result", "app", { probe: "readiness", answer: "success" }],
      [20, "probe-result", "app", { probe: "readiness", answer: "failure" }],
      [30, "container-exited", "app", { exitCode: 1 }],
    ];
    expect(drawn(rows, "container:app", pod)).toEqual([
      '0-6 unready "running, not ready" e1',
      '6-20 running "running" e3',
      '20-30 unready "running, not ready" e4',
      '30 exit-failed "1" e5',
    ]);
  });

  it("shows a kill with the probe that asked for it, even behind a preStop hook", () => {
    const rows: Row[] = [
      [0, "container-started", "app"],
      [30, "probe-result", "app", { probe: "liveness", answer: "failure" }],
      [31, "pre-stop-done", "app"],
      [32, "container-stopping", "app", { graceMs: 20_000 }],
      [52, "container-killed", "app"],
      [52, "container-exited", "app", { exitCode: 137 }],
    ];
    expect(drawn(rows, "container:app")).toEqual([
      '0-32 running "running" e1',
      '32-52 stopping "stopping" e4',
      '31 note "" e3',
      '32 sigterm "liveness" e4',
      '52 sigkill "" e5',
      '52 exit-failed "137" e6',
    ]);
  });

  it("shows pulls, failed pulls and failed starts", () => {
    const rows: Row[] = [
      [0, "image-pulling", "app"],
      [2, "image-pull-failed", "app"],
      [12, "image-pulling", "app"],
      [15, "image-pulled", "app"],
      [15, "container-created", "app"],
      [15, "container-start-failed", "app"],
    ];
    expect(drawn(rows, "container:app")).toEqual([
      '0-2 pulling "pull" e1',
      '12-15 pulling "pull" e3,e4',
      '2 fault "" e2',
      '15 fault "" e6',
    ]);
  });
});

describe("a probe's row", () => {
  it("has the attempts and results of that probe only", () => {
    const pod = podOf({ containers: [{ name: "app", livenessProbe: {}, readinessProbe: {} }] });
    const rows: Row[] = [
      [1, "probe-attempt", "app", { probe: "readiness", answer: "success" }],
      [1, "probe-result", "app", { probe: "readiness", answer: "success" }],
      [2, "probe-attempt", "app", { probe: "liveness", answer: "timeout" }],
    ];
    expect(drawn(rows, "probe:app:readiness", pod)).toEqual(['1 attempt-success "" e1', '1 result-success "" e2']);
    expect(drawn(rows, "probe:app:liveness", pod)).toEqual(['2 attempt-failure "" e3']);
  });
});

describe("the pod's rows", () => {
  const rows: Row[] = [
    [0, "pod-seen"],
    [0, "condition-changed", undefined, { condition: "PodScheduled", status: "True" }],
    [2, "phase-changed", undefined, { phase: "Running" }],
    [3, "condition-changed", undefined, { condition: "Ready", status: "True" }],
    [20, "kubelet-stopped"],
    [25, "kubelet-started"],
    [40, "condition-changed", undefined, { condition: "Ready", status: "False" }],
    [50, "phase-changed", undefined, { phase: "Failed" }],
    [55, "pod-removed"],
  ];
  it.each([
    [
      "pod",
      [
        '0-2 pending "Pending" e1',
        '2-50 phase-running "Running" e3',
        '50-55 failed "Failed" e8',
        '20-25 kubelet-down "kubelet down" e5,e6',
        '55 note "" e9',
      ],
    ],
    ["condition:Ready", ['3-40 true "" e4,e7']],
    ["conditions", ['0 condition-true "PodScheduled" e2']],
  ])("%s", (lane, expected) => {
    expect(drawn(rows, lane)).toEqual(expected);
  });
});

describe("the row of events", () => {
  it("marks warnings and names events by their index", () => {
    const events = [
      { tMs: 1000, type: "Normal", reason: "Started", message: "Started container app", container: "app" },
      { tMs: 6000, type: "Warning", reason: "BackOff", message: "Back-off restarting", container: "app" },
    ] as const;
    const lane = lanesOf(timelineOf([], 60, events), plain).at(-1);
    expect(textOf(lane)).toEqual(['1 event-normal "Started" event0', '6 event-warning "BackOff" event1']);
    expect(eventIndex(eventId(1))).toBe(1);
    expect(eventIndex("e1")).toBeUndefined();
  });
});
