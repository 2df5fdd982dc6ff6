import type { CancellationToken } from "vscode-languageserver";
import { createFileTimers } from "./timers.ts";

/** A key that follows another one so soon is one of many. It is waited so long for the next one, too. */
export const typingMs = 150;

/** Whoever has stopped for so long begins anew. */
const calmMs = 1000;

/** So many requests of a client that waits for its answers are answered at once. Then it is looked again whether it does. */
const trust = 32;

/** Knows in which files somebody types, so that nothing is judged behind a key that the next one follows. */
export interface Typing {
  changed(uri: string): void;
  close(uri: string): void;
  /** Whether the last change came soon after the one before it. */
  isTyping(uri: string): boolean;
  /**
   * Resolves when somebody who types makes a pause; without waiting where nobody types, or where the client changes the text only when
   * it has its answer. False: the request was taken back, or a newer one for the file has taken its place.
   */
  pause(uri: string, token: CancellationToken): Promise<boolean>;
  /** What was asked for behind a pause is on its way. */
  answered(uri: string): void;
}

interface TypedFile {
  changedMs: number;
  isTyping: boolean;
  /** Somebody asked, and has no answer yet. */
  isAsked: boolean;
  /** When the last answer was given that came behind a pause. */
  answeredMs: number;
  /** How many requests are answered at once: who changes the text soon after an answer that came late has waited for it. */
  trust: number;
  endPause: ((isWanted: boolean) => void) | undefined;
}

export function createTyping(): Typing {
  const timers = createFileTimers();
  const files = new Map<string, TypedFile>();
  const endPause = (uri: string, isWanted: boolean): void => {
    timers.cancel(uri);
    const file = files.get(uri);
    file?.endPause?.(isWanted);
    if (file !== undefined) file.endPause = undefined;
  };
  return {
    changed(uri) {
      const file = files.get(uri);
      const nowMs = performance.now();
      if (file === undefined) {
        files.set(uri, newFile(nowMs));
        return;
      }
      noteChange(file, nowMs);
      if (file.endPause !== undefined) timers.start(uri, typingMs, () => endPause(uri, true));
    },
    close(uri) {
      endPause(uri, false);
      files.delete(uri);
    },
    isTyping: (uri) => files.get(uri)?.isTyping === true,
    pause(uri, token) {
      endPause(uri, false);
      const file = files.get(uri);
      if (file === undefined) return Promise.resolve(true);
      file.isAsked = true;
      const leftMs = file.changedMs + typingMs - performance.now();
      if (!file.isTyping || leftMs <= 0) return Promise.resolve(true);
      if (file.trust > 0) {
        file.trust -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const cancellation = token.onCancellationRequested(() => endPause(uri, false));
        file.endPause = (isWanted) => {
          cancellation.dispose();
          if (isWanted) file.answeredMs = Number.POSITIVE_INFINITY;
          resolve(isWanted);
        };
        timers.start(uri, leftMs, () => endPause(uri, true));
      });
    },
    answered(uri) {
      const file = files.get(uri);
      if (file === undefined) return;
      file.isAsked = false;
      if (file.answeredMs === Number.POSITIVE_INFINITY) file.answeredMs = performance.now();
    },
  };
}

function newFile(nowMs: number): TypedFile {
  return {
    changedMs: nowMs,
    isTyping: false,
    isAsked: false,
    answeredMs: Number.NEGATIVE_INFINITY,
    trust: 0,
    endPause: undefined,
  };
}

function noteChange(file: TypedFile, nowMs: number): void {
  const gapMs = nowMs - file.changedMs;
  file.isTyping = gapMs < typingMs;
  if (file.isAsked || gapMs >= calmMs) file.trust = 0;
  else if (nowMs - file.answeredMs < typingMs) file.trust = trust;
  file.isAsked = false;
  file.answeredMs = Number.NEGATIVE_INFINITY;
  file.changedMs = nowMs;
}
