import type { Answer } from "../../../../shared/forecast/answer/model.ts";
import { t } from "../words/l10n.ts";

type DrawnName = "typical" | "best" | "worst";

/** The runs that people ask for by name, with their seeds. */
export function namedRuns(answer: Answer): readonly { readonly name: DrawnName; readonly seed: number }[] {
  const { typicalSeed, bestSeed, worstSeed } = answer;
  return [
    { name: "typical", seed: typicalSeed },
    { name: "best", seed: bestSeed },
    { name: "worst", seed: worstSeed },
  ];
}

export function drawnName(name: DrawnName): string {
  return { typical: t("typical"), best: t("best"), worst: t("worst") }[name];
}

/** What the run of a seed is called; empty: nothing. */
export function nameOfRun(answer: Answer, seed: number): string {
  const named = namedRuns(answer).find((each) => each.seed === seed);
  return named === undefined ? "" : drawnName(named.name);
}
