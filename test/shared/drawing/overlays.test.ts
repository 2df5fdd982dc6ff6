import { describe, expect, it } from "vitest";
import { ghostStripPx, spreadStripPx, stripTopsPx } from "../../../shared/drawing/lanes/lane-shapes.ts";
import { layout } from "../../../shared/drawing/lanes/layout.ts";
import type { Bar, EventSpread, Lane, LaneOverlay, PlacedLane } from "../../../shared/drawing/lanes/model.ts";
import type { TimeView } from "../../../shared/protocol/values/time-view.ts";

/** A second is a pixel. */
const view: TimeView = { fromMs: 0, toMs: 600_000, widthPx: 600 };

const lanes: readonly Lane[] = ["app", "log"].map((name) => ({
  id: `container:${name}`,
  kind: "container",
  label: name,
  note: "",
  path: undefined,
  bars: [bar(0, 600)],
  marks: [],
}));

function bar(fromS: number, toS: number): Bar {
  return { kind: "running", fromMs: fromS * 1000, toMs: toS * 1000, label: "run", ids: [`b${fromS}`] };
}

function spread(minS: number, medianS: number, maxS: number, kind: EventSpread["kind"] = "start"): EventSpread {
  return { kind, minMs: minS * 1000, medianMs: medianS * 1000, maxMs: maxS * 1000, share: 1, label: `at ${medianS}` };
}

function placed(overlay: Partial<LaneOverlay>, shown = view): readonly PlacedLane[] {
  return layout(lanes, shown, { overlays: new Map([["container:app", { ghosts: [], spreads: [], ...overlay }]]) })
    .lanes;
}

describe("the strips of a lane", () => {
  it.each([
    ["none", {}, 26, 26, 26],
    ["ghosts", { ghosts: [bar(0, 1)] }, 33, 26, 33],
    ["spreads", { spreads: [spread(0, 1, 2)] }, 35, 26, 26],
    ["both", { ghosts: [bar(0, 1)], spreads: [spread(0, 1, 2)] }, 42, 26, 33],
    ["ghosts that are not in the view", { ghosts: [bar(700, 800)] }, 33, 26, 33],
  ])("%s: %o", (_, overlay, heightPx, ghostsPx, spreadsPx) => {
    const [app, log] = placed(overlay);
    expect(app?.heightPx).toBe(heightPx);
    expect(log).toMatchObject({ topPx: heightPx, heightPx: 26, ghosts: [], spreads: [] });
    expect(app && stripTopsPx(app)).toEqual({ ghostsPx, spreadsPx });
  });

  it("change nothing of the items, and are not there without an overlay", () => {
    const [plain] = layout(lanes, view).lanes;
    const [app] = placed({ ghosts: [bar(0, 10)], spreads: [spread(0, 1, 2)] });
    expect(app?.items).toEqual(plain?.items);
    expect(plain).toMatchObject({ ghosts: [], spreads: [], hasGhosts: false, hasSpreads: false });
    expect((app?.heightPx ?? 0) - (plain?.heightPx ?? 0)).toBe(ghostStripPx + spreadStripPx);
  });
});

it("ghosts are placed and merged like bars", () => {
  const [app] = placed({ ghosts: [bar(10, 110), bar(200, 200.2), bar(200.4, 200.6), bar(590, 900)] });
  expect(app?.ghosts.map(({ xPx, widthPx, count }) => [xPx, Math.round(widthPx), count])).toEqual([
    [10, 100, 1],
    [200, 1, 2],
    [590, 10, 1],
  ]);
});

describe("spreads", () => {
  it.each<readonly [string, readonly EventSpread[], readonly (readonly (number | undefined)[])[]]>([
    ["reach from minimum to maximum", [spread(10, 12, 20)], [[10, 12, 10, 1]]],
    ["end at the edges of the view", [spread(590, 600, 700)], [[590, 600, 10, 1]]],
    ["have no median outside of it", [spread(590, 650, 700)], [[590, undefined, 10, 1]]],
    ["are left out beyond it", [spread(601, 602, 603)], []],
    ["on one pixel become one", [spread(10, 10.1, 10.2), spread(10.3, 10.4, 10.5)], [[10, 10.1, 0.5, 2]]],
    [
      "of another kind stay",
      [spread(10, 10, 10), spread(10, 10, 10, "exit")],
      [
        [10, 10, 0, 1],
        [10, 10, 0, 1],
      ],
    ],
    [
      "wider than a pixel stay",
      [spread(10, 11, 12), spread(10, 11, 12)],
      [
        [10, 11, 2, 1],
        [10, 11, 2, 1],
      ],
    ],
  ])("%s", (_, spreads, expected) => {
    const [app] = placed({ spreads });
    expect(app?.spreads.map((one) => [one.xPx, one.medianPx, one.widthPx, one.count])).toEqual(
      expected.map(([xPx, medianPx, widthPx, count]) => [
        xPx,
        medianPx === undefined ? undefined : expect.closeTo(medianPx, 6),
        expect.closeTo(widthPx ?? 0, 6),
        count,
      ]),
    );
  });

  it("of a thousand runs that crash at once stay as few as there are pixels", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => spread(index * 0.03, index * 0.03, index * 0.03 + 0.01));
    const [app] = placed({ spreads: many });
    expect(app?.spreads.length).toBeLessThanOrEqual(650);
    expect(app?.spreads.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  });
});
