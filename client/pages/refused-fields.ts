import * as vscode from "vscode";
import type { AnswerOf, serverRequests } from "../../shared/protocol/request.ts";

type Refused = NonNullable<AnswerOf<typeof serverRequests.comparison>>["refused"];

/** Problems in manifests, of fields whose change since the last commit the API server refuses; as long as the comparison is open. */
export class RefusedFields implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection("pod-cadence-comparison");

  /** Files that have some. */
  readonly #marked = new Set<string>();

  /** In place of those that the file had. */
  show(uri: string, refused: Refused): void {
    if (refused.length > 0) this.#marked.add(uri);
    else if (!this.#marked.delete(uri)) return;
    this.#problems.set(vscode.Uri.parse(uri), refused.map(problemOf));
  }

  dispose(): void {
    this.#problems.dispose();
  }
}

function problemOf({ range: { start, end }, message }: Refused[number]): vscode.Diagnostic {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  problem.source = "pod-cadence";
  return problem;
}
