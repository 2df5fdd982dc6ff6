import { type AskedScenario, askedTexts } from "../../../shared/scenario/language/asked.ts";
import { isOfRollout } from "../../../shared/scenario/language/forms.ts";
import { readText } from "../../../shared/scenario/language/statement.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import { type AskedNames, type AskedOutcome, overriddenNotes, refusedAsked } from "../../analysis/asked-texts.ts";
import type { AnalyzedPod } from "../../analysis/subject.ts";
import { podName } from "../../exports/pod-name.ts";
import { nameOfAsked } from "../arguments/play-options.ts";

/** Of options, as messages name them. */
const optionNames: AskedNames = { text: nameOfAsked, alone: "--no-comments" };

/** Why texts of `--scenario` and `--at` count for none of the pods: lines for standard error. */
export function askedProblems(asked: AskedScenario, outcomes: readonly AskedOutcome[]): readonly string[] {
  const texts = askedTexts(asked);
  return refusedAsked(outcomes).map(({ index, message }) => {
    const text = texts[index];
    return text === undefined ? message : `${nameOfAsked(text)}: ${message}`;
  });
}

const longestQuote = 80;

/** What the caller should know of the scenario that is played: what counts for nothing, and what is overridden. */
export function scenarioNotes(analyzed: AnalyzedPod): readonly string[] {
  const pod = podName(analyzed.located);
  const { scenario, scenarioTexts } = analyzed;
  const unread = scenario.problems.map(
    ({ textIndex, message }) =>
      `${pod}: scenario ${quoted(scenarioTexts[textIndex]?.text ?? "", longestQuote)}: ${message}`,
  );
  return [...unread, ...overriddenNotes(analyzed, pod, optionNames)];
}

type Playing = "forecast" | "simulate" | "alerts";

/** What the command does not play of what is asked: a sentence for each text. `played`: the scenarios of the pods. */
export function unplayedNotes(
  asked: AskedScenario,
  command: Playing,
  played: readonly Pick<Scenario, "events">[] = [],
): readonly string[] {
  const isLossPlayed = played.some(({ events }) => events.some(({ kind }) => kind === "own-node-lost"));
  return askedTexts(asked).flatMap((text) => {
    const { statement } = readText(text.text, []);
    const event = statement?.kind === "event" ? statement.event : undefined;
    if (event?.kind === "node-loss" && isLossPlayed) return [];
    if (command !== "forecast" && event !== undefined && isOfRollout(event))
      return [`${nameOfAsked(text)} is about a workload, and ${command} plays its pods: use forecast`];
    if (command === "simulate" || statement?.kind !== "expect" || isOfRollout(statement.condition)) return [];
    return [`${nameOfAsked(text)}: ${command} does not judge expectations of a pod: use simulate`];
  });
}
