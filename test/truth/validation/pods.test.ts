import { describe, expect, it } from "vitest";
import { isWhole, replayed } from "../../extent.ts";
import { recordedVersions } from "./pod-cases.ts";
import { leftOut, missesOf } from "./pod-misses.ts";
import { formatTotals, noTotals } from "./totals.ts";

// Every document that the API server judged, judged by the rules: refused exactly when it was refused, with the same paths and kinds of errors.
// What is not so stands in pods.left-out.txt, with the reason: nothing else may differ, and what stands there must.

const differing = new Set<string>();

describe.each(replayed(recordedVersions, recordedVersions.length))("Kubernetes %s", (version) => {
  it("refuses what was refused, for the same reasons", async () => {
    const totals = noTotals();
    const misses = await missesOf(version, totals);
    console.log(formatTotals(`Kubernetes ${version}`, totals));
    for (const { id } of misses) differing.add(id);
    expect(misses.filter(({ id }) => !leftOut.has(id))).toEqual([]);
  });
});

if (isWhole)
  it("nothing is left out without need", () => {
    expect([...leftOut.keys()].filter((id) => !differing.has(id))).toEqual([]);
  });
