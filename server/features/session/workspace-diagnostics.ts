import {
  type CancellationToken,
  type Diagnostic,
  DocumentDiagnosticReportKind,
  type WorkDoneProgressReporter,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { manifestsBelow } from "../../schema/files/workspace-files.ts";
import type { Context } from "../core/feature.ts";
import { pause } from "../core/pause.ts";
import { hashOf } from "../diagnostics/result-id.ts";
import type { Session } from "./session.ts";

/** So many files are read at once: through a client each is a message there and back. */
const batchSize = 16;

/** Answers `workspace/diagnostic`: every manifest of the workspace, open or not, once. Nothing is kept for the next time but by the client. */
export function answerWorkspaceDiagnostics(session: Session): void {
  session.connection.languages.diagnostics.onWorkspace(async (params, token, progress, partial) => {
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const report = (found: readonly WorkspaceDocumentDiagnosticReport[]) => {
      if (partial === undefined) items.push(...found);
      else if (found.length > 0) partial.report({ items: [...found] });
    };
    progress.begin("Checking workspace", undefined, undefined, true);
    const scan: Scan = { session, token, progress, report, previous: previousOf(params), looked: 0, unread: 0 };
    await session.isolation.wait("workspace diagnostics", () => checkAll(scan));
    progress.done();
    return { items, unread: scan.unread } satisfies WorkspaceDiagnosticReport & { unread: number };
  });
}

/** What is wrong with a file that is not open; undefined if it cannot be read. */
export async function closedContextOf(
  { sources, contextOfClosed }: Session,
  uri: string,
): Promise<Context | undefined> {
  const text = await sources.files.read(uri);
  return text === undefined ? undefined : contextOfClosed(uri, text);
}

interface Scan {
  readonly session: Session;
  readonly token: CancellationToken;
  readonly progress: WorkDoneProgressReporter;
  readonly report: (found: readonly WorkspaceDocumentDiagnosticReport[]) => void;
  /** What the client has, by address; those that were not met stay. */
  readonly previous: Map<string, string>;
  looked: number;
  unread: number;
}

function previousOf({ previousResultIds }: WorkspaceDiagnosticParams): Map<string, string> {
  return new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
}

async function checkAll(scan: Scan): Promise<void> {
  const { session, token, previous, report } = scan;
  let batch: string[] = [];
  for (const root of session.sources.roots()) {
    for await (const uri of manifestsBelow(root, session.sources.files)) {
      batch.push(uri);
      if (batch.length < batchSize) continue;
      await checkBatch(scan, batch);
      batch = [];
      if (token.isCancellationRequested) return;
    }
  }
  await checkBatch(scan, batch);
  // Deleted, moved or ignored since the last time: nothing is wrong there any more.
  if (!token.isCancellationRequested) report([...previous.keys()].map((uri) => fullReport(uri, null, "", [])));
}

async function checkBatch(scan: Scan, uris: readonly string[]): Promise<void> {
  const { session, token, report, progress } = scan;
  const contexts = await Promise.all(uris.map(async (uri) => ({ uri, context: await contextOfAny(session, uri) })));
  const found: WorkspaceDocumentDiagnosticReport[] = [];
  for (const { uri, context } of contexts) {
    if (token.isCancellationRequested) break;
    if (context === undefined) scan.unread += 1;
    else found.push(await reportOf(scan, context));
    if (context !== undefined) scan.previous.delete(uri);
  }
  if (!token.isCancellationRequested) report(found);
  scan.looked += found.length;
  progress.report(`${scan.looked.toLocaleString("en-US")} files`);
  await pause();
}

/** What is typed counts, not what is on the disk. */
async function contextOfAny(session: Session, uri: string): Promise<Context | undefined> {
  return session.isolation.wait("a file of the workspace", async () => {
    return (await session.contextOf(uri)) ?? (await closedContextOf(session, uri));
  });
}

/** Everything that a diagnostic depends on is in the text and the settings: the same of both need no second look. */
async function reportOf(
  { session, token, previous }: Scan,
  context: Context,
): Promise<WorkspaceDocumentDiagnosticReport> {
  const { uri } = context.document;
  const version = session.documents.get(uri) === undefined ? null : context.document.version;
  const resultId = hashOf(`${JSON.stringify(context.settings)}\n${context.document.getText()}`);
  if (previous.get(uri) === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId };
  const items = await session.host.diagnostics(context, () => token.isCancellationRequested);
  return fullReport(uri, version, resultId, items);
}

function fullReport(
  uri: string,
  version: number | null,
  resultId: string,
  items: Diagnostic[],
): WorkspaceDocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items };
}
