import type { Pieces } from "../../../../shared/basics/pieces.ts";
import type { WorkloadEvent } from "../../../../shared/controllers/objects/input.ts";
import type { PlayableWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import { setRollout } from "../../../../shared/drawing/rollout/setup.ts";
import { forecastWorkload } from "../../../../shared/forecast/workload/forecast.ts";
import { rolloutFigures, rolloutOutlook } from "../../../../shared/forecast/workload/headline.ts";
import { forecastRolloutInPieces } from "../../../../shared/forecast/workload/rollout.ts";
import { noRollout, rolloutSentences, workloadRows } from "../../../../shared/forecast/workload/words.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import type { RolloutSetup } from "../../../../shared/protocol/pod/rollout.ts";
import type { RolloutAnswer } from "./model.ts";

/** Where nothing else is known: so long after each start a new version crashes. */
const crashAfterMs = 10_000;

/**
 * What the forecast says of a setup, worked out piece by piece: between two of them, the page draws. What people let happen counts in the
 * numbers of the rollout; the rows are those of the manifest's strategy.
 */
export function* answering(
  workload: PlayableWorkload,
  assumptions: Assumptions,
  setup: RolloutSetup,
  side: "first" | "second",
): Pieces<RolloutAnswer> {
  const set = setRollout(workload, setup, side);
  const forecast = forecastWorkload(set.workload, assumptions);
  yield* forecast.pieces();
  const { pods } = forecast;
  const rollout =
    isRolloutAlone(set.events) || forecast.rollout === undefined
      ? forecast.rollout
      : yield* forecastRolloutInPieces(set.workload, assumptions, set.events);
  return {
    outlook: rolloutOutlook({ rollout }),
    sentence: rollout === undefined ? noRollout(set.workload) : rolloutSentences(set.workload, forecast, rollout),
    figures: rolloutFigures(set.workload, { pods, rollout }),
    rows: workloadRows(set.workload, forecast),
    crashAfterMs: forecast.crash?.afterMs ?? crashAfterMs,
  };
}

/** Nothing else happens, neither in the scenario nor by what people let happen. */
function isRolloutAlone([first, ...others]: readonly WorkloadEvent[]): boolean {
  return others.length === 0 && first?.kind === "rollout" && first.atMs === 0;
}
