import { describe, expect, it } from "vitest";
import { formatDuration } from "../../../../shared/basics/durations.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import type { Bar, Lane, Mark, MarkKind } from "../../../../shared/drawing/lanes/model.ts";
import { roundUp, ticksOf, toMs, toPx } from "../../../../shared/drawing/lanes/scale.ts";
import type { TimeView } from "../../../../shared/protocol/values/time-view.ts";

const hour = { fromMs: 0, toMs: 3_600_000, widthPx: 900 } as const;
const halfHour: TimeView = { fromMs: 0, toMs: 1_800_000, widthPx: 900 };

function laneOf(bars: readonly Bar[], marks: readonly Mark[]): Lane {
  return { id: "container:app", kind: "container", label: "app", note: "", path: undefined, bars, marks };
}

function itemsOf(bars: readonly Bar[], marks: readonly Mark[], view: TimeView) {
  return layout([laneOf(bars, marks)], view).lanes[0]?.items ?? [];
}

function bar(fromS: number, toS: number, label = "", kind: Bar["kind"] = "back-off"): Bar {
  return { kind, fromMs: fromS * 1000, toMs: toS * 1000, label, ids: [`b${fromS}`] };
}

function mark(seconds: number, label = "", kind: MarkKind = "exit-failed"): Mark {
  return { kind, tMs: seconds * 1000, label, ids: [`m${seconds}`] };
}

describe("scale", () => {
  it.each([
    [halfHour, 0],
    [halfHour, 900_000],
    [{ ...halfHour, fromMs: 600_000, toMs: 660_000 }, 630_000],
  ])("toMs undoes toPx: %o at %i ms", (view, tMs) => {
    expect(toMs(view, toPx(view, tMs))).toBeCloseTo(tMs, 3);
  });

  it.each([
    [halfHour, "0s 5m 10m 15m 20m 25m 30m"],
    [hour, "0s 5m 10m 15m 20m 25m 30m 35m 40m 45m 50m 55m 1h"],
    [{ ...halfHour, fromMs: 61_000, toMs: 71_000 }, "1m1s 1m2s 1m3s 1m4s 1m5s 1m6s 1m7s 1m8s 1m9s 1m10s 1m11s"],
    [{ ...halfHour, widthPx: 300 }, "0s 10m 20m 30m"],
    [{ ...halfHour, toMs: 10 * 86_400_000 }, "0s 24h 48h 72h 96h 120h 144h 168h 192h 216h 240h"],
  ])("ticks of %o: %s", (view, expected) => {
    expect(
      ticksOf(view, 72)
        .map(({ label }) => label)
        .join(" "),
    ).toBe(expected);
  });
});

it.each([
  [60_000, "1m"],
  [74_400, "1m20s"],
  [288_000, "5m"],
  [301_000, "6m"],
  [5_000_000, "1h30m"],
])("%i ms is rounded up to %s", (tMs, rounded) => {
  expect(formatDuration(roundUp(tMs))).toBe(rounded);
});

describe("bars", () => {
  it("write their label where it fits", () => {
    const items = itemsOf([bar(0, 20, "20s"), bar(100, 400, "5m")], [], halfHour);
    expect(items.map(({ xPx, widthPx, label }) => [xPx, widthPx, label])).toEqual([
      [0, 10, ""],
      [50, 150, "5m"],
    ]);
  });

  it("are cut at the edges of the view but keep their times", () => {
    const [item] = itemsOf([bar(0, 1800)], [], { ...halfHour, fromMs: 600_000, toMs: 660_000 });
    expect(item).toMatchObject({ xPx: 0, widthPx: 900, fromMs: 0, toMs: 1_800_000 });
  });

  it("too narrow to be seen are drawn with their neighbor of the same kind only", () => {
    const narrow = [bar(0, 1), bar(1, 2, "", "running"), bar(2, 3), bar(3, 4, "", "running"), bar(600, 601)];
    const items = itemsOf(narrow, [], halfHour);
    expect(items.map(({ kind, count, ids }) => [kind, count, ids.join(",")])).toEqual([
      ["back-off", 2, "b0,b2"],
      ["running", 2, "b1,b3"],
      ["back-off", 1, "b600"],
    ]);
  });
});

describe("marks", () => {
  it("closer than a sign become one that says how many", () => {
    const items = itemsOf([], [mark(5, "1"), mark(10, "1"), mark(200, "137")], halfHour);
    expect(items.map(({ label, count, ids }) => [label, count, ids.join(",")])).toEqual([
      ["×2", 2, "m5,m10"],
      ["137", 1, "m200"],
    ]);
  });

  it("lose their label when the next sign stands there", () => {
    const items = itemsOf([], [mark(5, "137"), mark(50, "1")], halfHour);
    expect(items.map(({ label }) => label)).toEqual(["", "1"]);
  });

  it.each<readonly [string, readonly Mark[], readonly (readonly [kind: string, xPx: number, count: number])[]]>([
    [
      "are one with the sign that matters most",
      [mark(20, "", "sigterm"), mark(22), mark(24, "", "note")],
      [["exit-failed", 11, 3]],
    ],
    [
      "are apart where there is room",
      [mark(20, "", "sigterm"), mark(60)],
      [
        ["sigterm", 10, 1],
        ["exit-failed", 30, 1],
      ],
    ],
    [
      "join what matters more, before or after it, and nothing farther",
      [mark(20, "", "note"), mark(40), mark(50, "", "sigterm"), mark(80, "", "note")],
      [
        ["exit-failed", 20, 3],
        ["note", 40, 1],
      ],
    ],
    [
      "stand at their true time at the end of the view",
      [mark(1798, "", "sigterm"), mark(1799)],
      [["exit-failed", 899.5, 2]],
    ],
    [
      "count SIGKILL with the exit that it brings, and leave attempts below their result",
      [mark(20, "", "sigkill"), mark(20), mark(20, "", "attempt-failure"), mark(20, "", "result-failure")],
      [
        ["exit-failed", 10, 2],
        ["attempt-failure", 10, 1],
        ["result-failure", 10, 1],
      ],
    ],
  ])("of several kinds %s", (_, marks, expected) => {
    const items = itemsOf([], marks, halfHour);
    expect(items.map(({ kind, xPx, count }) => [kind, xPx, count])).toEqual(expected);
    expect(items.reduce((sum, { ids }) => sum + ids.length, 0)).toBe(marks.length);
  });

  it("of other kinds stay: a failure is never hidden by a success", () => {
    const attempts = [mark(5, "", "attempt-success"), mark(6, "", "attempt-failure"), mark(7, "", "attempt-success")];
    const items = itemsOf([], attempts, halfHour);
    expect(items.map(({ kind, count }) => [kind, count])).toEqual([
      ["attempt-success", 2],
      ["attempt-failure", 1],
    ]);
  });

  it("are as many as there is room for, however long the run", () => {
    const day = { ...halfHour, toMs: 86_400_000 };
    const attempts = Array.from({ length: 86_400 }, (_, second) => mark(second, "", "attempt-success"));
    const items = itemsOf([], attempts, day);
    expect(items.length).toBeLessThanOrEqual(300);
    expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(86_400);
  });
});

describe("rows", () => {
  it("stand below each other, none lower than 24 px", () => {
    const lanes: Lane[] = [laneOf([], []), { ...laneOf([], []), kind: "probe" }, { ...laneOf([], []), kind: "events" }];
    const { lanes: placed, heightPx } = layout(lanes, halfHour);
    expect(placed.map(({ topPx }) => topPx)).toEqual([0, 26, 50]);
    expect(heightPx).toBe(78);
    expect(Math.min(...placed.map((lane) => lane.heightPx))).toBeGreaterThanOrEqual(24);
  });
});

it("a bar without room for its label has the short one", () => {
  const label = "never: CrashLoopBackOff is in the status 0.02 % of the time";
  const silent = { ...bar(0, 3600, label, "alert-silent"), shortLabel: "never" };
  const labelsAt = (widthPx: number) => itemsOf([silent], [], { ...hour, widthPx }).map((item) => item.label);
  expect([labelsAt(900), labelsAt(120), labelsAt(10)]).toEqual([[label], ["never"], [""]]);
});

it("runs and waits that are too narrow to be told apart are one bar that says how many, and no text lies on a sign", () => {
  const rounds = Array.from({ length: 12 }, (_, round) => [
    bar(round * 20, round * 20 + 10, "running", "running"),
    bar(round * 20 + 10, round * 20 + 20, "10s"),
  ]).flat();
  const exits = Array.from({ length: 12 }, (_, round) => mark(round * 20 + 10, "1"));
  const late = bar(240, 1000, "run 13", "running");
  const items = itemsOf([...rounds, late], [...exits, mark(620, "")], halfHour);
  expect(items.map(({ kind, label, count }) => [kind, label, count])).toEqual([
    ["running", "run 13", 1],
    ["cycles", "↻×12", 12],
    ["exit-failed", "", 1],
  ]);
  const [run] = items;
  expect(Math.abs((run?.labelPx ?? 0) - 310)).toBeGreaterThan(20);
});

it("no label of a bar lies on a sign, whatever the row is of", () => {
  const job: Lane = {
    ...laneOf(
      [bar(0, 400, "active", "phase-running")],
      [0, 100, 190, 300].flatMap((s) => [mark(s, "", "note"), mark(s, "", "note")]),
    ),
    id: "job",
    kind: "job",
  };
  const items = layout([job], { ...halfHour, toMs: 450_000 }).lanes[0]?.items ?? [];
  const active = items.find(({ label }) => label === "active");
  const middlePx = active?.labelPx ?? 0;
  const signs = items.filter(({ shape }) => shape === "mark");
  expect(signs.map(({ label }) => label)).toEqual(["×2", "×2", "×2", "×2"]);
  expect(signs.filter(({ xPx }) => Math.abs(xPx - middlePx) < 30)).toEqual([]);
});
