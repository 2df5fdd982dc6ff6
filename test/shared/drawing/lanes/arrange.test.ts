import { describe, expect, it } from "vitest";
import { arranged, expandables } from "../../../../shared/drawing/lanes/arrange.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import type { Bar, Lane } from "../../../../shared/drawing/lanes/model.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";
import { podOf, timelineOf } from "../timeline-fixture.ts";

const pod = podOf({ containers: [{ name: "a", livenessProbe: {} }, { name: "b", readinessProbe: {} }, { name: "c" }] });
const own = lanesOf(timelineOf([], 60), pod);
const runs: Bar = { kind: "running", fromMs: 0, toMs: 60_000, label: "running", ids: ["e1"] };

/** As a comparison pairs them; the containers of these names run on the second node only. */
function paired(...differing: readonly string[]): readonly Lane[] {
  return own.flatMap((lane) => {
    const differs = differing.some((name) => lane.id === `container:${name}`);
    return [lane, { ...lane, id: `second-${lane.id}`, bars: differs ? [runs] : lane.bars }];
  });
}

function rows(expanded: readonly string[], pinned: readonly string[], of: readonly Lane[] = own): string[] {
  return arranged(of, { expanded: new Set(expanded), pinned: new Set(pinned) }).map(({ id }) => id);
}

describe("lanes", () => {
  it("begin with Ready and what is pinned, with the probes of what is expanded", () => {
    expect(rows(["b"], ["b"])).toEqual([
      "condition:Ready",
      "container:b",
      "probe:b:readiness",
      "container:a",
      "container:c",
      "events",
    ]);
  });

  it("of the pod belong to those of kubectl", () => {
    expect(rows([expandables.pod], [])).toEqual([
      "condition:Ready",
      "pod",
      "conditions",
      "container:a",
      "container:b",
      "container:c",
      "events",
    ]);
  });

  it("of a second node go along", () => {
    expect(rows(["a"], ["c"], paired("a", "b", "c")).slice(0, 6)).toEqual([
      "condition:Ready",
      "second-condition:Ready",
      "container:c",
      "second-container:c",
      "container:a",
      "second-container:a",
    ]);
  });

  it("that are alike on both nodes are one row, however few, which can be opened", () => {
    expect(rows([], [], paired("a", "b"))).not.toContain("container:c");
    const [row] = arranged(paired("b"), { expanded: new Set(), pinned: new Set() }).filter(({ id }) => id === "quiet");
    expect(row).toMatchObject({ label: "2 alike", bars: [] });
    expect(rows([expandables.quiet], [], paired("b"))).toContain("second-container:c");
    expect(rows([], ["c"], paired("b"))).toContain("second-container:c");
  });

  it("that differ by less than two seconds are alike", () => {
    const shifted = (byMs: number): readonly Lane[] =>
      paired().map((lane) => ({
        ...lane,
        bars: lane.id.startsWith("second-") ? [{ ...runs, toMs: runs.toMs + byMs }] : [runs],
      }));
    expect(rows([], [], shifted(1900))).not.toContain("container:a");
    expect(rows([], [], shifted(2100))).toContain("container:a");
  });

  it("of three containers to which nothing happens are one row, which can be opened", () => {
    const running = own.map((lane): Lane => (lane.kind === "container" ? { ...lane, bars: [runs] } : lane));
    expect(rows([], [], running)).toEqual(["condition:Ready", "quiet", "events"]);
    expect(rows([], ["a"], running)).toHaveLength(5);
    expect(rows([expandables.quiet], [], running).slice(1, 3)).toEqual(["quiet", "container:a"]);
  });
});

it("every sign has an outline of its own", () => {
  const outlines = Object.values(signPaths);
  expect(new Set(outlines).size).toBe(outlines.length);
});
