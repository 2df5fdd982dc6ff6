import { defaultHorizonMs } from "../../shared/forecast/pod/restarts.ts";
import { type AskedScenario, askedProblem, askedTexts, quotedAsked } from "../../shared/scenario/language/asked.ts";
import { horizonLimitMs } from "../../shared/simulation/simulation.ts";
import { type AskedNames, type AskedOutcome, refusedAsked } from "../analysis/asked-texts.ts";
import type { AnalyzedPod, AnalyzeOptions } from "./model.ts";
import { sourceOf } from "./source.ts";

/** How sentences name what the caller asked. */
export const askedNames: AskedNames = { text: quotedAsked, alone: "comments: false" };

/** Throws a RangeError for a text that nothing could make right. */
export function askedIn({ scenario = [], events = [], comments = true }: AnalyzeOptions): AskedScenario {
  const asked: AskedScenario = { scenarios: scenario, events, isAlone: !comments };
  throwFor(asked, horizonLimitMs);
  return asked;
}

/** Throws a RangeError for a text that fits none of the pods. */
export function checkTaken(asked: AskedScenario, outcomes: readonly AskedOutcome[]): void {
  const [refused] = refusedAsked(outcomes);
  const text = refused && askedTexts(asked)[refused.index];
  if (text !== undefined) throw new RangeError(`${quotedAsked(text)}: ${refused?.message}`);
}

/** Throws a RangeError for an event that the run does not reach. */
export function checkReach(pod: AnalyzedPod, horizonMs = defaultHorizonMs): void {
  throwFor(sourceOf(pod).pod.settings.asked, horizonMs);
}

function throwFor(asked: AskedScenario, horizonMs: number): void {
  const wrong = askedProblem(asked, horizonMs);
  if (wrong !== undefined) throw new RangeError(`${quotedAsked(wrong.asked)}: ${wrong.message}`);
}
