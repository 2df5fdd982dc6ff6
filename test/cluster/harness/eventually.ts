import { setTimeout as pause } from "node:timers/promises";

const pollMs = 50;

/**
 * Asks again and again until the answer is not undefined. The limit ends what hangs, also on a machine that does ten other things.
 * @param what that did not come, for the error
 */
export async function eventually<Answer>(
  what: string | (() => string),
  ask: () => Answer | undefined | Promise<Answer | undefined>,
  withinMs = 60_000,
): Promise<Answer> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadlineMs) throw new Error(`not in time: ${typeof what === "string" ? what : what()}`);
    await pause(pollMs);
  }
}

/** The same for a condition. */
export async function until(what: string | (() => string), isSo: () => boolean, withinMs?: number): Promise<void> {
  await eventually(what, () => isSo() || undefined, withinMs);
}
