import { kubeletSentence } from "../../shared/validation/kubelet/words.ts";
import type { AnalysedDocument, AnalysedPod } from "../analysis/subject.ts";
import { whyUnplayed } from "../analysis/workloads.ts";
import { podName } from "../exports/pod-name.ts";
import type { ManifestDocument } from "../manifest/model.ts";
import { documentTooLarge } from "../rules/document-too-large.ts";
import { kubeletProblems } from "../rules/support/kubelet-problems.ts";
import { refusalOf } from "../rules/support/rejection.ts";

/** Why a pod never comes to the kubelet that its forecast speaks of, in a line; undefined: nothing that is known. */
export function podRefusal(analysed: AnalysedDocument, pod: AnalysedPod): string | undefined {
  const refused = refusalOf(analysed, pod);
  return refused && `${podName(pod.located)}: ${refused}`;
}

/** The same of all pods of a document. */
export function podRefusals(analysed: AnalysedDocument): readonly string[] {
  return analysed.pods.map((pod) => podRefusal(analysed, pod)).filter((text) => text !== undefined);
}

/** The pods of a document that are too large to be simulated, each in a line. */
export function oversizedPods(analysed: AnalysedDocument): readonly string[] {
  return documentTooLarge.checkDocument(analysed).map(({ message }) => message);
}

/** The workloads of a document whose rollouts are not predicted, each in a line. */
export function unplayedWorkloads({ pods }: AnalysedDocument, others: readonly ManifestDocument[]): readonly string[] {
  return pods.flatMap((pod) => {
    const why = whyUnplayed(pod, others);
    return why === undefined ? [] : [`${podName(pod.located)}: ${why}`];
  });
}

/** Why a kubelet would not start with the configuration in this document, in a line; undefined: it starts. */
export function kubeletRefusal(analysed: AnalysedDocument): string | undefined {
  const [problem] = kubeletProblems(analysed, ({ origin }) => origin === "kubelet");
  return problem && kubeletSentence(problem.problem);
}
