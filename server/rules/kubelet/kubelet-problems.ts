import type { OffsetRange } from "../../../shared/basics/offset-range.ts";
import type { KubeletProblem } from "../../../shared/kubelet-configuration/model/model.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import { kubeletRange, kubeletText } from "../../manifest/pods/kubelet-text.ts";
import type { LocatedKubeletConfiguration, ManifestDocument } from "../../manifest/text/model.ts";
import { nodeAt } from "../../manifest/text/ranges.ts";
import type { DocumentHit } from "../core/model.ts";
import { isWritten } from "../support/places.ts";
import { kubeletFix } from "./kubelet-fixes.ts";

type PlacedKubeletProblem = Omit<DocumentHit, "message"> & { readonly problem: KubeletProblem };

/** The problems that the kubelet finds in the configurations of a document, with paths in the document. Templates are skipped. */
export function kubeletProblems(
  { document, kubelets }: AnalyzedDocument,
  wanted: (problem: KubeletProblem) => boolean,
): readonly PlacedKubeletProblem[] {
  return kubelets.flatMap(({ located, problems }) =>
    problems
      .filter((problem) => wanted(problem) && isJudged(document, located, problem))
      .map((problem) => placed(document, located, problem)),
  );
}

/** Field names in a drop-in are not case-sensitive. */
export function isCrashLoopRefusal({ origin, path }: KubeletProblem): boolean {
  return origin === "kubelet" && String(path[0]).toLowerCase() === "crashloopbackoff";
}

/** What is missing in a partial configuration may be in another file. */
function isJudged(document: ManifestDocument, located: LocatedKubeletConfiguration, problem: KubeletProblem): boolean {
  if (problem.absent === true && located.partial) return false;
  const inner = kubeletText(document, located).document;
  const path = [...located.prefix, ...problem.path];
  return isWritten(inner, path) || (nodeAt(inner, path) === undefined && !located.partial);
}

function placed(
  document: ManifestDocument,
  located: LocatedKubeletConfiguration,
  problem: KubeletProblem,
): PlacedKubeletProblem {
  const isNameWrong = problem.repairs?.some(({ kind }) => kind === "key") === true;
  const on = problem.origin === "strict" || problem.stage === "gates" || isNameWrong ? "key" : "value";
  const range = kubeletRange(document, located, problem.path, on);
  const fix = kubeletFix(document, located, problem);
  const path = located.embedded?.path ?? [...located.prefix, ...problem.path];
  return { problem, path, on, range, item: located.item, ...(fix && { fix }) };
}

/** Duplicate keys in the configurations of a document, at the later one of each pair. */
export function kubeletDuplicates(
  { document, kubelets }: AnalyzedDocument,
  messageOf: (key: string) => string,
): readonly DocumentHit[] {
  return kubelets.flatMap(({ located }) => {
    const text = kubeletText(document, located);
    const object = nodeAt(text.document, located.prefix);
    const isInside = ({ start, end }: OffsetRange) =>
      object !== undefined && object.start <= start && end <= object.end;
    return text.document.duplicateKeys.filter(isInside).map(({ key, start, end }) => ({
      path: located.embedded?.path ?? located.prefix,
      on: "key",
      range: { start: text.outerOffset(start), end: text.outerOffset(end) },
      item: located.item,
      errorType: "DuplicateField",
      message: messageOf(key),
    }));
  });
}
