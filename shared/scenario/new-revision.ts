import type { Scenario } from "./model.ts";

/** What a pod of the written template does. It is of the new revision, so what is said of that (`new: crashes`) counts in place of what is said of both. */
export function ofNewRevision(scenario: Scenario): Scenario {
  const { containers, rollout } = scenario;
  if (rollout === undefined || Object.keys(rollout.new).length === 0) return scenario;
  return { ...scenario, containers: { ...containers, ...rollout.new } };
}
