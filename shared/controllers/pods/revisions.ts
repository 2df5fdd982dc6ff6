import type { Scenario } from "../../scenario/model.ts";
import { ofNewRevision } from "../../scenario/new-revision.ts";
import { type PlayableWorkload, serving } from "./play-workload.ts";

/** What the pods of each revision do: a line of one revision (`new: crashes`) counts in place of one of both. */
export function revisionsOf(scenario: Scenario): Pick<PlayableWorkload, "scenario" | "oldScenario"> {
  const { rollout } = scenario;
  if (rollout === undefined) return { scenario, oldScenario: undefined };
  const next = ofNewRevision(scenario);
  if (Object.keys(rollout.old).length === 0) return { scenario: next, oldScenario: undefined };
  const served = serving(next);
  return { scenario: next, oldScenario: { ...served, containers: { ...served.containers, ...rollout.old } } };
}
