import { describe, expect, it } from "vitest";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import { itemAt, itemOf, storyOf } from "../../../../shared/drawing/lanes/navigation.ts";
import { itemBeyond, neighbor, stepFrom } from "../../../../shared/drawing/lanes/stepping.ts";
import { podOf, type Row, timelineOf } from "../timeline-fixture.ts";

const pod = podOf({ containers: [{ name: "app", livenessProbe: {} }] });
const rows: Row[] = [
  [0, "pod-seen"],
  [1, "container-started", "app"],
  [10, "probe-attempt", "app", { probe: "liveness", answer: "success" }],
  [30, "container-exited", "app", { exitCode: 1 }],
  [31, "status-published"],
  [40, "container-started", "app"],
];
const { entries } = timelineOf(rows, 60);
const geometry = layout(lanesOf(timelineOf(rows, 60), pod), { fromMs: 0, toMs: 60_000, widthPx: 600 });
const container = geometry.lanes.find(({ lane }) => lane.id === "container:app");

describe("stepping", () => {
  const story = storyOf(entries);

  it("tells the story without attempts and status writes", () => {
    expect(story.map(({ id }) => id)).toEqual(["e1", "e2", "e4", "e6"]);
  });

  it.each([
    ["after the selected entry", { selected: "e2", tMs: 0 }, 1, "e4"],
    ["before the selected entry", { selected: "e2", tMs: 0 }, -1, "e1"],
    ["after the last", { selected: "e6", tMs: 0 }, 1, undefined],
    ["before the first", { selected: "e1", tMs: 0 }, -1, undefined],
    ["from a time", { selected: undefined, tMs: 5000 }, 1, "e4"],
    ["back from a time", { selected: undefined, tMs: 5000 }, -1, "e2"],
    ["from a selected attempt, by its time", { selected: "e3", tMs: 10_000 }, 1, "e4"],
  ] as const)("%s", (_, place, direction, expected) => {
    expect(stepFrom(story, place, direction)?.id).toBe(expected);
  });
});

describe("finding", () => {
  it.each([
    ["e2", "container:app", "running"],
    ["e3", "probe:app:liveness", "attempt-success"],
    ["e4", "container:app", "exit-failed"],
  ])("%s in %s as %s", (id, laneId, kind) => {
    const found = itemOf(geometry, id);
    expect([found?.lane.lane.id, found?.item.kind]).toEqual([laneId, kind]);
  });

  it("nothing for what is not drawn", () => {
    expect(itemOf(geometry, "e5")).toBeUndefined();
  });

  it.each([
    [306, 9, "exit-failed"],
    [294, 9, "exit-failed"],
    [290, 9, "running"],
    [200, 9, "running"],
    [350, 9, undefined],
    [390, 9, "running"],
  ])("at %i, %i px: %s", (xPx, yPx, kind) => {
    expect(container === undefined ? undefined : itemAt(container, { xPx, yPx }, 12)?.kind).toBe(kind);
  });

  it("goes along a row in order of time, and to the rows above and below", () => {
    const exit = itemOf(geometry, "e4");
    if (exit === undefined) throw new Error("the exit is drawn");
    expect(neighbor(exit.lane, exit.item, 1)?.ids).toEqual(["e6"]);
    expect(neighbor(exit.lane, exit.item, -1)?.ids).toEqual(["e2"]);
    expect(itemBeyond(geometry, exit.lane.lane.id, 30_000, 1)?.ids).toEqual(["e3"]);
    expect(itemBeyond(geometry, exit.lane.lane.id, 30_000, -1)?.ids).toEqual(["e1"]);
    expect(itemBeyond(geometry, "probe:app:liveness", 0, 1)).toBeUndefined();
  });
});
