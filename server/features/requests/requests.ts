import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  CompletionTriggerKind,
  type DiagnosticServerCancellationData,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type DocumentSymbol,
  type InlayHint,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import * as z from "zod/mini";
import { completionAnswer } from "../completion/completion-answer.ts";
import type { ActionRequest, Context } from "../core/feature.ts";
import { resultIdOf } from "../diagnostics/result-id.ts";
import { hintDataSchema } from "../hints/hint-data.ts";
import { markupOf } from "../hover/markdown.ts";
import type { Session } from "../session/session.ts";
import { ifWanted } from "../session/wanted.ts";
import { closedContextOf } from "../session/workspace-diagnostics.ts";

/** Joins the host's answers to the requests of the protocol. */
export function answerRequests(session: Session): void {
  answerAtCursor(session);
  answerOverviews(session);
  answerActions(session);
  answerHints(session);
  answerDiagnostics(session);
}

function answerAtCursor(session: Session): void {
  const { connection, host } = session;
  connection.onHover(({ textDocument, position }, token) =>
    answerAbout(session, "hover", textDocument.uri, null, async (context) => {
      const isWanted = await host.prepareHover(context, position, () => token.isCancellationRequested);
      return isWanted ? (host.hover(context, position) ?? null) : null;
    }),
  );
  connection.onCompletion(({ textDocument, position, context: how }) =>
    answerAbout(session, "completion", textDocument.uri, [], (context) => {
      const isTyped = how?.triggerKind === CompletionTriggerKind.TriggerCharacter;
      return completionAnswer(host, context, position, isTyped);
    }),
  );
  connection.onCompletionResolve((item) => host.resolveCompletion(item) ?? item);
}

function answerOverviews(session: Session): void {
  const { connection, host } = session;
  connection.onCodeLens(({ textDocument: { uri } }, token) =>
    ifWanted<CodeLens[]>(token, [], () => answerAbout(session, "code lenses", uri, [], host.codeLenses)),
  );
  connection.onDocumentLinks(({ textDocument: { uri } }) => answerAbout(session, "links", uri, [], host.documentLinks));
  connection.onDocumentSymbol(({ textDocument: { uri } }, token) =>
    ifWanted<DocumentSymbol[]>(token, [], () => answerAbout(session, "symbols", uri, [], host.symbols)),
  );
}

function answerActions(session: Session): void {
  const { connection, host } = session;
  connection.onCodeAction(({ textDocument, range, context: { diagnostics, only } }, token) =>
    ifWanted<CodeAction[]>(token, [], () =>
      answerAbout(session, "code actions", textDocument.uri, [], (context) => {
        // Edits are for the text that was there when somebody asked.
        const { version } = context.document;
        const isOutdated = () => token.isCancellationRequested || context.document.version !== version;
        return host.codeActions(context, { range, diagnostics, wants: requestedKinds(only) }, isOutdated);
      }),
    ),
  );
  if (session.client.lazyEdits) connection.onCodeActionResolve((action) => resolveAction(session, action));
}

function answerHints(session: Session): void {
  const { connection, host } = session;
  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    ifWanted<InlayHint[]>(token, [], () =>
      answerAbout(session, "inlay hints", textDocument.uri, [], (context) => host.inlayHints(context, range)),
    ),
  );
  connection.languages.inlayHint.resolve((hint) => resolveHint(session, hint));
}

function answerDiagnostics(session: Session): void {
  const { connection, host, typing, ahead } = session;
  connection.languages.diagnostics.on(({ textDocument: { uri }, previousResultId }, token) =>
    ifWanted(token, nothingWrong, async () => {
      if (!(await typing.pause(uri, token)))
        return token.isCancellationRequested ? nothingWrong : nothingNew(previousResultId);
      const report = await answerAbout(withClosedFiles(session), "diagnostics", uri, nothingWrong, async (context) => {
        const items = await host.diagnostics(context, () => token.isCancellationRequested);
        if (!token.isCancellationRequested) ahead.diagnosed(uri);
        return reportOf(items, previousResultId);
      });
      typing.answered(uri);
      return report;
    }),
  );
}

/** Editors ask for the diagnostics of files that stand in a tab and are not loaded, and of those of the last check. */
function withClosedFiles(session: Session): Pick<Session, "isolation" | "contextOf"> {
  const contextOf = async (uri: string) => (await session.contextOf(uri)) ?? closedContextOf(session, uri);
  return { isolation: session.isolation, contextOf };
}

/** A kind is wanted when it or a kind above it was asked for. */
export function requestedKinds(only: readonly string[] | undefined): ActionRequest["wants"] {
  if (only === undefined) return (kind) => !isUnder(kind, CodeActionKind.Source);
  return (kind) => only.some((wanted) => isUnder(kind, wanted));
}

function isUnder(kind: string, above: string): boolean {
  return above === CodeActionKind.Empty || kind === above || kind.startsWith(`${above}.`);
}

/** Never rejects: an answer that cannot be given is the one for "nothing here". */
export async function answerAbout<T>(
  { isolation, contextOf }: Pick<Session, "isolation" | "contextOf">,
  name: string,
  uri: string,
  otherwise: T,
  ask: (context: Context) => T | Promise<T>,
): Promise<T> {
  const answer = await isolation.wait(name, async () => {
    const context = await contextOf(uri);
    return context === undefined ? otherwise : ask(context);
  });
  return answer ?? otherwise;
}

const nothingWrong: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/** A newer request for the same file gets the answer to this one, too. */
function nothingNew(previous: string | undefined): DocumentDiagnosticReport {
  if (previous !== undefined) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: previous };
  const data: DiagnosticServerCancellationData = { retriggerRequest: false };
  throw new ResponseError(LSPErrorCodes.ServerCancelled, "A newer request for the same file was received.", data);
}

function reportOf(
  items: DocumentDiagnosticReport & { kind: "full" } extends { items: infer I } ? I : never,
  previous: string | undefined,
): DocumentDiagnosticReport {
  const resultId = resultIdOf(items);
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

const actionDataSchema = z.object({ uri: z.string() });

/** Rejects where there is nothing to write: editors then show why. */
async function resolveAction(session: Session, action: CodeAction): Promise<CodeAction> {
  const data = actionDataSchema.safeParse(action.data);
  if (!data.success) return action;
  const resolved = await answerAbout(session, "code action", data.data.uri, undefined, (context) =>
    session.host.resolveAction(context, action.data),
  );
  if (resolved === undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, "The file has changed; try again.");
  if ("reason" in resolved) throw new ResponseError(LSPErrorCodes.RequestFailed, resolved.reason);
  return { ...action, edit: resolved.edit };
}

async function resolveHint(session: Session, hint: InlayHint): Promise<InlayHint> {
  const data = hintDataSchema.safeParse(hint.data);
  if (!data.success) return hint;
  return answerAbout(session, "tooltip", data.data.uri, hint, (context) => {
    const text = session.host.hintTooltip(context, hint.data);
    return text === undefined ? hint : { ...hint, tooltip: markupOf(text, { markdown: true }) };
  });
}
