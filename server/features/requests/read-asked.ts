import { formatDuration } from "../../../shared/basics/durations.ts";
import { parseDuration } from "../../../shared/basics/read-duration.ts";
import { defaultHorizonMs } from "../../../shared/forecast/pod/restarts.ts";
import type { askedSchema } from "../../../shared/protocol/request.ts";
import type { Message } from "../../../shared/protocol/values/parse.ts";
import { type AskedScenario, askedProblem, askedTexts, quotedAsked } from "../../../shared/scenario/language/asked.ts";
import { horizonLimitMs } from "../../../shared/simulation/index.ts";
import { type AskedNames, type AskedOutcome, refusedAsked } from "../../analysis/asked-texts.ts";

/** How messages to a model name what it asked. */
export const askedNames: AskedNames = { text: quotedAsked, alone: undefined };

interface ReadAsked {
  readonly asked: AskedScenario;
  readonly extent: { readonly horizonMs: number; readonly runs: number | undefined; readonly seed: number };
}

/** What a tool is asked about pods, as the options of the command line ask it. */
export function readAsked(params: Message<typeof askedSchema>): ReadAsked | { readonly problem: string } {
  const { scenario = [], events = [], until, runs, seed = 1 } = params;
  const untilMs = until === undefined ? defaultHorizonMs : parseDuration(until);
  if (untilMs === undefined || untilMs <= 0 || untilMs > horizonLimitMs)
    return { problem: `${until} is not a duration such as 30m, of at most ${formatDuration(horizonLimitMs)}.` };
  const horizonMs = Math.round(untilMs);
  const asked: AskedScenario = { scenarios: scenario, events, isAlone: false };
  const wrong = askedProblem(asked, horizonMs);
  if (wrong !== undefined) return { problem: `${quotedAsked(wrong.asked)}: ${wrong.message}` };
  return { asked, extent: { horizonMs, runs, seed } };
}

/** Why a text counts for none of the pods; undefined if all count. */
export function refusedIn(asked: AskedScenario, outcomes: readonly AskedOutcome[]): string | undefined {
  const [refused] = refusedAsked(outcomes);
  const text = refused && askedTexts(asked)[refused.index];
  return text && `${quotedAsked(text)}: ${refused.message}`;
}
