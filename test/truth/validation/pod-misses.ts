import { readFileSync } from "node:fs";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import type { Manifest } from "../../../server/manifest/text/model.ts";
import { type Judgment, judge, settingsFor } from "./judge.ts";
import { podCases, type RecordedVersion } from "./pod-cases.ts";
import { type Totals, tally } from "./totals.ts";

/** Where the rules differ from the API server, and why: the lines of pods.left-out.txt, by case. */
export const leftOut: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL("pods.left-out.txt", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [line.split("\t")[0] ?? "", line.split("\t")[1] ?? ""]),
);

export interface Miss {
  /** Of the case, with the document and the item where there are several. */
  readonly id: string;
  readonly tooMany: readonly string[];
  readonly missing: readonly string[];
}

const parsed = new Map<string, Manifest>();

/** Judges every case of a version, adds to the totals, and gives what differs. */
export async function missesOf(version: RecordedVersion, totals: Totals): Promise<readonly Miss[]> {
  const misses: Miss[] = [];
  for (const { id, text, gates, documents } of podCases(version)) {
    const manifest = parsed.get(id) ?? parseManifest(text);
    parsed.set(id, manifest);
    for (const judgment of judge(manifest, documents, await settingsFor(version, gates))) {
      tally(totals, judgment);
      const miss = missOf(id, judgment);
      if (miss.tooMany.length + miss.missing.length > 0) misses.push(miss);
    }
  }
  return misses;
}

function missOf(id: string, { index, item, ours, recorded }: Judgment): Miss {
  const place = index === 0 && item === undefined ? "" : `#${index}${item === undefined ? "" : `[${item}]`}`;
  return {
    id: `${id}${place}`,
    tooMany: ours.filter((line) => !recorded.includes(line)),
    missing: recorded.filter((line) => !ours.includes(line)),
  };
}
