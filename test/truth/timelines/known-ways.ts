import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";
import type { KnownWay } from "./explain.ts";

const file = new URL("known-ways.json", import.meta.url);

const ways = z.record(
  z.string(),
  z.object({
    toleranceMs: z.number(),
    keepsPhase: z.optional(z.boolean()),
    taken: z.array(z.tuple([z.string(), z.number()])),
  }),
);

/**
 * What long searches found, by `recording#run`: a replay that begins with it is over at once. It is only a short cut; when the
 * engine has changed so that it leads nowhere, the search begins anew. `node test/truth/timelines/print.ts --write` writes it.
 */
const known = ways.parse(JSON.parse(readFileSync(file, "utf8")));

export function knownWays(name: string, run: number): readonly KnownWay[] {
  const way = known[`${name}#${run}`];
  return way === undefined ? [] : [way];
}

/** Of recordings that were not searched, the known ways stay. */
export function writeKnownWays(found: ReadonlyMap<string, KnownWay>, wasSearched: (name: string) => boolean): void {
  const others = Object.entries(known).filter(([key]) => !wasSearched(key.replace(/#\d+$/, "")));
  const sorted = [...others, ...found].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
}
