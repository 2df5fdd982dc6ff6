import { kubeletSentence } from "../../../shared/kubelet-configuration/model/words.ts";
import type { AnalyzedDocument, AnalyzedPod } from "../../analysis/subject.ts";
import { whyUnplayed } from "../../analysis/workloads.ts";
import { podName } from "../../exports/pod-name.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import { documentTooLarge } from "../../rules/fields/document-too-large.ts";
import { kubeletProblems } from "../../rules/kubelet/kubelet-problems.ts";
import { refusalOf } from "../../rules/rejections/rejection.ts";

/** Why a pod never comes to the kubelet that its forecast speaks of, in a line; undefined if nothing is known. */
function podRefusal(analyzed: AnalyzedDocument, pod: AnalyzedPod): string | undefined {
  const refused = refusalOf(analyzed, pod);
  return refused && `${podName(pod.located)}: ${refused}`;
}

/** The same of all pods of a document. */
export function podRefusals(analyzed: AnalyzedDocument): readonly string[] {
  return analyzed.pods.map((pod) => podRefusal(analyzed, pod)).filter((text) => text !== undefined);
}

/** The pods of a document that are too large to be simulated, each in a line. */
export function oversizedPods(analyzed: AnalyzedDocument): readonly string[] {
  return documentTooLarge.checkDocument(analyzed).map(({ message }) => message);
}

/** The workloads of a document whose rollouts are not predicted, each in a line. */
export function unplayedWorkloads({ pods }: AnalyzedDocument, others: readonly ManifestDocument[]): readonly string[] {
  return pods.flatMap((pod) => {
    const why = whyUnplayed(pod, others);
    return why === undefined ? [] : [`${podName(pod.located)}: ${why}`];
  });
}

/** Why a kubelet would not start with the configuration in this document, in a line; undefined if it starts. */
export function kubeletRefusal(analyzed: AnalyzedDocument): string | undefined {
  const [problem] = kubeletProblems(analyzed, ({ origin }) => origin === "kubelet");
  return problem && kubeletSentence(problem.problem);
}
