import type { PodStatus, Timeline } from "./timeline.ts";

/** The status that the API shows at `tMs`; undefined before the first one. Needs a timeline that was recorded with `statuses`. */
export function statusAt(timeline: Pick<Timeline, "statuses">, tMs: number): PodStatus | undefined {
  const { statuses } = timeline;
  let low = 0;
  let high = statuses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((statuses[middle]?.tMs ?? 0) <= tMs) low = middle + 1;
    else high = middle;
  }
  return statuses[low - 1]?.status;
}
