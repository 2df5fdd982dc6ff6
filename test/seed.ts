import * as z from "zod/mini";

const named = z.safeParse(z.coerce.number().check(z.int(), z.gte(0)), process.env["POD_CADENCE_SEED"]);

/** Decides what tests draw at random. CI takes that of the commit, so that each run of a commit asks the same; undefined: each run asks something else. */
export const namedSeed = named.success ? named.data : undefined;

export function seedByChance(): number {
  return namedSeed ?? Math.floor(Math.random() * 2 ** 31);
}
