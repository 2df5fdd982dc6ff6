import { nearest } from "../../shared/scenario/nearest.ts";
import type { ScenarioProblem } from "../../shared/scenario/parse.ts";
import { cadenceComments } from "../manifest/comments.ts";
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
 * One of the words that the message names.
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
  checkDocument: (document) => [...document.pods.flatMap(check), ...unknownRules(document)],
};

function check(pod: AnalysedPod): readonly DocumentHit[] {
  if (pod.scenarioTexts.length === 0) return [];
  return pod.scenario.problems.map((problem) => hitOf(pod, problem));
}

function hitOf(pod: AnalysedPod, { textIndex, start, end, message }: ScenarioProblem): DocumentHit {
  const text = pod.scenarioTexts[textIndex];
  const hit = commentHit(pod, text, { start, end });
  if (text?.source === "comment") return { ...hit, message };
  const { kind, name } = pod.located;
  return {
    ...hit,
    message: `The project file says of ${kind}/${name}, container \`${text?.container ?? ""}\`: \`${text?.text ?? ""}\`. ${message}`,
  };
}

function unknownRules({ document }: AnalysedDocument): readonly DocumentHit[] {
  if (cadenceComments(document).length === 0) return [];
  return ignoresOf(document).flatMap(({ rule, start, end }) => {
    if (ruleIds.some((id) => id === rule)) return [];
    const meant = nearest(rule, ruleIds);
    const hint = meant === undefined ? "`pod-cadence rules` lists them" : `did you mean \`${meant}\`?`;
    return [{ path: [], on: "value", range: { start, end }, message: `There is no rule \`${rule}\`: ${hint}` }];
  });
}
