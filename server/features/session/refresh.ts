import { CodeLensRefreshRequest, type Connection } from "vscode-languageserver";
import type { ClientAbilities } from "../core/client-abilities.ts";
import type { Isolation } from "../core/isolation.ts";

/** Has the client ask again for everything that it shows of open documents. */
export function refreshViews({ connection, client, isolation }: RefreshedSession): void {
  const { refreshDiagnostics, refreshInlayHints } = client;
  if (refreshDiagnostics) void isolation.wait("refresh", () => connection.languages.diagnostics.refresh());
  if (refreshInlayHints) void isolation.wait("refresh", () => connection.languages.inlayHint.refresh());
  refreshLenses({ connection, client, isolation });
}

export function refreshLenses({ connection, client, isolation }: RefreshedSession): void {
  if (client.refreshCodeLenses)
    void isolation.wait("refresh", () => connection.sendRequest(CodeLensRefreshRequest.type));
}

interface RefreshedSession {
  readonly connection: Connection;
  readonly client: ClientAbilities;
  readonly isolation: Isolation;
}

/** So often at most everything is asked for again, however much changes in the cluster. */
const refreshEveryMs = 200;

/** The same, at once the first time and then not more often than it can be looked at. */
export function createRefresh(session: RefreshedSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const refresh = () => {
    isWanted = false;
    refreshViews(session);
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) refresh();
    }, refreshEveryMs);
  };
  return () => {
    if (timer === undefined) refresh();
    else isWanted = true;
  };
}
