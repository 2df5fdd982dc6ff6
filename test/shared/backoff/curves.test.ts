import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Curve, namedCurves } from "../../../shared/backoff/curves.ts";
import {
  apiRequestsPerMinute,
  type CurveRun,
  climbOf,
  compareCurves,
  playCurve,
  restartsMax,
  restartsWithin,
  sameEnd,
} from "../../../shared/backoff/play-curve.ts";
import { formatDuration } from "../../../shared/basics/durations.ts";
import type { Semantics } from "../../../shared/kubernetes/node.ts";
import { expectGolden } from "../../golden.ts";
import { table } from "./table.ts";

const hourMs = 3_600_000;
const minutes = [5, 10, 30, 60];

describe("every named curve", () => {
  test.each<Semantics>(["released", "kep"])("as %s", (semantics) => {
    const curves = namedCurves(semantics);
    const ends: readonly (readonly [string, readonly CurveRun[]])[] = [
      ["crashes at once", sameEnd(0, 1)],
      ["crashes after 10s", sameEnd(10_000, 1)],
      ["completes after 10s", sameEnd(10_000, 0)],
      ["is killed after 10s", sameEnd(10_000, 137)],
    ];
    const text = ends.map(([title, runs]) => {
      const rows = compareCurves(curves, runs, hourMs).map((play) => [
        play.id,
        ...minutes.map((minute) => String(restartsWithin(play, minute * 60_000))),
        String(Math.round(apiRequestsPerMinute(play) * 10) / 10),
        formatDuration(Math.round(play.downMs / 1000) * 1000),
        climbOf(play).map(formatDuration).join(" "),
      ]);
      return table([[title, ...minutes.map((minute) => `${minute}m`), "requests/m", "down", "waits"], ...rows]);
    });
    expectGolden(`backoff/named-curves-${semantics}`, text.join("\n\n"));
  });

  test("says what it is, in plain sentences, under a name of its own", () => {
    const curves = namedCurves("released");
    expect(new Set(curves.map(({ id }) => id)).size).toBe(curves.length);
    for (const { title, source, about } of curves) {
      expect(title).not.toBe("");
      expect(source).toMatch(/^KEP-(4603|5593) /);
      expect(about).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  test("waits between nothing and its longest delay, and comes back in order", () => {
    const longestMs = 569_000;
    const ends = fc.record({ runsForMs: fc.nat({ max: 1_300_000 }), exitCode: fc.constantFrom(0, 1, 137) });
    const runs = fc.array(fc.record({ times: fc.integer({ min: 1, max: 9 }), end: ends }), { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom<Semantics>("released", "kep"), runs, (semantics, some) => {
        for (const play of compareCurves(namedCurves(semantics), some, hourMs)) {
          expect(play.waitsMs.every((waitMs) => waitMs >= 0 && waitMs <= longestMs)).toBe(true);
          expect(play.restartsMs).toEqual([...play.restartsMs].sort((left, right) => left - right));
          expect(play.downMs).toBeGreaterThanOrEqual(0);
          expect(play.downMs).toBeLessThanOrEqual(hourMs);
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** Curve, runs in seconds and exit codes, waits in seconds. */
const mixed: readonly (readonly [string, Semantics, readonly (readonly [number, number])[], string])[] = [
  // A success leaves the curve of the crashes where it was.
  [
    "flat-on-success",
    "released",
    [
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
    ],
    "0 10 5 20",
  ],
  [
    "fast-on-success",
    "released",
    [
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
    ],
    "0 1 5 2",
  ],
  [
    "per-exit-code",
    "kep",
    [
      [1, 1],
      [1, 137],
      [1, 0],
      [1, 137],
      [1, 1],
    ],
    "10 1 5 2 20",
  ],
  [
    "run-time-credit",
    "kep",
    [
      [4, 1],
      [4, 1],
      [50, 1],
      [4, 1],
    ],
    "6 16 0 76",
  ],
  // Recovery starts a curve again, with its wait where the first one waits.
  [
    "default",
    "kep",
    [
      [1, 1],
      [1, 1],
      [301, 1],
      [1, 1],
    ],
    "10 20 10 20",
  ],
  [
    "default",
    "kep",
    [
      [1, 1],
      [1, 1],
      [299, 1],
      [1, 1],
    ],
    "10 20 40 80",
  ],
  [
    "default",
    "released",
    [
      [1, 1],
      [1, 1],
      [601, 1],
      [1, 1],
    ],
    "0 10 0 10",
  ],
  [
    "front-loaded-interval",
    "kep",
    [
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
      [301, 1],
    ],
    "1 2 4 8 16 569 1",
  ],
];

test.each(mixed)("%s, %s: %j waits %s", (id, semantics, ends, expected) => {
  const curve = namedCurves(semantics).find((candidate) => candidate.id === id);
  const runs = ends.map(([seconds, exitCode]) => ({ times: 1, end: { runsForMs: seconds * 1000, exitCode } }));
  const { waitsMs } = playCurve(curve ?? missing(id), [...runs, { times: 1, end: undefined }], hourMs);
  expect(waitsMs.map((waitMs) => waitMs / 1000).join(" ")).toBe(expected);
});

describe("a play", () => {
  const [usual] = namedCurves("released");

  test("ends with a run that has no end", () => {
    const runs: CurveRun[] = [
      { times: 3, end: { runsForMs: 1_000, exitCode: 1 } },
      { times: 1, end: undefined },
    ];
    const play = playCurve(usual ?? missing("default"), runs, hourMs);
    expect(play.restartsMs).toEqual([1_000, 12_000, 33_000]);
    expect(play.downMs).toBe(30_000);
    expect(play.goesOn).toBe(false);
  });

  test("gives each run as often as it says", () => {
    const runs: CurveRun[] = [
      { times: 2, end: { runsForMs: 1_000, exitCode: 1 } },
      { times: 2, end: { runsForMs: 2_000, exitCode: 1 } },
      { times: 1, end: { runsForMs: 3_000, exitCode: 1 } },
    ];
    const play = playCurve(usual ?? missing("default"), runs, 400_000);
    expect(play.restartsMs).toEqual([1_000, 12_000, 34_000, 76_000, 159_000, 322_000]);
    expect(play.goesOn).toBe(true);
  });

  test("counts a restart at the horizon, and the wait that goes beyond it only up to there", () => {
    expect(playCurve(usual ?? missing("default"), sameEnd(0), 70_000).restartsMs.at(-1)).toBe(70_000);
    expect(playCurve(usual ?? missing("default"), sameEnd(0), 69_999).restartsMs.at(-1)).toBe(30_000);
    expect(playCurve(usual ?? missing("default"), sameEnd(0), 69_999).downMs).toBe(69_999);
  });

  test("says when there are more restarts than it counts", () => {
    const never: Curve = { ...(usual ?? missing("default")), delayMs: () => 0 };
    const play = playCurve(never, sameEnd(0), hourMs);
    expect([play.complete, play.restartsMs.length]).toEqual([false, restartsMax]);
  });

  test("without a run has no restart", () => {
    expect(playCurve(usual ?? missing("default"), [], hourMs).restartsMs).toEqual([]);
  });
});

function missing(id: string): never {
  throw new Error(`no curve ${id}`);
}
