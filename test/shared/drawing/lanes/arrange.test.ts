import { describe, expect, it } from "vitest";
import { arranged, expandables } from "../../../../shared/drawing/lanes/arrange.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import type { Bar, Lane } from "../../../../shared/drawing/lanes/model.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";
import { podOf, timelineOf } from "../timeline-fixture.ts";

const pod = podOf({ containers: [{ name: "a", livenessProbe: {} }, { name: "b", readinessProbe: {} }, { name: "c" }] });
const own = lanesOf(timelineOf([], 60), pod);
/** As a comparison pairs them. */
const lanes = own.flatMap((lane) => [lane, { ...lane, id: `second-${lane.id}` }]);

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
    expect(rows(["a"], ["c"], lanes).slice(0, 6)).toEqual([
      "condition:Ready",
      "second-condition:Ready",
      "container:c",
      "second-container:c",
      "container:a",
      "second-container:a",
    ]);
  });

  it("of three containers to which nothing happens are one row, which can be opened", () => {
    const running = own.map((lane): Lane => (lane.kind === "container" ? { ...lane, bars: [runs] } : lane));
    expect(rows([], [], running)).toEqual(["condition:Ready", "quiet", "events"]);
    expect(rows([], ["a"], running)).toHaveLength(5);
    expect(rows([expandables.quiet], [], running).slice(1, 3)).toEqual(["quiet", "container:a"]);
  });
});

const runs: Bar = { kind: "running", fromMs: 0, toMs: 60_000, label: "running", ids: ["e1"] };

it("every sign has an outline of its own", () => {
  const outlines = Object.values(signPaths);
  expect(new Set(outlines).size).toBe(outlines.length);
});
