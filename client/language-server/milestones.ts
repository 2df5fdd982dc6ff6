import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";
import { isManifestLanguage } from "../basics/languages.ts";

/**
 * Steps of the walkthrough that no command stands for, or one that a code lens or a link runs, which VS Code does not report: `podCadence.did.<name>` is set when
 * somebody has done them.
 */
type Milestone = "readHint" | "hovered" | "simulated" | "repaired" | "described";

/** A step is noticed only while its walkthrough is open, and only by a change of the key, so it is set again from time to time. */
const againAfterMs = 5000;
const reachedMs = new Map<Milestone, number>();

export function reach(milestone: Milestone): void {
  const nowMs = Date.now();
  if (nowMs - (reachedMs.get(milestone) ?? 0) < againAfterMs) return;
  reachedMs.set(milestone, nowMs);
  const key = `podCadence.did.${milestone}`;
  void vscode.commands.executeCommand("setContext", key, false);
  void vscode.commands.executeCommand("setContext", key, true);
}

/** Notices that something was shown. */
export const milestonesOfAnswers: Middleware = {
  provideInlayHints: async (document, range, token, next) => {
    const hints = await next(document, range, token);
    if (hints && hints.length > 0) reach("readHint");
    return hints;
  },
  provideHover: async (document, position, token, next) => {
    const hover = await next(document, position, token);
    if (hover) reach("hovered");
    return hover;
  },
};

/** Notices that a problem of ours went away by an edit, and that behavior was described. */
export function watchMilestones(): vscode.Disposable {
  const problems = new Map<string, ReadonlySet<string>>();
  return vscode.Disposable.from(
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) {
        const key = uri.toString();
        const now = new Set(
          vscode.languages
            .getDiagnostics(uri)
            .flatMap(({ source, code }) =>
              source === "pod-cadence" ? [typeof code === "object" ? String(code.value) : String(code)] : [],
            ),
        );
        const isEdited = vscode.workspace.textDocuments.some((each) => each.uri.toString() === key && each.isDirty);
        if (isEdited && [...(problems.get(key) ?? [])].some((rule) => !now.has(rule))) reach("repaired");
        problems.set(key, now);
      }
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri.toString())),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isManifestLanguage(document.languageId)) return;
      const lines = contentChanges.map(({ range }) =>
        document.lineAt(Math.min(range.end.line, document.lineCount - 1)),
      );
      if (lines.some(({ text }) => /# cadence: (?!ignore)/.test(text))) reach("described");
    }),
  );
}
