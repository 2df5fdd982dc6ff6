import { nearest } from "../../../shared/basics/nearest.ts";
import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { ScenarioProblem } from "../../../shared/scenario/language/parse.ts";
import { quoted } from "../../../shared/scenario/reading/quoted.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { cadenceComments } from "../../manifest/pods/comments.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { ruleIds } from "../../rule-ids/ids.ts";
import { ignoresOf } from "../core/ignores.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";
import { commentHit } from "../support/places.ts";

/**
 * A `# cadence:` comment has something that Pod Cadence does not understand, names an unknown container or rule, or is about
 * the pods of a workload where there is none.
 * That part is ignored. The rest of the comment still applies.
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
 * ## How to fix
 *
 * Follow the message. For a misspelled word there is a quick fix.
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
 * The grammar of Pod Cadence.
 */
export const scenarioSyntax: DocumentRule = {
  id: "scenario-syntax",
  title: "A scenario comment has something that Pod Cadence does not understand",
  level: "warning",
  origin: "scenario",
  judgesStatements: true,
  checkDocument: (document) => [...document.pods.flatMap((pod) => check(document, pod)), ...unknownRules(document)],
};

function check({ document }: AnalyzedDocument, pod: AnalyzedPod): readonly DocumentHit[] {
  if (pod.scenarioTexts.length === 0) return [];
  // Broken YAML hides containers, so a comment about them may be right.
  const isBroken = document.problems.length > 0;
  const problems = pod.scenario.problems.filter(({ aboutContainer }) => !(isBroken && aboutContainer));
  return problems.map((problem) => hitOf(document, pod, problem));
}

function hitOf(document: ManifestDocument, pod: AnalyzedPod, problem: ScenarioProblem): DocumentHit {
  const { textIndex, start, end, message } = problem;
  const text = pod.scenarioTexts[textIndex];
  const hit = commentHit(pod, text, { start, end });
  if (text?.source === "comment") return { ...hit, message, ...wordFix(document, hit.range, problem.nearest) };
  if (text?.source === "argument") return { ...hit, message };
  const { kind, name } = pod.located;
  return {
    ...hit,
    message: `In the project file, ${kind}/${name}, container "${text?.container ?? ""}": "${text?.text ?? ""}". ${message}`,
  };
}

/** Only for a single word: longer suggestions are not a repair. */
function wordFix(
  { text }: ManifestDocument,
  range: OffsetRange | undefined,
  right: string | undefined,
): Pick<DocumentHit, "fix"> {
  if (range === undefined || right === undefined) return {};
  const wrong = text.slice(range.start, range.end);
  const title = `Replace with ${quoted(right, 60)}`;
  return /^\S+$/.test(wrong) ? { fix: { kind: "replace-word", title, ...range, wrong, right } } : {};
}

function unknownRules({ document }: AnalyzedDocument): readonly DocumentHit[] {
  if (cadenceComments(document).length === 0) return [];
  return ignoresOf(document).flatMap(({ rule, start, end }) => {
    if (ruleIds.some((id) => id === rule)) return [];
    const meant = nearest(rule, ruleIds);
    const hint = meant === undefined ? 'See "pod-cadence rules".' : `Did you mean "${meant}"?`;
    const message = `Unknown rule ${quoted(rule, 60)}. ${hint}`;
    const range = { start, end };
    return [{ path: [], on: "value", range, message, ...wordFix(document, range, meant) }];
  });
}
