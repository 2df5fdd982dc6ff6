import type { Connection, InitializeParams, InitializeResult } from "vscode-languageserver";
import { answerCommands, type WriteShownText } from "./features/requests/commands.ts";
import { answerCustomRequests } from "./features/requests/custom-requests.ts";
import { answerRequests } from "./features/requests/requests.ts";
import { capabilitiesOf } from "./features/session/capabilities.ts";
import { keepFresh } from "./features/session/freshness.ts";
import { largeLengthMin, releaseWhenQuiet } from "./features/session/memory-release.ts";
import { createSession } from "./features/session/session.ts";
import { answerWorkspaceDiagnostics } from "./features/session/workspace-diagnostics.ts";
import type { RenderSource } from "./render/render-source.ts";
import type { FileAccess } from "./schema/files/file-access.ts";

/** What the machine has that the server runs on. */
export interface Platform {
  /** Reads what is not open on the server's own machine; undefined if it has none. */
  readonly files?: FileAccess;
  /** Absent: there is no place that the client sees, too. */
  readonly writeShownText?: WriteShownText;
  /** Absent: no programs run there. */
  readonly renderSource?: RenderSource;
  readonly collectGarbage?: () => void;
  /** Called before a large file is read. */
  readonly prepareForLargeFile?: () => void;
}

/**
 * The language server on one connection.
 * Everything that answers stands in features/; here it is only joined to the wire.
 */
export function startServer(connection: Connection, platform: Platform): void {
  const { files, writeShownText, renderSource, collectGarbage, prepareForLargeFile } = platform;
  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const session = createSession(connection, files, params);
    session.documents.listen(connection);
    answerRequests(session);
    answerCustomRequests(session, renderSource);
    answerWorkspaceDiagnostics(session);
    if (writeShownText !== undefined) answerCommands(session, writeShownText);
    keepFresh(session);
    if (collectGarbage !== undefined) {
      const memory = releaseWhenQuiet(collectGarbage);
      session.documents.onDidClose(({ document }) => memory.closed(document.getText()));
      session.documents.onDidChangeContent(({ document }) => memory.changed(document.getText()));
    }
    session.documents.onDidOpen(({ document }) => {
      if (document.getText().length >= largeLengthMin) prepareForLargeFile?.();
    });
    return { capabilities: capabilitiesOf(session.client), serverInfo: { name: "pod-cadence" } };
  });
  connection.listen();
}
