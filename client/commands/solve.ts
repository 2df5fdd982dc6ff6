import * as vscode from "vscode";
import {
  readAmount,
  type SolveAnswer,
  type SolveCommand,
  type SolveSolution,
  solveCommandSchema,
} from "../../shared/protocol/pod/solve.ts";
import { serverRequests } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";
import { toEditorRange } from "../basics/places.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { askAmount } from "./ask-amount.ts";

/** Asks for the amount of a goal, then for one of the ways to reach it, and writes that. The server's code actions start it. */
export async function solve(server: LanguageServer, argument: unknown): Promise<void> {
  const asked = parseMessage(solveCommandSchema, argument, "argument").value;
  if (asked === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Place the cursor on a container or one of its probes, then choose a goal from the code actions."),
    );
    return;
  }
  const ask = answersTo(server, asked);
  const text = await askAmount({
    title: asked.title,
    prompt: asked.prompt,
    value: asked.preset,
    validate: (written) => validate(asked.kind, written, ask),
  });
  if (text === undefined) return;
  const answer = await ask(text);
  if (answer === undefined) return;
  const chosen = await choose(asked, text, answer);
  if (chosen !== undefined) await write(asked.uri, answer, chosen);
}

type Ask = (text: string) => Promise<SolveAnswer | undefined>;

/** One question for each text, because it is asked while it is written and again when it is done. */
function answersTo(server: LanguageServer, { uri, document, place, kind }: SolveCommand): Ask {
  const answersByQuestion = new Map<string, Promise<SolveAnswer | undefined>>();
  return (text) => {
    const read = readAmount(kind, text);
    if ("problem" in read) return Promise.resolve(undefined);
    const params = { uri, document, place, goal: { kind, amount: read.amount } };
    const before = answersByQuestion.get(text);
    if (before !== undefined) return before;
    const answer = server.ask(serverRequests.solve, params).then((given) => given ?? undefined);
    answersByQuestion.set(text, answer);
    return answer;
  };
}

/** What is wrong with the amount, or what it would write. */
async function validate(kind: SolveCommand["kind"], text: string, ask: Ask): Promise<vscode.InputBoxValidationMessage> {
  const { Error: error, Info: info } = vscode.InputBoxValidationSeverity;
  const read = readAmount(kind, text);
  if ("problem" in read) return { message: read.problem, severity: error };
  const answer = await ask(text);
  if (answer === undefined) return { message: vscode.l10n.t("The file has changed; try again."), severity: error };
  const [first] = answer.solutions;
  if (first === undefined) return { message: answer.reason, severity: error };
  return { message: `${first.where}: ${first.writes} — ${first.effects.join("; ")}`, severity: info };
}

interface Choice extends vscode.QuickPickItem {
  readonly solution: SolveSolution;
}

async function choose(
  asked: SolveCommand,
  text: string,
  { solutions }: SolveAnswer,
): Promise<SolveSolution | undefined> {
  // The editor cuts long lines: what all have in common comes last.
  const isCommon = (effect: string): boolean => solutions.every(({ effects }) => effects.includes(effect));
  const choices = solutions.map(
    (solution): Choice => ({
      label: solution.writes,
      description: solution.where,
      detail: solution.effects.toSorted((one, other) => Number(isCommon(one)) - Number(isCommon(other))).join("; "),
      solution,
    }),
  );
  const title = asked.title.replace(asked.preset, text.trim()).replace(/…$/, "");
  const chosen = await vscode.window.showQuickPick(choices, { title, placeHolder: vscode.l10n.t("Select a change") });
  return chosen?.solution;
}

async function write(uri: string, { version }: SolveAnswer, { edits }: SolveSolution): Promise<void> {
  const address = vscode.Uri.parse(uri);
  const document = await vscode.workspace.openTextDocument(address);
  if (document.version !== version) {
    void vscode.window.showInformationMessage(vscode.l10n.t("The file has changed; try again."));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of edits) edit.replace(address, toEditorRange(range), newText);
  await vscode.workspace.applyEdit(edit);
}
