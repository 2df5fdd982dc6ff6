import type { Connection, InitializeParams, InitializeResult } from "vscode-languageserver";
import { capabilitiesOf } from "./features/capabilities.ts";
import { answerClusterRequests } from "./features/cluster-requests.ts";
import { answerCustomRequests } from "./features/custom-requests.ts";
import { keepFresh } from "./features/freshness.ts";
import { answerRequests } from "./features/requests.ts";
import { createSession } from "./features/session.ts";
import { answerWorkspaceDiagnostics } from "./features/workspace-diagnostics.ts";
import type { FileAccess } from "./schema/model.ts";

/**
 * The language server on one connection. `files` reads what is not open on the server's own machine; undefined: it has none.
 * Everything that answers stands in features/; here it is only joined to the wire.
 */
export function startServer(connection: Connection, files: FileAccess | undefined): void {
  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const session = createSession(connection, files, params);
    session.documents.listen(connection);
    answerRequests(session);
    answerCustomRequests(session);
    answerClusterRequests(session);
    answerWorkspaceDiagnostics(session);
    keepFresh(session);
    return { capabilities: capabilitiesOf(session.client), serverInfo: { name: "pod-cadence" } };
  });
  connection.listen();
}
