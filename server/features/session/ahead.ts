import type { Host } from "../core/host.ts";
import type { Isolation } from "../core/isolation.ts";
import type { Contexts } from "./contexts.ts";
import { largeLengthMin } from "./memory-release.ts";
import { createFileTimers } from "./timers.ts";

/** Works out what people are likely to ask for next, once nobody waits for an answer. */
export interface AheadOfQuestions {
  /** Its diagnostics are on their way: it begins when they have arrived and nobody has typed for a while. */
  diagnosed(uri: string): void;
  close(uri: string): void;
}

/** Editors ask for hints, lenses and links right behind the diagnostics, and people type on. */
const quietMs = 200;

/** What it needs of a session. */
interface AheadSession {
  readonly contextOf: Contexts["contextOf"];
  readonly documents: { get(uri: string): { readonly version: number } | undefined };
  readonly host: Pick<Host, "prepare">;
  readonly isolation: Pick<Isolation, "wait">;
}

export function createAhead({ contextOf, documents, host, isolation }: AheadSession): AheadOfQuestions {
  const timers = createFileTimers();
  const prepare = async (uri: string): Promise<void> => {
    const context = await contextOf(uri);
    // Nobody can look at all of a large file soon.
    if (context === undefined || context.document.getText().length >= largeLengthMin) return;
    const { version } = context.document;
    await host.prepare(context, () => documents.get(uri)?.version !== version);
  };
  return {
    diagnosed: (uri) =>
      timers.start(uri, quietMs, () => {
        void isolation.wait("answers ahead of questions", () => prepare(uri));
      }),
    close: timers.cancel,
  };
}
