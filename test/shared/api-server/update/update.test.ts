import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { reviewUpdate, type UpdatedKind } from "../../../../shared/api-server/update/update.ts";
import { formatPath } from "../../../../shared/basics/path.ts";
import { valueAt } from "../../../../shared/basics/values.ts";
import { parseVersion } from "../../../../shared/kubernetes/versions.ts";
import { changed, updateCases, written } from "./cases.ts";

/** What the API servers of these releases say, as `node test/oracle/record-updates.ts` wrote it down. */
const recorded = z
  .array(z.record(z.string(), z.union([z.string(), z.array(z.string())])))
  .parse(JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8")));

describe.each(["1.37.1", "1.33.13"])("updates under Kubernetes %s", (release) => {
  it.each(updateCases.map((each, index) => ({ ...each, says: recorded[index]?.[release] })))(
    "$before: $what",
    ({ says, ...each }) => {
      const before = written[each.before];
      const kubernetes = parseVersion(release);
      if (kubernetes === undefined) throw new Error(release);
      const apiServer = { kubernetes, featureGates: {} };
      const errors = reviewUpdate(kindOf(before), before, changed(each), apiServer);
      const ours = errors.map(({ path, detail }) => `${formatPath(path)}: ${detail}`);
      // The server writes the size of a claim after a point, where we have a key of a map.
      const words = ours.map((line) => line.replace("requests[storage]", "requests.storage"));
      // Before 1.34 some is said twice.
      expect(words.length === 0 ? "taken" : words).toEqual(typeof says === "string" ? says : [...new Set(says)]);
    },
  );
});

function kindOf(value: unknown): UpdatedKind {
  const kinds: readonly UpdatedKind[] = [
    ...(["Pod", "Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "PersistentVolumeClaim"] as const),
  ];
  const kind = kinds.find((each) => each === valueAt(value, ["kind"]));
  if (kind === undefined) throw new Error("The kind of a case is not judged.");
  return kind;
}

describe("an update", () => {
  const apiServer = { kubernetes: "1.37", featureGates: {} } as const;

  it("says which field changes, where the server names a whole template", () => {
    const each = updateCases.find(({ what, before }) => before === "job" && what === "a new template");
    const after = each && changed(each);
    const [error] = reviewUpdate("Job", written["job"], after, apiServer);
    expect(formatPath(error?.at ?? [])).toBe("spec.template.spec.containers[0].image");
  });

  it("is not judged where the server never took the first object", () => {
    const before = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "once" }, spec: {} };
    expect(reviewUpdate("Job", before, written["job"], apiServer)).toEqual([]);
  });

  it.each([undefined, null, "text", [], { spec: "x" }])("takes %j without an error", (value) => {
    expect(reviewUpdate("Job", written["job"], value, apiServer)).toEqual([]);
    expect(reviewUpdate("Job", value, written["job"], apiServer)).toEqual([]);
  });
});
