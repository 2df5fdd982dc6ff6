import { formatDuration } from "../basics/durations.ts";
import { specOf } from "../observation/objects/kubelet-model.ts";
import type { KnownRuns } from "./known-runs.ts";

/**
 * What would help. A run that its startup probe ended does not say how long the program needs: a higher threshold helps only if it
 * starts in the time that it gives.
 */
export function helpsOf(known: readonly KnownRuns[], fix: string | undefined): string | undefined {
  const cut = known.find(({ runs, unseen, subject }) => {
    const causes = [...runs.map(({ cause }) => cause), unseen?.cause];
    return causes.some((cause) => cause?.by === "startup") && !subject.container.ready;
  });
  if (cut === undefined) return fix;
  const startup = specOf(cut.subject.model, cut.subject.container.name)?.probes.startup;
  if (startup === undefined) return fix;
  const { failureThreshold, periodSeconds, initialDelaySeconds } = startup;
  const threshold = 3 * failureThreshold;
  const budget = formatDuration(1000 * (initialDelaySeconds + (threshold - 1) * periodSeconds));
  return `not known: it was never seen to start; failureThreshold ${threshold} helps if it starts within ${budget}`;
}
