import type { Session } from "./session.ts";
import { createFileTimers } from "./timers.ts";
import { typingMs } from "./typing.ts";

/** Diagnostics for clients that do not ask for them. */
export interface PushedDiagnostics {
  /** Soon; while somebody types, in the first pause: a diagnostic behind each key would be read by nobody. */
  schedule(uri: string): void;
  close(uri: string): void;
}

const delayMs = 30;

/** What it needs of a session. */
interface PushSession {
  readonly contextOf: Session["contextOf"];
  readonly documents: { get(uri: string): { readonly version: number } | undefined };
  readonly host: Pick<Session["host"], "diagnostics">;
  readonly isolation: Pick<Session["isolation"], "wait">;
  readonly connection: Pick<Session["connection"], "sendDiagnostics">;
  readonly ahead: Pick<Session["ahead"], "diagnosed">;
  readonly typing: Pick<Session["typing"], "isTyping">;
}

export function createPush(session: PushSession): PushedDiagnostics {
  const timers = createFileTimers();
  return {
    schedule: (uri) =>
      timers.start(uri, session.typing.isTyping(uri) ? typingMs : delayMs, () => {
        void session.isolation.wait("pushed diagnostics", () => publish(session, uri));
      }),
    close(uri) {
      timers.cancel(uri);
      void session.isolation.wait("pushed diagnostics", () =>
        session.connection.sendDiagnostics({ uri, diagnostics: [] }),
      );
    },
  };
}

async function publish(session: PushSession, uri: string): Promise<void> {
  const context = await session.contextOf(uri);
  if (context === undefined) return;
  const { version } = context.document;
  const isOutdated = () => session.documents.get(uri)?.version !== version;
  const diagnostics = await session.host.diagnostics(context, isOutdated);
  if (isOutdated()) return;
  await session.connection.sendDiagnostics({ uri, version, diagnostics });
  session.ahead.diagnosed(uri);
}
