import { admit } from "../admission/admit.ts";
import { crashLoopPolicy } from "../backoff/policy.ts";
import { defaultAssumptions } from "../kubernetes/assumptions.ts";
import type { Node, Semantics } from "../kubernetes/node.ts";
import { exitAfter, plainRun } from "../scenario/script.ts";
import { simulate, type Timeline } from "../simulation/index.ts";
import { formatPercent } from "./words.ts";

/** The share of the time in which a main container of the pod waits for the reason; 0 to 1. */
export function visibleShare(
  reason: string,
  timelines: readonly Pick<Timeline, "statuses">[],
  untilMs: number,
): number {
  let visibleMs = 0;
  for (const { statuses } of timelines) {
    for (const [index, { tMs, status }] of statuses.entries()) {
      const waits = status.containerStatuses.some(({ state }) => state.is === "waiting" && state.reason === reason);
      if (waits) visibleMs += Math.min(untilMs, statuses[index + 1]?.tMs ?? untilMs) - Math.min(tMs, untilMs);
    }
  }
  return timelines.length === 0 ? 0 : visibleMs / (timelines.length * untilMs);
}

const runMs = 5000;
const seeds = 3;
/** Waits that are played, and the longest run. */
const waits = 12;
const horizonMsMax = 2_400_000;

/** The share of the time in which a container without probes that crashes 5s after each start is shown as CrashLoopBackOff on a node. */
export function visibleCrashLoop(node: Node, semantics: Semantics): number {
  const assumptions = { ...defaultAssumptions(), node, apiServer: node, semantics, images: "present" } as const;
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "crashing", namespace: "default", spec }, assumptions);
  if (pod === undefined) return 0;
  const app = { runs: [{ ...plainRun, end: exitAfter(runMs, 1) }], image: undefined };
  const scenario = { containers: { app }, events: [], expectations: [] };
  const untilMs = Math.min(horizonMsMax, waits * (crashLoopPolicy(node, semantics).maximumMs + runMs));
  const timelines = Array.from({ length: seeds }, (_, index) =>
    simulate({ pod, assumptions, scenario, seed: index + 1, untilMs, recording: "statuses" }),
  );
  return visibleShare("CrashLoopBackOff", timelines, untilMs);
}

/** Below this share, an alert that looks for the reason in the last 5 minutes of scrapes every 30s does not hold for 15 minutes. */
const seenShareMin = 0.05;

export function hidesCrashLoop(share: number): boolean {
  return share < seenShareMin;
}

/** What a hidden crash loop means, in words. */
export function hiddenCrashLoopSentence(share: number): string {
  return `For a container without probes, CrashLoopBackOff is in the status ${formatPercent(share).replace("<", "less than ")} of the time, so alerts that look for it (KubePodCrashLooping) stay silent.`;
}
