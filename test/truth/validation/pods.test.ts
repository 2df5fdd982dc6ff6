import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Manifest } from "../../../server/manifest/model.ts";
import { parseManifest } from "../../../server/manifest/parse.ts";
import { type Judgement, judge, settingsFor } from "./judge.ts";
import { podCases, type RecordedVersion, recordedVersions } from "./pod-cases.ts";
import { formatTotals, type Totals, tally } from "./totals.ts";

// Every document that the API server judged, judged by the rules: refused exactly when it was refused, with the same paths and kinds of errors.
// What is not so stands in pods.left-out.txt, with the reason: nothing else may differ, and what stands there must.

const leftOut = new Map(
  readFileSync(new URL("pods.left-out.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.split("\t")[0] ?? "", line.split("\t")[1] ?? ""]),
);
const parsed = new Map<string, Manifest>();
const differing = new Set<string>();

describe.each(recordedVersions)("Kubernetes %s", (version) => {
  it("refuses what was refused, for the same reasons", async () => {
    const totals: Totals = { documents: 0, valuesOutOfScope: [], byRule: new Map() };
    const misses = await missesOf(version, totals);
    console.log(formatTotals(`Kubernetes ${version}`, totals));
    for (const { id } of misses) differing.add(id);
    expect(misses.filter(({ id }) => !leftOut.has(id))).toEqual([]);
  });
});

it("nothing is left out without need", () => {
  expect([...leftOut.keys()].filter((id) => !differing.has(id))).toEqual([]);
});

interface Miss {
  readonly id: string;
  readonly tooMany: readonly string[];
  readonly missing: readonly string[];
}

async function missesOf(version: RecordedVersion, totals: Totals): Promise<readonly Miss[]> {
  const misses: Miss[] = [];
  for (const { id, text, gates, documents } of podCases(version)) {
    const manifest = parsed.get(id) ?? parseManifest(text);
    parsed.set(id, manifest);
    for (const judgement of judge(manifest, documents, await settingsFor(version, gates))) {
      tally(totals, id, judgement);
      const miss = missOf(id, judgement);
      if (miss.tooMany.length + miss.missing.length > 0) misses.push(miss);
    }
  }
  return misses;
}

function missOf(id: string, { index, item, ours, recorded }: Judgement): Miss {
  const place = index === 0 && item === undefined ? "" : `#${index}${item === undefined ? "" : `[${item}]`}`;
  return {
    id: `${id}${place}`,
    tooMany: ours.filter((line) => !recorded.includes(line)),
    missing: recorded.filter((line) => !ours.includes(line)),
  };
}
