import type { Timeline } from "../../simulation/timeline/timeline.ts";

/** The share of the time in which a container of the pod, of those that main ones or others have, waits for the reason; 0 to 1. */
export function visibleShare(
  reason: string,
  timelines: readonly Pick<Timeline, "statuses">[],
  untilMs: number,
  of: "containerStatuses" | "initContainerStatuses" = "containerStatuses",
): number {
  let visibleMs = 0;
  for (const { statuses } of timelines) {
    for (const [index, { tMs, status }] of statuses.entries()) {
      const waits = status[of].some(({ state }) => state.is === "waiting" && state.reason === reason);
      if (waits) visibleMs += Math.min(untilMs, statuses[index + 1]?.tMs ?? untilMs) - Math.min(tMs, untilMs);
    }
  }
  return timelines.length === 0 ? 0 : visibleMs / (timelines.length * untilMs);
}
