import { kubeletSentence } from "../../shared/validation/kubelet/words.ts";
import { podName } from "../exports/pod-name.ts";
import { kubeletProblems } from "../rules/kubelet-problems.ts";
import { refusalOf } from "../rules/rejection.ts";
import type { AnalysedDocument, AnalysedPod } from "../rules/subject.ts";

/** Why a pod never comes to the kubelet that its forecast speaks of, in a line; undefined: nothing that is known. */
export function podRefusal(analysed: AnalysedDocument, pod: AnalysedPod): string | undefined {
  const refused = refusalOf(analysed, pod);
  return refused && `${podName(pod.located)}: ${refused}`;
}

/** The same of all pods of a document, and why a kubelet would not start with its configuration. */
export function refusalsOf(analysed: AnalysedDocument): readonly string[] {
  const [problem] = kubeletProblems(analysed, ({ origin }) => origin === "kubelet");
  return [...analysed.pods.map((pod) => podRefusal(analysed, pod)), problem && kubeletSentence(problem.problem)].filter(
    (text) => text !== undefined,
  );
}
