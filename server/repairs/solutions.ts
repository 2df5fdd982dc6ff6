import { solve } from "../../shared/forecast/solve.ts";
import { type KubeletQuestion, solveKubelet } from "../../shared/forecast/solve-kubelet.ts";
import type { Change, Goal, Solution, Solved } from "../../shared/forecast/solve-model.ts";
import type { Path } from "../../shared/kubernetes/path.ts";
import { analyseDocument } from "../analysis.ts";
import { kubeletText } from "../manifest/kubelet-text.ts";
import type { ManifestDocument } from "../manifest/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import { editsOf, type TextEdit } from "../rules/edits.ts";
import { findingsOf } from "../rules/findings.ts";
import { rules } from "../rules/index.ts";
import type { FieldFix, Finding } from "../rules/model.ts";
import type { AnalysedDocument, AnalysedKubelet, ContainerSubject } from "../rules/subject.ts";
import { editsOfRewriting, type Rewriting, rewrite, startRewriting } from "./rewriting.ts";

/** What a goal is for. */
export type SolveTarget =
  | { readonly kind: "container"; readonly subject: ContainerSubject }
  | { readonly kind: "kubelet"; readonly configuration: AnalysedKubelet };

/** A solution with the edits that write it; offsets in the document. */
export interface WrittenSolution extends Solution {
  readonly edits: readonly TextEdit[];
}

export interface WrittenSolutions {
  readonly solutions: readonly WrittenSolution[];
  readonly reason: string;
}

/** The ways to reach a goal, as edits that are judged by all rules: what would be refused is left out, what would be warned of comes last and says so. */
export function writtenSolutions(analysed: AnalysedDocument, target: SolveTarget, goal: Goal): WrittenSolutions {
  const { solutions, reason } = solved(target, goal);
  const written = solutions.flatMap((solution) => writtenSolution(analysed, target, solution) ?? []);
  if (written.length > 0) {
    const isQuiet = ({ warnings }: Judged) => warnings.length === 0;
    return { solutions: [...written.filter(isQuiet), ...written.filter((each) => !isQuiet(each))], reason: "" };
  }
  const byHand = `Write ${solutions[0]?.writes} by hand: it stands where an edit would change other places, too.`;
  return { solutions: [], reason: solutions.length === 0 ? reason : byHand };
}

/** The kubelet that a configuration of a document is for. */
export function kubeletQuestion({ settings }: AnalysedDocument, { located }: AnalysedKubelet): KubeletQuestion {
  const { node, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = node;
  return { value: located.value, kubernetes, featureGates, semantics };
}

function solved(target: SolveTarget, goal: Goal): (analysed: AnalysedDocument) => Solved {
  return target.kind === "kubelet" ? 0 : 1;
}
