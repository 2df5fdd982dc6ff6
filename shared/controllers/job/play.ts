import { type SimulationInput, simulate, type Timeline } from "../../simulation/index.ts";
import { simulateJob } from "./job.ts";
import type { JobSpec } from "./model.ts";
import { followPod } from "./successors.ts";

/** What is played for one pod of a manifest. */
export interface PlayInput extends SimulationInput {
  /** The Job that creates the pod: the run goes on over the pods that take its place, and ends with the Job. */
  readonly job?: JobSpec | undefined;
}

/** One run of a pod, as panel, exports and `simulate` show it. */
export function play({ job, ...input }: PlayInput): Timeline {
  return job === undefined ? simulate(input) : followPod(simulateJob({ ...input, job }));
}
