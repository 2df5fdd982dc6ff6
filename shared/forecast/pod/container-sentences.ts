import { formatDuration } from "../../basics/durations.ts";
import { formatSpan, withinAtLeast } from "../../basics/span-words.ts";
import type { ContainerForecast } from "./model.ts";

/** What a crash of the container leads to. */
export function crashSentence({ name, restarts }: ContainerForecast): string {
  if (!restarts.canRestart) return `If ${name} ends, it does not restart.`;
  const crash = restarts.exitCode === 1 ? "keeps crashing" : `keeps exiting with ${restarts.exitCode}`;
  if (restarts.restartsAll) return `If ${name} ${crash}, all containers restart each time, without a back-off.`;
  return `If ${name} ${crash}, it restarts ${curveInWords(restarts.delaysMs)}.`;
}

/** How many delays are named before the longest. */
const namedDelays = 3;

function curveInWords(delaysMs: readonly number[]): string {
  const waits = delaysMs.filter((delayMs) => delayMs > 0).map(formatDuration);
  const longest = waits.at(-1) ?? "0s";
  const first = delaysMs[0] === 0 ? "immediately, then after" : "after";
  if (waits.length <= 1) return `${first} ${longest} each time`;
  if (waits.length <= namedDelays + 1) return `${first} ${waits.slice(0, -1).join(", ")} and then every ${longest}`;
  return `${first} ${waits.slice(0, namedDelays).join(", ")} … up to ${longest}`;
}

export function startSentence({ startupBudget, startupBudgetProbe }: ContainerForecast): string {
  if (startupBudget === undefined || startupBudgetProbe === undefined) return "";
  return `It must start ${withinAtLeast(startupBudget.earliestMs)}, or the ${startupBudgetProbe} probe kills it.`;
}

export function hangSentence({ hangToSigterm, hangToReady }: ContainerForecast): string {
  if (hangToSigterm === undefined) return "";
  const again = hangToReady === undefined ? "" : ` and is ready again after ${formatSpan(hangToReady)}`;
  return `If it hangs, it gets SIGTERM after ${formatSpan(hangToSigterm)}${again}.`;
}
