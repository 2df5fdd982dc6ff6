import type { Scenario, ScenarioEvent } from "./model.ts";
import { ofNewRevision } from "./new-revision.ts";

/** Of these, the pod by itself is what a lost node is about; of workloads, all their pods are. */
const alone: ReadonlySet<string> = new Set(["Pod", "Job", "CronJob"]);

/** Whether the node of one pod is lost where a scenario says `node is lost` of an object of this kind. */
export function losesOwnNode(kind: string): boolean {
  return alone.has(kind);
}

/** What the pod that an object of this kind is written with does, and what happens to it. */
export function ofWrittenPod(scenario: Scenario, kind: string): Scenario {
  const played = ofNewRevision(scenario);
  if (!losesOwnNode(kind)) return played;
  const lost = (scenario.rollout?.events ?? []).flatMap((event): readonly ScenarioEvent[] =>
    event.kind === "node-loss" ? [{ kind: "own-node-lost", atMs: event.atMs }] : [],
  );
  return lost.length === 0 ? played : { ...played, events: [...played.events, ...lost] };
}
