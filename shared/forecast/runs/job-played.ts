import type { JobSpec } from "../../controllers/job/model.ts";
import type { Scenario } from "../../scenario/model.ts";

/** A Job whose pods have no scenario would run forever. */
export function playableJob(job: JobSpec | undefined, scenario: Scenario): JobSpec | undefined {
  const isStruck = scenario.events.some(({ kind }) => kind === "container-fault");
  const isExplicit = isStruck || Object.keys(scenario.containers).length > 0;
  return job === undefined || job.suspend || job.managedByOther || !isExplicit ? undefined : job;
}
