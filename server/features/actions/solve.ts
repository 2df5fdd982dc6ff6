import { type CodeAction, CodeActionKind } from "vscode-languageserver";
import { memoBounded } from "../../../shared/basics/memo-bounded.ts";
import { memo } from "../../../shared/basics/once.ts";
import type { GoalKind, WorkloadGoalKind } from "../../../shared/forecast/solve/solve-model.ts";
import {
  type SolveAnswer,
  type SolveCommand,
  type SolveParams,
  solveCommand,
  solveParamsSchema,
} from "../../../shared/protocol/pod/solve.ts";
import type { AnalyzedDocument } from "../../analysis/subject.ts";
import type { PlacedDocument } from "../../manifest/text/model.ts";
import { type SolveTarget, type WrittenSolution, writtenSolutions } from "../../repairs/solutions.ts";
import type { Context, Feature } from "../core/feature.ts";
import { documentAt, rangeInFile } from "../core/places.ts";
import { analyzed } from "../core/subjects.ts";
import { type GoalPlace, goalPlaceAt, targetOf } from "./solve-places.ts";
import { type Preset, presetOf } from "./solve-presets.ts";

/** `Allow 3m to start…`: says what to write for what people want. Where the editor cannot ask for the amount it is the one in the title; the search starts when somebody chooses it, if the editor can wait for the edit. */
export const solving: Feature = {
  name: "solve",
  *codeActions(context, { range, wants }) {
    if (!wants(CodeActionKind.RefactorRewrite)) return;
    const at = documentAt(context, range.start);
    const found = at && goalPlaceAt(context, at.placed, at.offset);
    if (at === undefined || found === undefined) return;
    for (const kind of found.kinds) {
      const preset = presetOf(analyzed(context, at.placed), found.target, kind);
      const action = preset && actionOf(context, at.placed, { ...found, kind, preset });
      if (action !== undefined) yield action;
    }
  },
  resolveAction(context, data) {
    const asked = solveParamsSchema.safeParse(data);
    const answer = asked.success ? solveAnswer(context, asked.data) : null;
    if (answer === null) return undefined;
    const [solution] = answer.solutions;
    return solution === undefined
      ? { reason: answer.reason }
      : { edit: { changes: { [context.document.uri]: [...solution.edits] } } };
  },
};

/** The ways to reach a goal; null: what was asked about is not there any more. */
export function solveAnswer(context: Context, { document, place, goal }: SolveParams): SolveAnswer | null {
  const placed = context.manifest.documents[document];
  const found = placed && analyzed(context, placed);
  const target = found && targetOf(context, found, place, goal.kind);
  if (placed === undefined || found === undefined || target === undefined) return null;
  const { solutions, reason } = writtenSolutions(found, target, goal);
  return {
    version: context.document.version,
    solutions: solutions.map(({ writes, where, effects, edits }) => ({
      writes,
      where,
      effects,
      edits: changesOf(context, placed, { edits }),
    })),
    reason,
  };
}

interface Offer extends GoalPlace {
  readonly kind: GoalKind | WorkloadGoalKind;
  readonly preset: Preset;
}

function actionOf(context: Context, placed: PlacedDocument, offer: Offer): CodeAction | undefined {
  const { target, place, kind, preset } = offer;
  const title = titleOf(target, kind, preset);
  const { uri } = context.document;
  const document = context.manifest.documents.indexOf(placed);
  if (!context.client.commandLinks && context.client.lazyEdits) {
    const data: SolveParams = { uri, document, place, goal: { kind, amount: preset.amount } };
    return { title, kind: CodeActionKind.RefactorRewrite, data };
  }
  if (!context.client.commandLinks) {
    const solution = presetSolution(analyzed(context, placed), offer);
    if (solution === undefined) return undefined;
    const changes = { [uri]: changesOf(context, placed, solution) };
    return { title: `${title}: ${solution.writes}`, kind: CodeActionKind.RefactorRewrite, edit: { changes } };
  }
  const asked: SolveCommand = {
    uri,
    document,
    place,
    kind,
    title: `${title}…`,
    prompt: promptOf(kind, target),
    preset: preset.text,
  };
  const command = { title: `${title}…`, command: solveCommand, arguments: [asked] };
  return { title: `${title}…`, kind: CodeActionKind.RefactorRewrite, command };
}

function changesOf(context: Context, placed: PlacedDocument, { edits }: Pick<WrittenSolution, "edits">) {
  return edits.map((edit) => ({ range: rangeInFile(context, placed, edit), newText: edit.newText }));
}

/** The most solutions of one document that are kept. */
const presetSolutionsMax = 1000;
const presetSolutions = memo((document: AnalyzedDocument) =>
  memoBounded(
    presetSolutionsMax,
    (_: string, { target, kind, preset }: Offer) =>
      writtenSolutions(document, target, { kind, amount: preset.amount }).solutions[0],
  ),
);

/** The first way to the preset. Kept, because editors ask at every move of the cursor. */
function presetSolution(document: AnalyzedDocument, offer: Offer): WrittenSolution | undefined {
  return presetSolutions(document)(JSON.stringify([offer.place, offer.kind]), offer);
}

function titleOf(target: SolveTarget, kind: Offer["kind"], { amount, text }: Preset): string {
  switch (kind) {
    case "rollout":
      return `Finish rollouts within ${text}`;
    case "available":
      return `Keep at least ${text}${target.kind === "workload" ? ` of ${target.found.forecast.pods}` : ""} available`;
    case "start":
      return `Allow ${text} to start`;
    case "hang":
    case "unready":
      return `Detect a hang within ${text}`;
    case "restarts":
      return amount === 1 ? "Restart at most once per hour" : `Restart at most ${text} times per hour`;
  }
}

function promptOf(kind: Offer["kind"], target: SolveTarget): string {
  if (target.kind === "workload")
    return kind === "available"
      ? `Pods of ${target.found.workload.name} that stay available during a rollout`
      : `Maximum time of a rollout of ${target.found.workload.name}`;
  if (target.kind === "kubelet") return "Maximum restarts per hour of a container that crashes immediately";
  const { pod, container } = target.subject;
  const { name } = container;
  switch (kind) {
    case "start":
      return `Time that ${name} needs to start`;
    case "hang":
      return `Maximum time between a hang of ${name} and SIGTERM`;
    case "unready":
      return `Maximum time between a hang of ${name} and no traffic`;
    case "restarts":
      return Object.hasOwn(pod.scenario.scenario.containers, name)
        ? `Maximum restarts of ${name} per hour in its scenario`
        : `Maximum restarts of ${name} per hour while it hangs`;
    case "rollout":
    case "available":
      return "";
  }
}
