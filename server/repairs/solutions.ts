import type { Path } from "../../shared/basics/path.ts";
import { solve } from "../../shared/forecast/solve/solve.ts";
import { type KubeletQuestion, solveKubelet } from "../../shared/forecast/solve/solve-kubelet.ts";
import {
  type FieldChange,
  type Goal,
  type Solution,
  type Solved,
  type SolveQuestion,
  unsolved,
  type WorkloadGoal,
} from "../../shared/forecast/solve/solve-model.ts";
import { solveWorkload, type WorkloadQuestion } from "../../shared/forecast/workload/solve.ts";
import type { AnalyzedDocument, AnalyzedKubelet, AnalyzedPod, ContainerSubject } from "../analysis/subject.ts";
import type { AnalyzedWorkload } from "../analysis/workloads.ts";
import { kubeletText } from "../manifest/pods/kubelet-text.ts";
import type { ManifestDocument } from "../manifest/text/model.ts";
import { eolOf, type TextEdit } from "../rules/edits/edits.ts";
import { rules } from "../rules/index.ts";
import { judgmentsOf } from "../rules/project/expectation-failed.ts";
import { fieldEdits } from "./field-edits.ts";
import { tryEdits } from "./try-edits.ts";

/** What a goal is for. */
export type SolveTarget =
  | { readonly kind: "container"; readonly subject: ContainerSubject }
  /** `root`: the path of its object in the document. */
  | { readonly kind: "workload"; readonly found: AnalyzedWorkload; readonly root: Path }
  | { readonly kind: "kubelet"; readonly configuration: AnalyzedKubelet };

interface WrittenSolutions {
  readonly solutions: readonly WrittenSolution[];
  /** Why there is none; empty if there is one. */
  readonly reason: string;
}

/** A solution with the edits that write it; offsets in the document. */
export interface WrittenSolution extends Solution {
  readonly edits: readonly TextEdit[];
}

/**
 * The ways to reach a goal, as edits that all rules have checked. What would be rejected is left out. What adds a warning or breaks
 * an expectation comes last and says so.
 */
export function writtenSolutions(
  analyzed: AnalyzedDocument,
  target: SolveTarget,
  goal: Goal | WorkloadGoal,
): WrittenSolutions {
  const { solutions, reason } = solved(analyzed, target, goal);
  const judged = solutions.map((solution) => judgedSolution(analyzed, target, solution));
  const possible = judged.filter((each) => typeof each !== "string");
  const [problem = reason] = judged.filter((each) => typeof each === "string");
  if (possible.length === 0) return { solutions: [], reason: problem };
  const quiet = possible.filter(({ isWarned }) => !isWarned);
  return { solutions: [...quiet, ...possible.filter(({ isWarned }) => isWarned)], reason: "" };
}

/** The question about a KubeletConfiguration in the document. */
export function kubeletQuestion({ settings }: AnalyzedDocument, { located }: AnalyzedKubelet): KubeletQuestion {
  const { node, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = node;
  return { value: located.value, kubernetes, featureGates, semantics };
}

function solved(analyzed: AnalyzedDocument, target: SolveTarget, goal: Goal | WorkloadGoal): Solved {
  const { kind, amount } = goal;
  if (kind === "rollout" || kind === "available")
    return target.kind === "workload"
      ? solveWorkload(workloadQuestion(target), { kind, amount })
      : unsolved("The file has changed; try again.");
  if (target.kind === "container") return solve(containerQuestion(target.subject), { kind, amount });
  if (target.kind === "kubelet") return solveKubelet(kubeletQuestion(analyzed, target.configuration), amount);
  return unsolved("The file has changed; try again.");
}

function workloadQuestion({ found }: SolveTarget & { readonly kind: "workload" }): WorkloadQuestion {
  const { pod, workload } = found;
  const { kind, name, namespace, spec } = pod.located;
  const podPath = ["spec", "template", "spec"];
  return { workload, written: { kind, name, namespace, spec }, podPath, assumptions: pod.settings.assumptions };
}

function containerQuestion({ pod, container }: ContainerSubject): SolveQuestion {
  const { kind, name, namespace, spec } = pod.located;
  const { assumptions } = pod.settings;
  const { scenario } = pod.scenario;
  return {
    written: { kind, name, namespace, spec, isStatic: pod.isStatic },
    assumptions,
    scenario,
    path: container.path,
  };
}

interface JudgedSolution extends WrittenSolution {
  readonly isWarned: boolean;
}

/** A text: why it cannot be written. */
function judgedSolution(analyzed: AnalyzedDocument, target: SolveTarget, solution: Solution): JudgedSolution | string {
  const edits = editsFor(analyzed.document, target, solution.changes);
  const tried = edits && analyzed.document.problems.length === 0 ? tryEdits(analyzed, edits) : undefined;
  if (edits === undefined || tried === undefined)
    return `Add ${solution.writes} by hand: an edit here would also change other places.`;
  const fresh = tried.newFindings().filter(({ rule }) => rule !== "expectation-failed");
  const error = fresh.find(({ severity }) => severity === "error");
  if (error !== undefined) return `${solution.writes} is not possible: ${error.message}`;
  const warnings = new Set(fresh.map(({ rule }) => `adds a warning: ${rules[rule].title}`));
  const broken = brokenExpectations(analyzed, tried.after);
  const effects = [...solution.effects, ...broken.map((text) => `\`${text}\` will fail`), ...warnings];
  return { ...solution, effects, edits, isWarned: fresh.length + broken.length > 0 };
}

/** The expectations that hold now and will not hold after the change. */
function brokenExpectations(before: AnalyzedDocument, after: AnalyzedDocument): readonly string[] {
  const now = new Set(before.pods.flatMap(failedExpectations).map(({ key }) => key));
  const then = after.pods.flatMap(failedExpectations).filter(({ key }) => !now.has(key));
  return [...new Set(then.map(({ text }) => text))];
}

function failedExpectations(pod: AnalyzedPod): readonly { readonly key: string; readonly text: string }[] {
  return judgmentsOf(pod).flatMap(({ holds, text }, index) =>
    holds ? [] : [{ key: `${pod.located.prefix.join("/")} ${index}`, text }],
  );
}

function editsFor(
  document: ManifestDocument,
  target: SolveTarget,
  changes: readonly FieldChange[],
): readonly TextEdit[] | undefined {
  if (target.kind === "workload") return fieldEdits(document, target.root, changes);
  if (target.kind === "container") return fieldEdits(document, target.subject.pod.located.prefix, changes);
  const { located } = target.configuration;
  const inner = kubeletText(document, located);
  const lineBreak = `${eolOf(document.text)}${" ".repeat(inner.indent)}`;
  return fieldEdits(inner.document, located.prefix, changes)?.map(({ start, end, newText }) => ({
    start: inner.outerOffset(start),
    end: inner.outerOffset(end),
    newText: inner.document === document ? newText : newText.replaceAll("\n", lineBreak),
  }));
}
