export { formatWallTime, parseWallTime } from "../basics/wall-time.ts";
export { type CronSchedule, nextFiring, parseSchedule, type ReadSchedule } from "../kubernetes/cron-schedule.ts";
export { continueRuns, type PodOfJob, type PodScenario, type UsedRuns } from "./continued-runs.ts";
export {
  type CronJobSpec,
  type CronPlanInput,
  type CronRun,
  planCronJob,
  plannedMax,
  type ReadCronJob,
  readCronJob,
} from "./cron.ts";
export { describeJobEntry } from "./describe.ts";
export { entriesOfJobMax, entriesOfPodMax, type JobInput, podsOfJobMax, simulateJob } from "./job.ts";
export type * from "./model.ts";
export { type PlayInput, play } from "./play.ts";
export { type JobProblem, type ReadJob, readJob } from "./read-job.ts";
