import { describe, expect, it } from "vitest";
import { arranged } from "../../../../shared/drawing/lanes/arrange.ts";
import { lanesOf } from "../../../../shared/drawing/lanes/lanes.ts";
import { signPaths } from "../../../../shared/drawing/lanes/signs.ts";
import { podOf, timelineOf } from "../timeline-fixture.ts";

const pod = podOf({ containers: [{ name: "a", livenessProbe: {} }, { name: "b", readinessProbe: {} }, { name: "c" }] });
const own = lanesOf(timelineOf([], 60), pod);
/** As a comparison pairs them. */
const lanes = own.flatMap((lane) => [lane, { ...lane, id: `second-${lane.id}` }]);

function rows(collapsed: readonly string[], pinned: readonly string[], of = own): string[] {
  const shown = arranged(of, { collapsed: new Set(collapsed), pinned: new Set(pinned) });
  return shown.map(({ id, kind }) => (kind === "collapsed" ? `(${id})` : id));
}

describe("lanes", () => {
  it("begin with Ready and what is pinned, with its probes", () => {
    expect(rows([], ["b"])).toEqual([
      "condition:Ready",
      "container:b",
      "probe:b:readiness",
      "pod",
      "container:a",
      "probe:a:liveness",
      "container:c",
      "conditions",
      "events",
    ]);
  });

  it("that are collapsed have no probes and no signs", () => {
    expect(rows(["a", "b"], [])).toEqual([
      "condition:Ready",
      "pod",
      "(container:a)",
      "(container:b)",
      "container:c",
      "conditions",
      "events",
    ]);
  });

  it("of a second node go along", () => {
    expect(rows(["a"], ["c"], lanes).slice(0, 8)).toEqual([
      "condition:Ready",
      "second-condition:Ready",
      "container:c",
      "second-container:c",
      "pod",
      "second-pod",
      "(container:a)",
      "(second-container:a)",
    ]);
  });
});

it("every sign has an outline of its own", () => {
  const outlines = Object.values(signPaths).map((path) => path.split("M")[1]);
  expect(new Set(outlines).size).toBe(outlines.length);
});
