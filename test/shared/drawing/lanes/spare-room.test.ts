import { expect, it } from "vitest";
import { shapeOf } from "../../../../shared/drawing/lanes/lane-shapes.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import type { Lane, LaneKind } from "../../../../shared/drawing/lanes/model.ts";
import { itemAt } from "../../../../shared/drawing/lanes/navigation.ts";

const view = { fromMs: 0, toMs: 600_000, widthPx: 600 };
const bar = { kind: "running", fromMs: 0, toMs: 600_000, label: "", ids: ["bar"] } as const;
const tick = { kind: "failed-probe", tMs: 100_000, label: "", ids: ["tick"] } as const;

function lane(kind: LaneKind, id: string = kind): Lane {
  return { id, kind, label: id, note: "", path: undefined, bars: [bar], marks: [tick] };
}

const pod = [lane("condition"), lane("kubectl"), lane("container", "a"), lane("container", "b"), lane("events")];
const leastPx = 36 + 20 + 26 + 26 + 28;

it.each([
  ["no room is known", 0, [36, 20, 26, 26, 28]],
  ["there is less than they need", leastPx - 50, [36, 20, 26, 26, 28]],
  ["nothing is spare", leastPx, [36, 20, 26, 26, 28]],
  ["one pixel has no middle", leastPx + 1, [36, 20, 26, 26, 28]],
  ["Ready comes first", leastPx + 20, [56, 20, 26, 26, 28]],
  ["then the containers, all the same", leastPx + 36 + 11, [72, 20, 30, 30, 28]],
  ["the rest stays free", leastPx + 500, [72, 20, 40, 40, 28]],
])("spare height: %s", (_, roomPx, heights) => {
  const { lanes, heightPx } = layout(pod, view, { roomPx });
  expect(lanes.map((placed) => placed.heightPx)).toEqual(heights);
  expect(lanes.map(({ topPx }) => topPx)).toEqual(heights.map((__, index) => sum(heights.slice(0, index))));
  expect(heightPx).toBe(sum(heights));
});

it("both rows of Ready gain the same in a comparison", () => {
  const compared = [lane("condition"), lane("difference"), lane("condition", "second-condition:Ready")];
  const { lanes } = layout(compared, view, { roomPx: 36 + 20 + 36 + 30 });
  expect(lanes.map(({ heightPx }) => heightPx)).toEqual([50, 20, 50]);
});

it("bars reach down with their row, and what is below them is still found there", () => {
  const [, , placed] = layout(pod, view, { roomPx: leastPx + 500 }).lanes;
  if (placed === undefined) throw new Error("there is a container");
  expect(shapeOf(placed)).toEqual({ heightPx: 40, barPx: 1, barHeightPx: 32, signPx: 17 });
  expect(itemAt(placed, { xPx: 100, yPx: 30 }, 12)?.ids, "in the bar").toEqual(["bar"]);
  expect(itemAt(placed, { xPx: 100, yPx: 36 }, 12)?.ids, "below it").toEqual(["tick"]);
});

it("a row that is a name alone needs no second one for it", () => {
  const quiet = { ...lane("quiet"), bars: [], marks: [] };
  expect(layout([quiet, lane("quiet")], view, { namePx: 15 }).lanes.map(({ heightPx }) => heightPx)).toEqual([24, 39]);
});

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
