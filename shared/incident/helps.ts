import { formatDuration } from "../basics/durations.ts";
import { specOf } from "../observation/objects/kubelet-model.ts";
import type { KnownRuns } from "./known-runs.ts";

/**
 * What would help, beside what was played. A run that its startup probe ended does not say how long the program needs: a higher
 * threshold helps only if it starts in the time that it gives.
 */
export function helpsOf(known: readonly KnownRuns[], fix: string | undefined, isPlayed: boolean): string | undefined {
  const endedBy = ({ runs, unseen }: KnownRuns, by: "startup" | "liveness"): boolean =>
    [...runs.map(({ cause }) => cause), unseen?.cause].some((cause) => cause?.by === by);
  const cut = known.find((each) => endedBy(each, "startup") && !each.subject.container.ready);
  const isKilled = known.some((each) => endedBy(each, "liveness"));
  if (cut === undefined) return isPlayed && isKilled ? "see why it fails its liveness probe" : fix;
  if (isPlayed) return "how long it needs is not known: it was never seen to start";
  const startup = specOf(cut.subject.model, cut.subject.container.name)?.probes.startup;
  if (startup === undefined) return fix;
  const { failureThreshold, periodSeconds, initialDelaySeconds } = startup;
  const threshold = 3 * failureThreshold;
  const budget = formatDuration(1000 * (initialDelaySeconds + (threshold - 1) * periodSeconds));
  return `not known: it was never seen to start; failureThreshold ${threshold} helps if it starts within ${budget}`;
}
