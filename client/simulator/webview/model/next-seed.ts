import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import { namedRuns } from "./drawn-run.ts";

/** The seed of the named run that follows the one that is drawn. */
export function nextSeed(answer: Answer, seed: number): number {
  const seeds = namedRuns(answer).map((each) => each.seed);
  return seeds[(seeds.indexOf(seed) + 1) % seeds.length] ?? seed;
}
