import type { Session } from "./session.ts";

/** Diagnostics for clients that do not ask for them. */
export interface PushedDiagnostics {
  /** Soon; while somebody types, in the first pause: a diagnostic behind each key would be read by nobody. */
  schedule(uri: string): void;
  close(uri: string): void;
}

const delayMs = 30;

/** A key that follows another one so soon is one of many. It is waited so long for the next one, too. */
const typingMs = 150;

/** What it needs of a session. */
interface PushSession {
  readonly contextOf: Session["contextOf"];
  readonly documents: { get(uri: string): { readonly version: number } | undefined };
  readonly host: Pick<Session["host"], "diagnostics">;
  readonly isolation: Pick<Session["isolation"], "wait">;
  readonly connection: Pick<Session["connection"], "sendDiagnostics">;
  readonly ahead: Pick<Session["ahead"], "diagnosed">;
}

export function createPush(session: PushSession): PushedDiagnostics {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const changes = new Map<string, number>();
  const isTyping = (uri: string): boolean => {
    const nowMs = performance.now();
    const beforeMs = changes.get(uri) ?? Number.NEGATIVE_INFINITY;
    changes.set(uri, nowMs);
    return nowMs - beforeMs < typingMs;
  };
  const cancel = (uri: string) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
  };
  return {
    schedule(uri) {
      cancel(uri);
      const due = () => {
        timers.delete(uri);
        void session.isolation.wait("pushed diagnostics", () => publish(session, uri));
      };
      timers.set(uri, setTimeout(due, isTyping(uri) ? typingMs : delayMs));
    },
    close(uri) {
      cancel(uri);
      changes.delete(uri);
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
