import { type AskedScenario, askedTexts } from "../../../shared/scenario/language/asked.ts";
import { isOfRollout } from "../../../shared/scenario/language/forms.ts";
import { readText } from "../../../shared/scenario/language/statement.ts";
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

/** What the caller should know of the scenario that is played. */
export function scenarioNotes(analyzed: AnalyzedPod): readonly string[] {
  return overriddenNotes(analyzed, podName(analyzed.located), optionNames);
}

type Playing = "forecast" | "simulate" | "alerts";

/** What the command does not play of what is asked: a sentence for each text. */
export function unplayedNotes(asked: AskedScenario, command: Playing): readonly string[] {
  return askedTexts(asked).flatMap((text) => {
    const { statement } = readText(text.text, []);
    const isEvent = statement?.kind === "event";
    if (command !== "forecast" && isEvent && isOfRollout(statement.event))
      return [`${nameOfAsked(text)} is about a workload, and ${command} plays its pods: use forecast`];
    if (command === "simulate" || statement?.kind !== "expect" || isOfRollout(statement.condition)) return [];
    return [`${nameOfAsked(text)}: ${command} does not judge expectations of a pod: use simulate`];
  });
}
