import { solve } from "../../shared/forecast/solve.ts";
import { type KubeletQuestion, solveKubelet } from "../../shared/forecast/solve-kubelet.ts";
import type { Change, Goal, Question, Solution, Solved } from "../../shared/forecast/solve-model.ts";
import type { Path } from "../../shared/kubernetes/path.ts";
import { analyseDocument } from "../analysis.ts";
import { kubeletText } from "../manifest/kubelet-text.ts";
import type { ManifestDocument } from "../manifest/model.ts";
import { parseManifest } from "../manifest/parse.ts";
import { nodeAt } from "../manifest/ranges.ts";
import { editsOf, eolOf, type TextEdit } from "../rules/edits.ts";
import { findingsOf } from "../rules/findings.ts";
import { rules } from "../rules/index.ts";
import type { FieldFix, Finding } from "../rules/model.ts";
import type { AnalysedDocument, AnalysedKubelet, ContainerSubject } from "../rules/subject.ts";
import { editsOfRewriting, rewrite, startRewriting } from "./rewriting.ts";

/** What a goal is for. */
export type SolveTarget =
  | { readonly kind: "container"; readonly subject: ContainerSubject }
  | { readonly kind: "kubelet"; readonly configuration: AnalysedKubelet };

export interface WrittenSolutions {
  readonly solutions: readonly WrittenSolution[];
  /** Why there is none; empty where there is one. */
  readonly reason: string;
}

/** A solution with the edits that write it; offsets in the document. */
export interface WrittenSolution extends Solution {
  readonly edits: readonly TextEdit[];
}

/**
 * The ways to reach a goal, as edits that all rules have judged: what would be refused is left out, what would be warned of comes last
 * and says so.
 */
export function writtenSolutions(analysed: AnalysedDocument, target: SolveTarget, goal: Goal): WrittenSolutions {
  const { solutions, reason } = solved(analysed, target, goal);
  const judged = solutions.flatMap((solution) => judgedSolution(analysed, target, solution) ?? []);
  const [first] = solutions;
  if (first === undefined) return { solutions: [], reason };
  if (judged.length === 0)
    return { solutions: [], reason: `Write "${first.writes}" by hand: an edit here would change other places, too.` };
  const quiet = judged.filter(({ isWarned }) => !isWarned);
  return { solutions: [...quiet, ...judged.filter(({ isWarned }) => isWarned)], reason: "" };
}

/** What the engine is asked about a KubeletConfiguration of the document. */
export function kubeletQuestion({ settings }: AnalysedDocument, { located }: AnalysedKubelet): KubeletQuestion {
  const { node, semantics } = settings.assumptions;
  const { kubernetes, featureGates } = node;
  return { value: located.value, kubernetes, featureGates, semantics };
}

function solved(analysed: AnalysedDocument, target: SolveTarget, goal: Goal): Solved {
  if (target.kind === "kubelet") return solveKubelet(kubeletQuestion(analysed, target.configuration), goal.amount);
  return solve(containerQuestion(target.subject), goal);
}

function containerQuestion({ pod, container }: ContainerSubject): Question {
  const { kind, name, namespace, spec } = pod.located;
  const { assumptions } = pod.settings;
  const { scenario } = pod.scenario;
  return { written: { kind, name, namespace, spec }, assumptions, scenario, path: container.path };
}

interface JudgedSolution extends WrittenSolution {
  readonly isWarned: boolean;
}

/** Undefined: it cannot be written without changing something else, or it would be refused. */
function judgedSolution(
  analysed: AnalysedDocument,
  target: SolveTarget,
  solution: Solution,
): JudgedSolution | undefined {
  const edits = editsFor(analysed.document, target, solution.changes);
  const after = edits && readAfter(analysed, edits);
  if (edits === undefined || after === undefined) return undefined;
  const known = new Set(findingsOf(analysed).map(keyOf));
  const fresh = findingsOf(after).filter((finding) => !known.has(keyOf(finding)));
  if (fresh.some(({ severity }) => severity === "error")) return undefined;
  const titles = new Set(fresh.map(({ rule }) => `brings a warning: ${rules[rule].title}`));
  return { ...solution, effects: [...solution.effects, ...titles], edits, isWarned: fresh.length > 0 };
}

function keyOf({ rule, path }: Finding): string {
  return `${rule} ${path.join("/")}`;
}

function readAfter(
  { document: { text }, settings }: AnalysedDocument,
  edits: readonly TextEdit[],
): AnalysedDocument | undefined {
  const after = rewrite(startRewriting(text), edits).text;
  const [placed, another] = parseManifest(after, undefined, { podTemplates: settings.podTemplates }).documents;
  if (placed === undefined || another !== undefined || placed.document.problems.length > 0) return undefined;
  return analyseDocument(placed.document, settings);
}

function editsFor(
  document: ManifestDocument,
  target: SolveTarget,
  changes: readonly Change[],
): readonly TextEdit[] | undefined {
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

/** One field after the other, because each is written beside those before it. */
function fieldEdits(
  document: ManifestDocument,
  prefix: Path,
  changes: readonly Change[],
): readonly TextEdit[] | undefined {
  let rewriting = startRewriting(document.text);
  for (const change of changes) {
    const [now] = parseManifest(rewriting.text, undefined, { all: true }).documents;
    const edits = now && editsOf(now.document, fixOf(now.document, prefix, change));
    if (now === undefined || edits === undefined) return undefined;
    const from = now.startOffset;
    rewriting = rewrite(
      rewriting,
      edits.map(({ start, end, newText }) => ({ start: from + start, end: from + end, newText })),
    );
  }
  return editsOfRewriting(rewriting, document.text.length);
}

/** A map that is missing is written with the field in it. */
function fixOf(document: ManifestDocument, prefix: Path, { path, field, value }: Change): FieldFix {
  const own = [...prefix, ...path];
  const last = path.at(-1);
  if (last === undefined || nodeAt(document, own) !== undefined)
    return { kind: "set-field", title: "", path: own, field, value };
  return fixOf(document, prefix, { path: path.slice(0, -1), field: String(last), value: { [field]: value } });
}
