import type { Session } from "./session.ts";

/** Diagnostics for clients that do not ask for them. */
export interface PushedDiagnostics {
  /** Soon: keystrokes that follow at once are answered together. */
  schedule(uri: string): void;
  close(uri: string): void;
}

const delayMs = 30;

export function createPush(session: Session): PushedDiagnostics {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
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
      timers.set(uri, setTimeout(due, delayMs));
    },
    close(uri) {
      cancel(uri);
      void session.isolation.wait("pushed diagnostics", () =>
        session.connection.sendDiagnostics({ uri, diagnostics: [] }),
      );
    },
  };
}

async function publish(session: Session, uri: string): Promise<void> {
  const context = await session.contextOf(uri);
  if (context === undefined) return;
  const { version } = context.document;
  const isOutdated = () => session.documents.get(uri)?.version !== version;
  const diagnostics = await session.host.diagnostics(context, isOutdated);
  if (isOutdated()) return;
  await session.connection.sendDiagnostics({ uri, version, diagnostics });
  session.ahead.diagnosed(uri);
}
