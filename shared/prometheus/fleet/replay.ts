import { backOffCurve, type CrashLoopPolicy } from "../../backoff/policy.ts";
import {
  count,
  delayAfter,
  type Explained,
  forgottenAfter,
  passesBackOff,
  seededBackoff,
  type WaitModel,
} from "./explain.ts";
import type { RestartHistory } from "./history.ts";

/** The same runs, replayed with another back-off. */
interface Replayed {
  readonly restarts: number;
  readonly downMs: number;
}

/** Ninety days of a restart a second. */
const restartsMax = 7_776_000;

/** Lengths of the runs between the restarts that were seen, in order. */
export function runLengths({ restarts, lastExitMs }: RestartHistory): readonly number[] {
  return restarts.flatMap(({ startEarliestMs, startLatestMs }, index) => {
    const next = restarts[index + 1];
    const exitMs = next === undefined ? lastExitMs : next.unseen > 0 ? undefined : next.exitMs;
    return exitMs === undefined ? [] : [Math.max(0, exitMs - (startEarliestMs + startLatestMs) / 2)];
  });
}

/**
 * Plays the runs of a container again, from the first exit that was seen to the end of what is known: each lasts as long as it did,
 * in the same order, and the waits are those of the other back-off. A loop that needs more runs than there were repeats them; a
 * container that recovered does so after as many restarts. Undefined if no run is known.
 */
export function replay(history: RestartHistory, explained: Explained, model: WaitModel): Replayed | undefined {
  const { restarts, untilMs } = history;
  const [first] = restarts;
  const lengths = runLengths(history);
  if (first === undefined) return undefined;
  const recovers = hasRecovered(history, model.policy);
  if (lengths.length === 0 && !recovers) return undefined;
  const counted = restarts.reduce((sum, { unseen }) => sum + 1 + unseen, 0);
  const endsByProbe = explained.restarts.some(({ isProbeKill }) => isProbeKill);
  let exitMs = first.exitMs ?? first.startEarliestMs;
  let exitBeforeMs: number | undefined;
  const backoff = seededBackoff(model.policy, delayOfStep(model, explained.stepsBefore), exitMs);
  let [restartCount, downMs] = [0, 0];
  while (restartCount < restartsMax) {
    const delayMs = delayAfter(backoff, exitMs);
    const waits = !(endsByProbe && passesBackOff(delayMs, exitMs, exitBeforeMs));
    const startMs = exitMs + model.meanOf(waits ? delayMs : 0, forgottenAfter(backoff, exitMs));
    downMs += Math.min(startMs, untilMs) - exitMs;
    if (startMs > untilMs) break;
    count(backoff, exitMs, startMs);
    restartCount += 1;
    if (recovers && (restartCount >= counted || lengths.length === 0)) break;
    exitBeforeMs = exitMs;
    exitMs = startMs + (lengths[(restartCount - 1) % lengths.length] ?? 0);
    if (exitMs >= untilMs) break;
  }
  return { restarts: restartCount, downMs };
}

/**
 * It runs longer than the back-off is remembered, and longer than it ever did between two restarts. A last wait may be in it, whose
 * beginning nobody sees.
 */
export function hasRecovered(
  history: RestartHistory,
  { resetAfterMs, maximumMs }: Pick<CrashLoopPolicy, "resetAfterMs" | "maximumMs">,
): boolean {
  const last = history.restarts.at(-1);
  if (history.lastExitMs !== undefined || last === undefined) return false;
  const longestMs = runLengths(history).reduce((most, ms) => Math.max(most, ms), resetAfterMs);
  return history.untilMs - last.startLatestMs > longestMs + maximumMs;
}

/** As many doublings as had been made, of the other back-off. */
function delayOfStep({ policy }: WaitModel, steps: number): number {
  return backOffCurve(policy)[steps] ?? policy.maximumMs;
}
