import type * as vscode from "vscode";
import {
  type BaseLanguageClient,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  WorkDoneProgress,
  type WorkspaceDiagnosticReportPartialResult,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageclient";
import { workspaceReportSchema } from "../../shared/protocol/request.ts";
import { parseMessage } from "../../shared/protocol/values/parse.ts";

/** One file that was looked at. `diagnostics` undefined if they are those of the last time. */
export interface FileReport {
  readonly uri: vscode.Uri;
  readonly resultId: string | undefined;
  readonly diagnostics: vscode.Diagnostic[] | undefined;
}

interface WorkspaceQuestion {
  /** The result ids of the last check, by address. */
  readonly resultIds: ReadonlyMap<string, string>;
  readonly token: vscode.CancellationToken;
  readonly onProgress: (message: string) => void;
  readonly onReports: (reports: readonly FileReport[]) => void;
}

const identifier = "pod-cadence";
let questions = 0;

/** Asks for all files of the workspace; reports come in parts. The answer is how many could not be read. */
export async function askWorkspace(client: BaseLanguageClient, question: WorkspaceQuestion): Promise<number> {
  questions += 1;
  const [partialResultToken, workDoneToken] = [`pod-cadence-reports-${questions}`, `pod-cadence-check-${questions}`];
  // One part after the other: converting waits.
  let told: Promise<void> = Promise.resolve();
  const tell = ({ items }: WorkspaceDiagnosticReportPartialResult): void => {
    told = told.then(async () => question.onReports(await Promise.all(items.map((item) => fileReport(client, item)))));
  };
  const listeners = [
    client.onProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, tell),
    client.onProgress(WorkDoneProgress.type, workDoneToken, (progress) => {
      if (progress.kind === "report" && progress.message !== undefined) question.onProgress(progress.message);
    }),
  ];
  try {
    const previousResultIds = [...question.resultIds].map(([uri, value]) => ({ uri, value }));
    const params = { identifier, previousResultIds, partialResultToken, workDoneToken };
    const answer = await client.sendRequest(WorkspaceDiagnosticRequest.type, params, question.token);
    tell(answer);
    await told;
    return parseMessage(workspaceReportSchema, answer, "The answer to workspace/diagnostic").value?.unread ?? 0;
  } finally {
    for (const listener of listeners) listener.dispose();
  }
}

/** Asks for one file, open or not. */
export async function askFile(client: BaseLanguageClient, uri: vscode.Uri): Promise<vscode.Diagnostic[]> {
  const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
  const report = await client.sendRequest(DocumentDiagnosticRequest.type, { textDocument, identifier });
  return (await diagnosticsOf(client, report)) ?? [];
}

async function fileReport(client: BaseLanguageClient, report: WorkspaceDocumentDiagnosticReport): Promise<FileReport> {
  return {
    uri: client.protocol2CodeConverter.asUri(report.uri),
    resultId: report.resultId === "" ? undefined : report.resultId,
    diagnostics: await diagnosticsOf(client, report),
  };
}

async function diagnosticsOf(
  client: BaseLanguageClient,
  report: WorkspaceDocumentDiagnosticReport | DocumentDiagnosticReport,
): Promise<vscode.Diagnostic[] | undefined> {
  if (report.kind !== DocumentDiagnosticReportKind.Full) return undefined;
  return client.protocol2CodeConverter.asDiagnostics(report.items);
}
