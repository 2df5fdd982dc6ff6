import type { KubeletProblem } from "../../shared/kubernetes/kubelet-configuration.ts";
import type { DocumentHit } from "./model.ts";
import { isWritten } from "./places.ts";
import type { AnalysedDocument } from "./subject.ts";

export type PlacedKubeletProblem = Omit<DocumentHit, "message"> & { readonly problem: KubeletProblem };

/** What the kubelet says of the configurations of a document, with paths of the document. Templates are not judged. */
export function kubeletProblems({ document, kubelets }: AnalysedDocument): readonly PlacedKubeletProblem[] {
  return kubelets.flatMap(({ located, problems }) =>
    problems
      .map((problem) => ({ problem, path: [...located.prefix, ...problem.path], item: located.item }))
      .filter(({ path }) => isWritten(document, path))
      .map((placed) => ({ ...placed, on: placed.problem.origin === "strict" ? ("key" as const) : ("value" as const) })),
  );
}
