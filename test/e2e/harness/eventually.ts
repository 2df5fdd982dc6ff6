import { setTimeout as pause } from "node:timers/promises";
import type { Locator } from "playwright-core";

const pollMs = 50;
const patienceMs = 20_000;

/**
 * Asks again and again until the answer is not undefined.
 * @param what of what the answer is, for the error; a function is called when it is needed
 */
export async function eventually<Answer>(
  what: string | (() => string | Promise<string>),
  ask: () => Promise<Answer | undefined>,
  withinMs = patienceMs,
): Promise<Answer> {
  const deadlineMs = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadlineMs) throw new Error(typeof what === "string" ? what : await what());
    await pause(pollMs);
  }
}

/** True as soon as it is visible; undefined when it is not in time, so that `eventually` tries again. */
export async function appears(wanted: Locator, withinMs: number): Promise<true | undefined> {
  return await wanted.waitFor({ timeout: withinMs }).then(
    () => true,
    () => undefined,
  );
}
