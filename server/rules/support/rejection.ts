import type { Path } from "../../../shared/basics/path.ts";
import type { FieldError } from "../../../shared/validation/report.ts";
import { type Subject, subjectOf } from "../../../shared/validation/scope.ts";
import type { AnalysedDocument, AnalysedPod } from "../../analysis/subject.ts";
import { isUnknownAt, rangeOf } from "../../manifest/ranges.ts";
import type { DocumentHit } from "../model.ts";
import { isLeftover } from "./dump.ts";
import { fixOf } from "./rejection-fixes.ts";
import { adviceOn, wordsOf } from "./rejection-words.ts";

/** What the API server rejects in the pods of an object that it accepts. */
export function rejectionsOfPods(analysed: AnalysedDocument): readonly DocumentHit[] {
  return analysed.pods.flatMap((pod) =>
    withoutRepeatedFixes(
      (pod.review()?.errorsOfPods ?? []).flatMap((error) =>
        hitOf(analysed, pod, error, `rejects each pod of this ${pod.located.kind}`),
      ),
    ),
  );
}

/** What the API server rejects about one subject. Fields that are not allowed where they are belong to one rule, whatever the subject. */
export function rejectionsOf(document: AnalysedDocument, subject: Subject): readonly DocumentHit[] {
  return hitsOf(document, (error) => error.errorType !== "Forbidden" && subjectOfError(error) === subject);
}

const subjects = new WeakMap<FieldError, { readonly subject: ReturnType<typeof subjectOf> }>();

/** Each rule about a subject asks for the same. */
function subjectOfError(error: FieldError): ReturnType<typeof subjectOf> {
  const known = subjects.get(error) ?? { subject: subjectOf(error.path) };
  subjects.set(error, known);
  return known.subject;
}

export function misplacedFields(document: AnalysedDocument): readonly DocumentHit[] {
  return hitsOf(document, ({ errorType }) => errorType === "Forbidden");
}

/** What the kubelet rejects in static pods, whatever the subject. */
export function rejectionsOfStaticPods(analysed: AnalysedDocument): readonly DocumentHit[] {
  return analysed.pods
    .filter(({ isStatic }) => isStatic)
    .flatMap((pod) =>
      withoutRepeatedFixes(
        (pod.review()?.errors ?? []).flatMap((error) => hitOf(analysed, pod, error, "does not run this static pod")),
      ),
    );
}

/** The first rejection of a pod or of its object, as a sentence; undefined: none known. */
export function refusalOf(analysed: AnalysedDocument, pod: AnalysedPod): string | undefined {
  const { errors: all = [], errorsOfPods = [] } = pod.review() ?? {};
  const errors = all.filter((error) => !isLeftover(pod, error));
  const ofObject = pod.isStatic ? "does not run this static pod" : undefined;
  const [hit] = [
    ...errors.flatMap((error) => hitOf(analysed, pod, error, ofObject)),
    ...errorsOfPods.flatMap((error) => hitOf(analysed, pod, error, `rejects each pod of this ${pod.located.kind}`)),
  ];
  return hit?.message;
}

function hitsOf(analysed: AnalysedDocument, isMeant: (error: FieldError) => boolean): readonly DocumentHit[] {
  return analysed.pods.flatMap((pod) => {
    if (pod.isStatic) return [];
    const hits = (pod.review()?.errors ?? []).filter(isMeant).flatMap((error) => hitOf(analysed, pod, error));
    return withoutRepeatedFixes(hits);
  });
}

function hitOf(
  { document }: AnalysedDocument,
  pod: AnalysedPod,
  error: FieldError,
  outcome = "rejects the object",
): readonly DocumentHit[] {
  const { objectPath, item } = pod.located;
  const path: Path = [...objectPath, ...error.path];
  const at: Path = error.at === undefined ? path : [...objectPath, ...error.at];
  // The value of a template variable is unknown and may be right.
  if (isUnknownAt(document, at) || isUnknownAt(document, path)) return [];
  const { node, apiServer } = pod.settings.assumptions;
  const who = pod.isStatic ? `The kubelet (${node.kubernetes})` : `The API server (${apiServer.kubernetes})`;
  const on = error.errorType === "Forbidden" || error.errorType === "Required" ? "key" : "value";
  const advice = adviceOn(error);
  const fix = fixOf(pod, error);
  return [
    {
      path,
      on,
      item,
      errorType: error.errorType,
      message: `${who} ${outcome}: ${wordsOf(error)}.${advice === "" ? "" : ` ${advice}`}`,
      ...(isLeftover(pod, error) && { severity: "hint" as const }),
      ...(error.at && { range: rangeOf(document, at, on) }),
      ...(fix && { fix }),
    },
  ];
}

/** Two errors in one place share one repair. */
function withoutRepeatedFixes(hits: readonly DocumentHit[]): readonly DocumentHit[] {
  const seen = new Set<string>();
  return hits.map((hit) => {
    const key = JSON.stringify(hit.fix && { ...hit.fix, title: "" });
    if (hit.fix === undefined || !seen.has(key)) {
      seen.add(key);
      return hit;
    }
    const { fix: _, ...rest } = hit;
    return rest;
  });
}
