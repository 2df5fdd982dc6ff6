import { nearest } from "../../shared/scenario/nearest.ts";
import type { ScenarioProblem } from "../../shared/scenario/parse.ts";
import { quoted } from "../../shared/scenario/quoted.ts";
import { cadenceComments } from "../manifest/comments.ts";
import type { ManifestDocument, Range } from "../manifest/model.ts";
import { ignoresOf } from "./ignores.ts";
import { type DocumentHit, type DocumentRule, ruleIds } from "./model.ts";
import { commentHit } from "./places.ts";
import type { AnalysedDocument, AnalysedPod } from "./subject.ts";

/**
 * A `# cadence:` comment says something that is not in the language of scenarios, or names a container or a rule that does not exist.
 * What is wrong does not count; the rest of the comment still does.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: crashs after 5s
 *     image: registry.example/app
 * ```
 *
 * ## What to write instead
 *
 * What the message names; a quick fix writes the word that was probably meant.
 *
 * ```yaml
 * apiVersion: v1
 * kind: Pod
 * metadata: {name: web}
 * spec:
 *   containers:
 *   - name: app  # cadence: crashes after 5s
 *     image: registry.example/app
 * ```
 *
 * ## Source
 *
 * The grammar of Pod Cadence itself.
 */
export const scenarioSyntax: DocumentRule = {
  id: "scenario-syntax",
  title: "A scenario comment says something that is not understood",
  level: "warning",
  origin: "scenario",
  since: "1.28",
  checkDocument: (document) => [...document.pods.flatMap((pod) => check(document, pod)), ...unknownRules(document)],
};

function check({ document }: AnalysedDocument, pod: AnalysedPod): readonly DocumentHit[] {
  if (pod.scenarioTexts.length === 0) return [];
  // Broken YAML takes containers away: what a comment says of them may well be right.
  const isBroken = document.problems.length > 0;
  const problems = pod.scenario.problems.filter(({ aboutContainer }) => !(isBroken && aboutContainer));
  return problems.map((problem) => hitOf(document, pod, problem));
}

function hitOf(document: ManifestDocument, pod: AnalysedPod, problem: ScenarioProblem): DocumentHit {
  const { textIndex, start, end, message } = problem;
  const text = pod.scenarioTexts[textIndex];
  const hit = commentHit(pod, text, { start, end });
  if (text?.source === "comment") return { ...hit, message, ...wordFix(document, hit.range, problem.nearest) };
  const { kind, name } = pod.located;
  return {
    ...hit,
    message: `The project file says of ${kind}/${name}, container "${text?.container ?? ""}": "${text?.text ?? ""}". ${message}`,
  };
}

/** Only for a word: a suggestion is no repair of more. */
function wordFix(
  { text }: ManifestDocument,
  range: Range | undefined,
  right: string | undefined,
): Pick<DocumentHit, "fix"> {
  if (range === undefined || right === undefined) return {};
  const wrong = text.slice(range.start, range.end);
  const title = `Write ${quoted(right, 60)}`;
  return /^\S+$/.test(wrong) ? { fix: { kind: "replace-word", title, ...range, wrong, right } } : {};
}

function unknownRules({ document }: AnalysedDocument): readonly DocumentHit[] {
  if (cadenceComments(document).length === 0) return [];
  return ignoresOf(document).flatMap(({ rule, start, end }) => {
    if (ruleIds.some((id) => id === rule)) return [];
    const meant = nearest(rule, ruleIds);
    const hint = meant === undefined ? '"pod-cadence rules" lists them.' : `did you mean "${meant}"?`;
    const message = `There is no rule ${quoted(rule, 60)}: ${hint}`;
    const range = { start, end };
    return [{ path: [], on: "value", range, message, ...wordFix(document, range, meant) }];
  });
}
