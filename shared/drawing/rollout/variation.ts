import type { PlayableWorkload } from "../../controllers/pods/play-workload.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import type { RolloutSetup } from "../../protocol/pod/rollout.ts";
import { type Band, chartOf, leastOf } from "./chart.ts";
import { playRun } from "./run.ts";

/** What several runs of the same rollout come to. */
export interface Variation {
  readonly runs: number;
  /** Runs that complete, and in them the shortest, the middle and the longest time. */
  readonly completed: number;
  readonly completesMs: { readonly min: number; readonly p50: number; readonly max: number } | undefined;
  /** Fewest pods that serve at a time, over all runs. */
  readonly servingAtLeast: number;
  /** Over `spanMs`, in columns of the same length. */
  readonly band: Band;
  readonly spanMs: number;
}

const variationRuns = 100;
const bandColumns = 400;

/** Plays the runs one by one, so that others get a turn in between. `spanMs`: what the chart shows. */
export function createVariation(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  setup: RolloutSetup,
  spanMs: number,
): { readonly runs: number; play(index: number): void; result(): Variation } {
  const times: number[] = [];
  const least = new Array<number>(bandColumns).fill(Number.POSITIVE_INFINITY);
  const most = new Array<number>(bandColumns).fill(0);
  let played = 0;
  let servingAtLeast = Number.POSITIVE_INFINITY;
  return {
    runs: assumptions.timing === "ideal" ? 1 : variationRuns,
    play(index) {
      const run = playRun(workload, assumptions, { ...setup, seed: setup.seed + index });
      const chart = chartOf(run);
      played += 1;
      servingAtLeast = Math.min(servingAtLeast, leastOf(chart));
      if (run.completesMs !== undefined) times.push(run.completesMs);
      spread(chart.steps, spanMs, { least, most });
    },
    result() {
      const sorted = times.toSorted((left, right) => left - right);
      const [min] = sorted;
      const completesMs =
        min === undefined
          ? undefined
          : { min, p50: sorted[Math.floor(sorted.length / 2)] ?? min, max: sorted.at(-1) ?? min };
      return {
        ...{ runs: played, completed: times.length, completesMs, servingAtLeast, spanMs },
        band: { least: [...least], most: [...most] },
      };
    },
  };
}

/** A column has what there is in it at any moment. */
function spread(
  steps: readonly { readonly tMs: number; readonly value: number }[],
  spanMs: number,
  { least, most }: { readonly least: number[]; readonly most: number[] },
): void {
  const columnMs = spanMs / bandColumns;
  let next = 0;
  let value = steps[0]?.value ?? 0;
  for (let column = 0; column < bandColumns; column += 1) {
    const endMs = (column + 1) * columnMs;
    let low = value;
    let high = value;
    for (let step = steps[next]; step !== undefined && step.tMs < endMs; step = steps[next]) {
      value = step.value;
      low = Math.min(low, value);
      high = Math.max(high, value);
      next += 1;
    }
    least[column] = Math.min(least[column] ?? low, low);
    most[column] = Math.max(most[column] ?? high, high);
  }
}
