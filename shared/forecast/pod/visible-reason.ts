import { admit } from "../../api-server/admission/admit.ts";
import { crashLoopPolicy } from "../../backoff/policy.ts";
import { formatPercent } from "../../basics/sum-words.ts";
import { defaultAssumptions } from "../../kubernetes/assumptions.ts";
import type { Node, Semantics } from "../../kubernetes/node.ts";
import { exitAfter, plainRun } from "../../scenario/script.ts";
import { simulate } from "../../simulation/index.ts";
import { visibleShare } from "./visible-share.ts";

const runMs = 5000;
const seeds = 3;
/** Waits that are played, and the longest run. */
const waits = 12;
const horizonMsMax = 2_400_000;

/** The share of the time in which a container without probes that crashes 5s after each start is shown as CrashLoopBackOff on a node. */
export function visibleCrashLoop(node: Node, semantics: Semantics): number {
  const assumptions = { ...defaultAssumptions(), node, apiServer: node, semantics, imagePull: undefined } as const;
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
