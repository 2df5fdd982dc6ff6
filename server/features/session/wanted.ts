import type { CancellationToken } from "vscode-languageserver";
import { pause } from "../core/pause.ts";

/** A message that takes a request back is read one turn after the request, and at most one edit comes between them. */
const turns = 2;

/** Looks first whether the editor still wants the answer: while somebody types, it takes most requests back at once. */
export async function ifWanted<T>(token: CancellationToken, otherwise: T, ask: () => T | Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) {
    await pause();
    if (token.isCancellationRequested) return otherwise;
  }
  return ask();
}
