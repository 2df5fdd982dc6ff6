import { describe, expect, it } from "vitest";
import { exactly, type Span } from "../../../../shared/basics/span.ts";
import { layout } from "../../../../shared/drawing/lanes/layout.ts";
import { type ObservedRow, observedLane, observedOverlay } from "../../../../shared/drawing/lanes/observed-lanes.ts";
import type { JudgedMoment, ObservedVerdict } from "../../../../shared/observation/judge.ts";
import type { OverlayContainer, OverlayEnd } from "../../../../shared/protocol/pod/observed.ts";
import type { TimeView } from "../../../../shared/protocol/values/time-view.ts";

/** A second is a pixel. */
const view: TimeView = { fromMs: 0, toMs: 600_000, widthPx: 600 };

interface Row {
  readonly run: number;
  readonly startS?: number;
  readonly endS?: number;
  readonly end?: Partial<OverlayEnd>;
  readonly verdict?: ObservedVerdict;
  readonly byS?: number;
  /** Earliest and latest; between them the nominal one, if it is not the earliest. */
  readonly windowS?: readonly [number, number] | readonly [number, number, number];
}

function rowOf(rows: readonly Row[], shiftS = 0): ObservedRow {
  const container: OverlayContainer = {
    name: "app",
    missing: 0,
    runs: rows.map(({ run, startS, endS, end }) => ({
      run,
      startMs: startS === undefined ? undefined : exactly(startS * 1000),
      end: endS === undefined && end === undefined ? undefined : { exitCode: 1, ...end, atMs: atS(endS) },
    })),
  };
  const moments = rows.flatMap((row) => [
    ...momentOf(row, "container-started", row.startS),
    ...momentOf(row, "container-exited", row.endS),
  ]);
  return { container, path: ["containers", 0], moments, shiftMs: shiftS * 1000, untilMs: 300_000 };
}

function momentOf(row: Row, kind: JudgedMoment["kind"], seconds: number | undefined): readonly JudgedMoment[] {
  const { run, end, verdict = "inside", byS = 0, windowS } = row;
  const at = atS(seconds);
  const isEnd = kind === "container-exited";
  if (at === undefined) return [];
  const window: Span | undefined = windowS && {
    nominalMs: (windowS.length === 3 ? windowS[1] : windowS[0]) * 1000,
    earliestMs: windowS[0] * 1000,
    latestMs: (windowS.at(-1) ?? 0) * 1000,
  };
  const told = { verdict, byMs: byS * 1000, window, from: undefined, probe: undefined, exitCodes: [] };
  return [
    { kind, container: "app", run, at, end: isEnd ? { exitCode: 1, ...end } : undefined, ranMs: undefined, ...told },
  ];
}

function atS(seconds: number | undefined): Span | undefined {
  return seconds === undefined ? undefined : exactly(seconds * 1000);
}

describe("signs", () => {
  it.each<readonly [string, Row, readonly string[]]>([
    ["a run", { run: 1, startS: 0, endS: 25 }, ["0 observed-start", "25 exit-failed 1"]],
    ["a run that goes on", { run: 2, startS: 10 }, ["10 observed-start"]],
    ["an end with 0", { run: 1, endS: 5, end: { exitCode: 0 } }, ["5 exit-ok"]],
    ["out of memory", { run: 1, endS: 5, end: { exitCode: 137, reason: "OOMKilled" } }, ["5 exit-failed 137 OOM"]],
    ["a kill by a probe", { run: 1, endS: 5, end: { exitCode: 143, by: "liveness" } }, ["5 exit-failed 143 liveness"]],
    ["a stop by the kubelet", { run: 1, endS: 5, end: { exitCode: 143, by: "other" } }, ["5 exit-failed 143"]],
    ["too late", { run: 3, startS: 60, verdict: "late", byS: 4.4 }, ["60 outside +4s"]],
    ["too early", { run: 3, startS: 60, verdict: "early", byS: 90 }, ["60 outside −1m30s"]],
    ["another exit code", { run: 1, endS: 5, verdict: "other end" }, ["5 outside 1"]],
    ["what no run has", { run: 1, startS: 5, verdict: "never" }, ["5 outside"]],
    ["what is not judged", { run: 1, startS: 5, verdict: "pull", byS: 5 }, ["5 observed-start"]],
    ["before the pod was seen: at its start", { run: 1, startS: -7 }, ["0 observed-start"]],
    ["no times", { run: 1, end: {} }, []],
  ])("%s", (_, row, expected) => {
    const { marks } = observedLane(rowOf([row]));
    expect(marks.map(({ tMs, kind, label }) => `${tMs / 1000} ${kind} ${label}`.trim())).toEqual(expected);
  });

  it("have an id each", () => {
    const { marks, id, label, note } = observedLane(
      rowOf([
        { run: 1, startS: 0, endS: 5 },
        { run: 2, startS: 5, endS: 9 },
      ]),
    );
    expect(marks.map(({ ids }) => ids)).toEqual([
      ["observed-app-1-start"],
      ["observed-app-1-end"],
      ["observed-app-2-start"],
      ["observed-app-2-end"],
    ]);
    expect([id, label, note]).toEqual(["observed-container:app", "observed", "of app"]);
  });
});

describe("below the signs", () => {
  it.each<readonly [string, Row, number, readonly (readonly [number, number])[]]>([
    ["a run from its start to its end", { run: 1, startS: 10, endS: 25 }, 0, [[10, 25]]],
    ["a run that goes on reaches as far as was seen", { run: 1, startS: 10 }, 0, [[10, 300]]],
    ["what is moved", { run: 1, startS: 10, endS: 25 }, 100, [[110, 125]]],
    ["a run without a start is not drawn", { run: 1, endS: 25 }, 0, []],
    ["nor one whose end has no time", { run: 1, startS: 3, end: {} }, 0, []],
    ["an end before its start", { run: 1, startS: 30, endS: 20 }, 0, [[30, 30]]],
    ["before the pod was seen", { run: 1, startS: -30, endS: -20 }, 0, [[0, 0]]],
  ])("%s", (_, row, shiftS, expected) => {
    const { ghosts } = observedOverlay(rowOf([row], shiftS));
    expect(ghosts.map(({ fromMs, toMs }) => [fromMs / 1000, toMs / 1000])).toEqual(expected);
  });

  it.each<readonly [string, Row, number, readonly string[]]>([
    ["where a start was possible", { run: 3, startS: 60, windowS: [55, 58, 63] }, 0, ["start 55|58|63 of run 3"]],
    ["where an end was possible", { run: 2, endS: 90, windowS: [80, 95] }, 0, ["exit 80|80|95 of run 2"]],
    ["moved along with the run", { run: 3, startS: 60, windowS: [55, 58, 63] }, 10, ["start 65|68|73 of run 3"]],
    [
      "from the start of the pod, not before it",
      { run: 1, startS: 1, windowS: [0, 1, 2] },
      -1,
      ["start 0|0|1 of run 1"],
    ],
    ["nothing where any moment was", { run: 3, startS: 60, endS: 90 }, 10, []],
  ])("a whisker stands %s", (_, row, shiftS, expected) => {
    const { spreads } = observedOverlay(rowOf([row], shiftS));
    const seconds = (ms: number | undefined): string => (ms === undefined ? "" : String(ms / 1000));
    expect(
      spreads.map(
        ({ kind, minMs, medianMs, maxMs, label }) =>
          `${kind} ${[minMs, medianMs, maxMs].map(seconds).join("|")} ${label.replace(`possible ${kind} `, "")}`,
      ),
    ).toEqual(expected);
  });
});

it("ten thousand runs are as few signs as there is room for", () => {
  const rows = Array.from({ length: 10_000 }, (_, run) => ({
    run: run + 1,
    startS: run * 0.06,
    endS: run * 0.06 + 0.03,
  }));
  const row = rowOf(rows);
  const lane = observedLane(row);
  const [placed] = layout([lane], view, { overlays: new Map([[lane.id, observedOverlay(row)]]) }).lanes;
  expect(placed?.items.length).toBeLessThan(200);
  expect(placed?.ghosts.length).toBeLessThan(700);
  expect(placed?.items.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
});
