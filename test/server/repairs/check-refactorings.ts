import { type CodeAction, CodeActionKind, TextDocumentEdit, TextEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { requestedKinds } from "../../../server/features/requests/requests.ts";
import { contextOf, host, type Situation } from "../features/harness.ts";

/** What is asked here; `Refactor…` has actions of other features, too. */
export function isOurs({ title }: CodeAction): boolean {
  return /^(?:Add startup probe from|Split liveness and|Convert restart loop to|Restart only on) /.test(title);
}

/** What an editor offers at `$0` under `Refactor…`. Lines that begin with `#|` are the project file. */
export async function refactoringsIn(written: string, situation: Situation = {}): Promise<readonly CodeAction[]> {
  const offset = written.indexOf("$0");
  const text = written.replace("$0", "");
  const projectFile = [...text.matchAll(/^#\| (.*?)\r?$/gm)].map(([, line]) => line).join("\n");
  const context = await contextOf(text, { files: { "/w/.pod-cadence.yaml": projectFile }, ...situation });
  const position = context.document.positionAt(offset);
  const range = { start: position, end: position };
  const asked = { range, diagnostics: [], wants: requestedKinds([CodeActionKind.Refactor]) };
  const actions = await host.codeActions(context, asked, () => false);
  return actions.filter(isOurs);
}

/** The text after the action; snippets as they are written, without their escapes. */
export function appliedAt(written: string, { edit }: CodeAction): string {
  const document = TextDocument.create("file:///w/pod.yaml", "yaml", 1, written.replace("$0", ""));
  const plain = edit?.changes?.[document.uri] ?? [];
  const snippets = (edit?.documentChanges ?? []).filter(TextDocumentEdit.is).flatMap(({ edits }) => edits);
  const edits = snippets.map((each) =>
    TextEdit.is(each) ? each : { range: each.range, newText: "snippet" in each ? each.snippet.value : "" },
  );
  return TextDocument.applyEdits(document, [...plain, ...edits]).replace(/\\([\\$}])/g, "$1");
}
