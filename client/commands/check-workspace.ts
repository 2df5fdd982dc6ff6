import * as vscode from "vscode";
import { shownFiles } from "../basics/shown-files.ts";
import type { LanguageServer } from "../language-server/language-server.ts";
import { askFile, askWorkspace, type FileReport } from "../language-server/workspace-request.ts";
import { type CheckCounts, checkSummary } from "./check-summary.ts";

interface CheckedFile {
  readonly uri: vscode.Uri;
  readonly resultId: string | undefined;
  readonly diagnostics: readonly vscode.Diagnostic[];
}

/** A check under way. It asks once, but again from the start when the settings change meanwhile. */
interface RunningCheck {
  question: vscode.CancellationTokenSource;
  isCanceled: boolean;
}

/** So long no file must have been created before all are looked at. */
const settledMs = 500;

function cancel(check: RunningCheck): void {
  check.isCanceled = true;
  check.question.cancel();
}

/**
 * `Check Workspace`: the problems of all manifests, open or not, until they are cleared.
 * Files that are shown have the problems of what is typed there. The others follow what is written elsewhere, and a change of the settings.
 */
export class WorkspaceCheck implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #problems = vscode.languages.createDiagnosticCollection("pod-cadence");
  /** Every file that the last check looked at, by address. */
  readonly #files = new Map<string, CheckedFile>();
  #watching: vscode.Disposable | undefined;
  #running: RunningCheck | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** The last check looked at all files: nobody canceled it. */
  #isWhole = false;

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  /** Runs once, with progress, and shows what was found. */
  async run(): Promise<void> {
    if (vscode.workspace.workspaceFolders === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t("Open a folder to check its manifests."));
      return;
    }
    const counts = await this.#check(vscode.ProgressLocation.Notification);
    if (counts === undefined) return;
    // `workbench.actions.view.problems` would close the view where it has the focus.
    if (counts.filesWithProblems > 0) await vscode.commands.executeCommand("workbench.panel.markers.view.focus");
    const clear = vscode.l10n.t("Clear");
    const buttons = counts.filesWithProblems > 0 ? [clear] : [];
    const answer = await vscode.window.showInformationMessage(checkSummary(counts), ...buttons);
    if (answer === clear) this.#clear();
  }

  dispose(): void {
    this.#clear();
    this.#problems.dispose();
  }

  /** Undefined if it was canceled, by the person or by a newer check, or the server gave no answer. What was found by then stays. */
  async #check(location: vscode.ProgressLocation): Promise<CheckCounts | undefined> {
    this.#cancel();
    const check: RunningCheck = { question: new vscode.CancellationTokenSource(), isCanceled: false };
    this.#running = check;
    this.#watching ??= this.#watch();
    const options = { location, cancellable: true, title: vscode.l10n.t("Pod Cadence: Checking workspace") };
    const beganMs = Date.now();
    const unread = await vscode.window.withProgress(options, async (progress, token) => {
      token.onCancellationRequested(() => {
        this.#isWhole = false;
        cancel(check);
      });
      return this.#ask(check, (message) => progress.report({ message }));
    });
    if (this.#running === check) this.#running = undefined;
    if (unread === undefined || check.isCanceled) return undefined;
    this.#isWhole = true;
    return { ...this.#counts(), filesUnread: unread, tookMs: Date.now() - beganMs };
  }

  async #ask(check: RunningCheck, onProgress: (message: string) => void): Promise<number | undefined> {
    for (;;) {
      const { token } = check.question;
      const unread = await this.#server.use((client) =>
        askWorkspace(client, {
          resultIds: this.#resultIds(),
          token,
          onProgress,
          onReports: (reports) => {
            if (!token.isCancellationRequested) this.#take(reports);
          },
        }),
      );
      if (check.isCanceled || !token.isCancellationRequested) return unread;
    }
  }

  /** Settings or files are others. A check under way goes on: a server that was just started reports a change of the settings, too. */
  #checkAnew(): void {
    if (this.#running === undefined) {
      void this.#check(vscode.ProgressLocation.Window);
      return;
    }
    const { question } = this.#running;
    this.#running.question = new vscode.CancellationTokenSource();
    question.cancel();
  }

  /** For new files, which mostly come in numbers. Who has canceled a check wants no other. */
  #checkSoon(): void {
    clearTimeout(this.#soon);
    if (!this.#isWhole) return;
    this.#soon = setTimeout(() => this.#checkAnew(), settledMs);
  }

  #cancel(): void {
    if (this.#running !== undefined) cancel(this.#running);
    this.#running = undefined;
  }

  #resultIds(): Map<string, string> {
    return new Map(
      [...this.#files].flatMap(([key, { resultId }]) => (resultId === undefined ? [] : [[key, resultId]])),
    );
  }

  #take(reports: readonly FileReport[]): void {
    for (const { uri, resultId, diagnostics } of reports) {
      const key = uri.toString();
      const known = this.#files.get(key);
      if (resultId === undefined) this.#files.delete(key);
      else this.#files.set(key, { uri, resultId, diagnostics: diagnostics ?? known?.diagnostics ?? [] });
      this.#show(uri);
    }
  }

  /** The problems of a file that is shown come with it: ours would be there twice, and old. */
  #show(uri: vscode.Uri): void {
    const diagnostics = this.#files.get(uri.toString())?.diagnostics ?? [];
    this.#problems.set(uri, diagnostics.length === 0 || shownFiles().has(uri.toString()) ? undefined : diagnostics);
  }

  #counts(): Omit<CheckCounts, "filesUnread" | "tookMs"> {
    const files = [...this.#files.values()];
    const all = files.flatMap(({ diagnostics }) => diagnostics);
    const count = (...severities: readonly vscode.DiagnosticSeverity[]) =>
      all.filter(({ severity }) => severities.includes(severity)).length;
    const { Error: error, Warning, Information, Hint } = vscode.DiagnosticSeverity;
    return {
      errors: count(error),
      warnings: count(Warning),
      notes: count(Information, Hint),
      filesWithProblems: files.filter(({ diagnostics }) => diagnostics.length > 0).length,
      filesLookedAt: files.length,
    };
  }

  /** Looks at one file again that was closed, or written by others. */
  async #renew(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    if (!this.#files.has(key)) return;
    const diagnostics = await this.#server.use((client) => askFile(client, uri));
    // Meanwhile it can have been deleted, or the results cleared.
    if (diagnostics === undefined || !this.#files.has(key)) return;
    this.#files.set(key, { uri, resultId: "renewed", diagnostics });
    this.#show(uri);
  }

  #watch(): vscode.Disposable {
    let shown = shownFiles();
    const look = (): void => {
      const before = shown;
      shown = shownFiles();
      for (const key of shown) if (!before.has(key)) this.#show(vscode.Uri.parse(key, true));
      for (const key of before) if (!shown.has(key)) void this.#renew(vscode.Uri.parse(key, true));
    };
    const written = (uri: vscode.Uri): void => void this.#renew(uri);
    const files = vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml,json}");
    return vscode.Disposable.from(
      files,
      files.onDidChange(written),
      // Only a check knows which files are ignored.
      files.onDidCreate((uri) => (this.#files.has(uri.toString()) ? written(uri) : this.#checkSoon())),
      files.onDidDelete((uri) => {
        this.#files.delete(uri.toString());
        this.#show(uri);
      }),
      vscode.window.tabGroups.onDidChangeTabs(look),
      vscode.workspace.onDidOpenTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
      this.#server.onDidChangeSettings(() => this.#checkAnew()),
    );
  }

  #clear(): void {
    clearTimeout(this.#soon);
    this.#isWhole = false;
    this.#cancel();
    this.#watching?.dispose();
    this.#watching = undefined;
    this.#files.clear();
    this.#problems.clear();
  }
}
