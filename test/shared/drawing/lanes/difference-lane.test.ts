import { expect, it } from "vitest";
import { differenceLane } from "../../../../shared/drawing/lanes/difference-lane.ts";
import type { Lane } from "../../../../shared/drawing/lanes/model.ts";

type Seconds = readonly (readonly [from: number, to: number])[];

function ready(id: string, times: Seconds): Lane {
  const bars = times.map(([from, to]) => ({
    kind: "true" as const,
    fromMs: from * 1000,
    toMs: to * 1000,
    label: "",
    ids: [`${id}${from}`],
  }));
  return { id, kind: "condition", label: "Ready", note: "", path: undefined, bars, marks: [] };
}

it.each<readonly [string, Seconds, Seconds, readonly string[]]>([
  ["both never", [], [], []],
  ["the same", [[10, 60]], [[10, 60]], []],
  ["apart by chance", [[10, 60]], [[11.5, 58.5]], []],
  ["only A", [[10, 60]], [], ["only-first 10–60 a10"]],
  ["only B", [], [[10, 60]], ["only-second 10–60 b10"]],
  ["B begins later", [[10, 60]], [[30, 60]], ["only-first 10–30 a10"]],
  ["A ends first", [[10, 40]], [[10, 60]], ["only-second 40–60 b10"]],
  [
    "B in the middle of A, twice",
    [[0, 100]],
    [
      [20, 30],
      [50, 60],
    ],
    ["only-first 0–20 a0", "only-first 30–50 a0", "only-first 60–100 a0"],
  ],
  [
    "in turn",
    [
      [0, 10],
      [20, 30],
    ],
    [[10, 20]],
    ["only-first 0–10 a0", "only-second 10–20 b10", "only-first 20–30 a20"],
  ],
  ["they overlap", [[0, 30]], [[20, 50]], ["only-first 0–20 a0", "only-second 30–50 b20"]],
])("Ready of one run alone: %s", (_, own, second, expected) => {
  const { bars } = differenceLane(ready("a", own), ready("b", second));
  expect(bars.map(({ kind, fromMs, toMs, ids }) => `${kind} ${fromMs / 1000}–${toMs / 1000} ${ids.join()}`)).toEqual(
    expected,
  );
});
