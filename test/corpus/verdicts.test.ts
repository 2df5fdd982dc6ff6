import { afterAll, describe, expect, it } from "vitest";
import { recordedVersions } from "../truth/validation/pod-cases.ts";
import { formatTotals, noTotals, tally } from "../truth/validation/totals.ts";
import { corpusDifferences, type Difference } from "./differences.ts";
import { hasCorpus } from "./sources.ts";

// The files of the corpus as the API server of each minor judged them: nothing is refused that it takes, and what it refuses is refused for
// the same reasons. Templates, patches and texts that are no objects are told apart: nothing is said of them.

if (hasCorpus)
  describe.each(recordedVersions)("Kubernetes %s", (version) => {
    const totals = noTotals();
    const untold = new Map<string, number>();
    afterAll(() => {
      const reasons = [...untold].map(([reason, count]) => `  refused, and nothing said, ${reason}: ${count}`);
      console.log([formatTotals(`Kubernetes ${version}`, totals), ...reasons].join("\n"));
    });

    it("nothing is refused that the API server takes", async () => {
      const all = await corpusDifferences(version);
      for (const { judgment, reason } of all)
        if (reason === undefined) tally(totals, judgment);
        else untold.set(reason, (untold.get(reason) ?? 0) + 1);
      expect(all.filter(({ tooMany }) => tooMany.length > 0).map(inWords)).toEqual([]);
      expect(all.filter(({ missing, reason }) => missing.length > 0 && reason === undefined).map(inWords)).toEqual([]);
    });
  });

function inWords({ id, judgment, missing, tooMany }: Difference) {
  return { id, document: judgment.index, item: judgment.item, missing, tooMany };
}
