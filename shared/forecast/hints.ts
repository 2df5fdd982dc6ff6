import { formatDuration } from "../kubernetes/durations.ts";
import type { ContainerForecast, KubeletForecast } from "./model.ts";
import { storyMs } from "./restarts.ts";
import { formatCurve, formatPercent, formatSafe, formatSpan } from "./words.ts";

/** Inlay hints have at most this many characters. */
export const hintLength = 30;

/** After a container's name: its restart curve, or what the scenario makes of it. Undefined where nothing can restart. */
export function restartHint({ restarts }: ContainerForecast): string | undefined {
  const { story } = restarts;
  if (story !== undefined && story.restarts > 0) return storyHint(story);
  if (!restarts.canRestart) return undefined;
  return curveHint("on crash ↻ ", restarts.delaysMs);
}

function storyHint(story: NonNullable<ContainerForecast["restarts"]["story"]>): string {
  if (story.readyAt === undefined)
    return `restarts ${story.restarts}× in ${formatDuration(storyMs)}, up ${formatPercent(story.upShare)}`;
  const seconds = Math.round(story.readyAt.nominalMs / 1000) * 1000;
  return `crashes ${story.restarts}×, ready at ${formatDuration(seconds)}`;
}

export function startupHint({ startupBudget, startupBudgetProbe }: ContainerForecast): string | undefined {
  if (startupBudget === undefined || startupBudgetProbe !== "startup") return undefined;
  return `must start within ${formatSafe(startupBudget)}`;
}

export function livenessHint({ hangToSigterm }: ContainerForecast): string | undefined {
  return hangToSigterm === undefined ? undefined : `SIGTERM ${formatSpan(hangToSigterm)} after a hang`;
}

export function readinessHint({ unreadyAfter }: ContainerForecast): string | undefined {
  return unreadyAfter === undefined ? undefined : `unready ${formatSpan(unreadyAfter)} after a hang`;
}

export function restartAllHint(containers: number): string {
  return containers === 1 ? "restarts the container" : `restarts all ${containers} containers`;
}

export function kubeletHint(forecast: KubeletForecast): string {
  return curveHint("", forecast.delaysMs);
}

/** As many delays as fit. */
function curveHint(prefix: string, delaysMs: readonly number[]): string {
  for (let steps = 4; steps > 1; steps -= 1) {
    const text = prefix + formatCurve(delaysMs, steps);
    if (text.length <= hintLength) return text;
  }
  return prefix + formatCurve(delaysMs, 1);
}
