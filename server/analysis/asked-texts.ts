import { allContainers } from "../../shared/kubernetes/pod.ts";
import { type AskedText, askedOfPod, askedTexts } from "../../shared/scenario/language/asked.ts";
import { quoted } from "../../shared/scenario/reading/quoted.ts";
import type { PlacedScenarioText } from "./scenario-comments.ts";
import type { AnalyzedPod } from "./subject.ts";
import { unplayedMessage } from "./workload-kind.ts";

/** What one asked text comes to in one pod. */
export interface AskedOutcome {
  readonly index: number;
  /** `unfit`: the pod has no container for it, but another pod may have; `wrong`: no pod can make it right. */
  readonly is: "taken" | "unfit" | "wrong";
  /** Why it is not taken; else empty. */
  readonly message: string;
}

/** One for each asked text, for a pod that can be played. */
export function askedOutcomes({
  located,
  pod,
  settings,
  scenario,
  scenarioTexts,
}: AnalyzedPod): readonly AskedOutcome[] {
  if (pod === undefined) return [];
  const containers = allContainers(pod);
  return askedOfPod(settings.asked, containers).map(({ index, text, unfit }): AskedOutcome => {
    const message = unfit ?? unplayedMessage(located, text, containers);
    if (message !== undefined) return { index, is: "unfit", message };
    const wrong = scenario.problems.find(({ textIndex }) => scenarioTexts[textIndex]?.asked === index);
    return wrong === undefined ? { index, is: "taken", message: "" } : { index, is: "wrong", message: wrong.message };
  });
}

/** Which texts do not count, over all pods of a call: the first reason for each. A text counts if it fits one pod. */
export function refusedAsked(outcomes: readonly AskedOutcome[]): readonly AskedOutcome[] {
  const refused = new Map<number, AskedOutcome>();
  const taken = new Set(outcomes.flatMap(({ index, is }) => (is === "taken" ? [index] : [])));
  for (const outcome of outcomes)
    if (outcome.is === "wrong" || (outcome.is === "unfit" && !taken.has(outcome.index)))
      if (!refused.has(outcome.index)) refused.set(outcome.index, outcome);
  return [...refused.values()].map((outcome) => {
    const unfit = outcomes.filter(({ index, is }) => index === outcome.index && is === "unfit").length;
    return unfit < 2 ? outcome : { ...outcome, message: ofSeveral(outcome.message, unfit) };
  });
}

/** What the first of several pods has instead says nothing of the others. */
function ofSeveral(message: string, pods: number): string {
  const [, name, hint = ""] = /^The pod has no container ("[^"]*")\.( Did you mean .*)?/.exec(message) ?? [];
  return name === undefined ? message : `None of the ${pods} pods has a container ${name}.${hint}`;
}

/** How the command line, or a program, names what it takes. */
export interface AskedNames {
  /** `--scenario "app: oom"`. */
  readonly text: (asked: AskedText) => string;
  /** What leaves comments out: `--no-comments`. Undefined if nothing does. */
  readonly alone: string | undefined;
}

const longestQuote = 80;

/** What somebody asks and a comment says otherwise, or the other way round: a sentence for each. `pod`: its name. */
export function overriddenNotes(analyzed: AnalyzedPod, pod: string, names: AskedNames): readonly string[] {
  const { settings, scenario, scenarioTexts } = analyzed;
  const asked = askedTexts(settings.asked);
  const nameOf = (text: PlacedScenarioText): string => {
    const own = text.asked === undefined ? undefined : asked[text.asked];
    if (own !== undefined) return names.text(own);
    return `the ${text.source === "comment" ? "comment" : "project file's"} ${quoted(text.text, longestQuote)}`;
  };
  return scenario.overridden.flatMap(({ container, textIndex, byIndex }) => {
    const [lower, higher] = [scenarioTexts[textIndex], scenarioTexts[byIndex]];
    if (lower === undefined || higher === undefined) return [];
    if (lower.asked === undefined && higher.asked === undefined) return [];
    const wayOut =
      lower.asked === undefined || names.alone === undefined ? "" : "; comments can be left out (--no-comments)";
    return [`${pod}: for ${container}, ${nameOf(higher)} overrides ${nameOf(lower)}${wayOut}`];
  });
}
