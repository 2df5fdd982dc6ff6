import { counted } from "../../basics/counted.ts";
import { formatDuration } from "../../basics/durations.ts";
import { rangeInWords } from "../../basics/span-words.ts";
import { formatCount } from "../answer/words.ts";
import type { SpiralForecast } from "./model.ts";

/** `if 1 of 4 pods crashes, liveness kills 3 others; never all ready again in 30m; livenessProbe.timeoutSeconds: 2 in web breaks the spiral`. */
export function spiralInWords(spiral: SpiralForecast): string {
  const { pods, crashed, spreads, breaker } = spiral;
  const crash = `${crashed} of ${counted(pods, "pod")} ${crashed === 1 ? "crashes" : "crash"}`;
  if (!spreads) return `even if ${crash}, the others stay ready; ${recoveryInWords(spiral)}`;
  const end = breaker === undefined ? "" : `; ${breaker} breaks the spiral`;
  return `if ${crash}, ${othersInWords(spiral)}; ${recoveryInWords(spiral)}${end}`;
}

function othersInWords({ killed, readyAtLeast, pods }: SpiralForecast): string {
  const least = `${readyAtLeast} of ${pods} ready at the least`;
  if (killed === undefined) return `readiness of others fails, ${least}`;
  const { container, probe, pods: others } = killed;
  // In some runs only, because the pods also restart by themselves.
  const count = others.min === 0 ? `up to ${counted(others.max, "other")}` : counted(formatCount(others), "other");
  return `${probe} of ${container} kills ${count}, ${least}`;
}

function recoveryInWords({ recovers, runs, watchedMs }: SpiralForecast): string {
  if (recovers === undefined) return `not all ready again within ${formatDuration(watchedMs)}`;
  const share = recovers.runs === runs ? "" : ` in ${recovers.runs} of ${runs} runs`;
  return `all ready again after ${rangeInWords(recovers.afterMs)}${share}`;
}
